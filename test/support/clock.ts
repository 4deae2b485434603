/** A clock that stands still while anything can run, and then jumps to the end of the shortest sleep. */
export function virtualClock(start = "2026-01-01T00:00:00Z") {
  let now = Date.parse(start);
  const asleep: { readonly until: number; readonly wake: () => void }[] = [];
  let isTurning = false;

  const turn = () => {
    const [next] = asleep.sort((a, b) => a.until - b.until);
    isTurning = next !== undefined;
    if (next === undefined) return;
    asleep.shift();
    now = next.until;
    next.wake();
    setImmediate(turn);
  };

  return {
    clock: () => now,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        asleep.push({ until: now + ms, wake });
        if (!isTurning) setImmediate(turn);
        isTurning = true;
      }),
  };
}

/** Numbers on [0, 1) that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
