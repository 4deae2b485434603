/** A clock that does not move while anything can run, and then jumps to the end of the shortest sleep. */
export function virtualClock(start: Date | string = "2026-01-01T00:00:00Z") {
  let now = new Date(start).getTime();
  const asleep: { readonly until: number; readonly wake: () => void }[] = [];
  let isTurning = false;

  const turn = () => {
    const [next] = asleep.sort((a, b) => a.until - b.until);
    isTurning = next !== undefined;
    if (next === undefined) return;
    now = next.until;
    const later = asleep.findIndex(({ until }) => until > now);
    for (const { wake } of asleep.splice(0, later < 0 ? asleep.length : later)) wake();
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

/** The clock of emulators in tests: a refresh waits for an object that is less than a minute old. */
export const minutesAgo = (): Date => new Date(Date.now() - 2 * 60_000);

/** The clock of emulators whose opaque tokens count as newer than all that they begin with, because a token lives an hour at most. */
export const hoursAgo = (): Date => new Date(Date.now() - 3 * 60 * 60_000);

let passed = 0;

/** A clock of emulators that tests advance, because a token proves nothing about a grant of the same moment. */
export const advancedNow = (): Date => new Date(Date.now() + passed);

export function letSecondsPass(): void {
  passed += 3_000;
}
