import { NotFoundError, PermissionDeniedError } from "../../api/errors";
import type { Context } from "../run/context";

/** Waits before further tries, in milliseconds; a minute in all. */
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 28_000];

/** The object that some work depends on. */
interface NewlyCreated {
  readonly uid: string;
  /** The work is done under the object, as its parent: what is not permitted there yet is tried again too. */
  readonly isParent: boolean;
}

/**
 * Runs `work`, and again while the platform has not caught up: it may not find an object that this run has just created,
 * nor permit yet what is done under it. Work on an object that was there before is done once. Throws what `work` throws.
 */
export async function retryUntilVisible<T>(
  { client, created, sleep }: Context,
  { uid, isParent }: NewlyCreated,
  work: () => Promise<T>,
): Promise<T> {
  for (const wait of created.has(uid) ? WAITS_MS : []) {
    try {
      return await work();
    } catch (error) {
      const isLag = error instanceof NotFoundError || (isParent && error instanceof PermissionDeniedError);
      if (!isLag || !client.hasTimeFor(wait)) throw error;
      await sleep(wait);
    }
  }
  return work();
}
