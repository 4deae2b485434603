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

  /**
   * Waits until none is under way.
   *
   * @param limitMs the longest to wait, in milliseconds
   */
  async none(limitMs: number): Promise<void> {
    if (this.#count === 0) return;
    let wake: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#waiting.add(wake);
    await Promise.race([answered, this.sleep(limitMs)]);
    this.#waiting.delete(wake);
  }
}
