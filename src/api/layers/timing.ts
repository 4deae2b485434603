/** Time and chance, which tests replace. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Uniform on [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The machine's own, but for what is replaced. */
export const timingOf = ({ clock, random, sleep }: Partial<Timing>): Timing => ({
  clock: clock ?? Date.now,
  random: random ?? Math.random,
  sleep: sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
});
