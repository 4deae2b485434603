/** The longest wait for requests of another sort, in milliseconds, because a slow response must not block others for long. */
const PATIENCE_MS = 2_000;

/** The requests of one sort that are in flight. */
export class InFlight {
  #count = 0;
  #answered = Promise.resolve();
  #end = () => {};

  constructor(private readonly sleep: (ms: number) => Promise<void>) {}

  /** Counts a request until it ends. */
  async track<T>(request: () => Promise<T>): Promise<T> {
    if (this.#count === 0) {
      this.#answered = new Promise((resolve) => {
        this.#end = resolve;
      });
    }
    this.#count += 1;
    try {
      return await request();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#end();
    }
  }

  /** Waits until none is in flight, at most two seconds. */
  async none(): Promise<void> {
    if (this.#count > 0) await Promise.race([this.#answered, this.sleep(PATIENCE_MS)]);
  }
}
