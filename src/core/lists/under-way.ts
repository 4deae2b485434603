/** The longest wait for requests of another sort, in milliseconds: a slow answer must not hold up what can do without it. */
const PATIENCE_MS = 2_000;

/** The requests of one sort that are between their sending and their answer. */
export class UnderWay {
  #count = 0;
  #answered = Promise.resolve();
  #end = () => {};

  constructor(private readonly sleep: (ms: number) => Promise<void>) {}

  /** Counts a request as long as it takes. */
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

  /** Waits until none is under way, two seconds at most. */
  async none(): Promise<void> {
    if (this.#count > 0) await Promise.race([this.#answered, this.sleep(PATIENCE_MS)]);
  }
}
