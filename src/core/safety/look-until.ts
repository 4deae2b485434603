import type { Context } from "../context";

/** Waits before the looks that follow a write, in milliseconds: a platform may take a moment to show what it has done. */
export const LOOK_WAITS_MS = [250, 1_000, 3_000];

/**
 * Looks after each wait, in milliseconds, until there is an answer. Returns undefined if no look gave one. `onNoTime` is called if the
 * operation has no time left for a wait; it throws if it does not suffice to stop looking.
 */
export async function lookUntil<T>(
  { client, sleep }: Context,
  look: () => Promise<T | false | undefined>,
  { waits = LOOK_WAITS_MS, onNoTime = () => {} }: { waits?: readonly number[]; onNoTime?: () => void } = {},
): Promise<T | undefined> {
  for (const wait of waits) {
    if (wait > 0 && !client.hasTimeFor(wait)) {
      onNoTime();
      return undefined;
    }
    if (wait > 0) await sleep(wait);
    const found = await look();
    if (found !== undefined && found !== false) return found;
  }
  return undefined;
}
