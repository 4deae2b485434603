import type { Context } from "../context";

/** Waits before the looks after a write, in milliseconds, because a platform may take a moment to show it. */
export const LOOK_WAITS_MS = [250, 1_000, 3_000];

/**
 * Looks after each wait, in milliseconds, until a look has a result. Returns undefined if none has. Calls `onNoTime`, which may throw, if
 * the operation has no time for a wait.
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
