/** Runs as many chains at a time as there are workers. */
export class Workers {
  readonly #running = new Set<Promise<void>>();
  #defect: { readonly error: unknown } | undefined;

  constructor(private readonly count: number) {}

  /** Resolves when a worker has taken the work, not when it is done. */
  async take(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.count) await Promise.race(this.#running);
    const run = work()
      .catch((error: unknown) => {
        this.#defect ??= { error };
      })
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running);
    if (this.#defect !== undefined) throw this.#defect.error;
  }
}
