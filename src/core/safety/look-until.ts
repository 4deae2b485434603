import { AlreadyExistsError, isUnavailable } from "../../client/api/errors";
import type { Context } from "../context";

/** Waits before the looks after a write, in milliseconds. A platform may take a minute to show everywhere what was written. */
export const LOOK_WAITS_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 28_000];

/**
 * Waits before a write whose response was lost is sent again, in milliseconds: eight seconds, because it has most likely not arrived. A
 * platform that is down has most likely done nothing. But a refused second write proves that the first one arrived.
 */
export function waitsAfter(lost: unknown): readonly number[] {
  if (lost instanceof AlreadyExistsError) return LOOK_WAITS_MS;
  return LOOK_WAITS_MS.slice(0, isUnavailable(lost) ? 3 : 4);
}

/** Looks after each wait until a look has a result. Calls `onNoTime`, which may throw, if there is no time for a wait. */
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
