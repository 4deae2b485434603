/** The longest wait for requests of another sort, in milliseconds: a slow answer must not hold up what can do without it. */
const PATIENCE_MS = 2_000;

/** The requests of one sort that are between their sending and their answer. */
export class UnderWay {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly sleep: (ms: number) => Promise<void>) {}

  /** Counts a request as long as it takes. */
  async track<T>(request: () => Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await request();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const wake of this.#waiting) wake();
    }
  }

  /** Waits until none is under way, two seconds at most. */
  async none(): Promise<void> {
    if (this.#count === 0) return;
    let wake: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#waiting.add(wake);
    await Promise.race([answered, this.sleep(PATIENCE_MS)]);
    this.#waiting.delete(wake);
  }
}
