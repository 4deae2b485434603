import type { Context } from "../context";

/** Waits before the looks that follow a write, in milliseconds: a platform may take a moment to show what it has done. */
export const LOOK_WAITS_MS = [250, 1_000, 3_000];

/** How often to look, and what to do if the operation has no time left for a wait. */
interface Looks {
  /** Waits before the looks, in milliseconds. */
  readonly waits?: readonly number[];
  /** Throws if it does not suffice to stop looking. */
  readonly onNoTime?: () => void;
}

/** Looks after each wait until there is an answer. Returns undefined if no look gave one. Throws what `look` throws. */
export async function lookUntil<T>(
  { client, sleep }: Context,
  look: () => Promise<T | undefined>,
  { waits = LOOK_WAITS_MS, onNoTime = () => undefined }: Looks = {},
): Promise<T | undefined> {
  for (const wait of waits) {
    if (wait > 0 && !client.hasTimeFor(wait)) {
      onNoTime();
      return undefined;
    }
    if (wait > 0) await sleep(wait);
    const found = await look();
    if (found !== undefined) return found;
  }
  return undefined;
}
