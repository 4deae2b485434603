import { NotFoundError, PermissionDeniedError } from "../../api/errors";
import type { Context } from "../run/context";

/** Waits before further tries, in milliseconds; a minute in all. */
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 28_000];

/** How long a platform may take to show a new object everywhere, in milliseconds. */
const YOUNG_MS = 60_000;

/** The object that some work depends on. */
interface NewlyCreated<T> {
  readonly uid: string;
  /** The work is done under the object, as its parent: what is not permitted there yet is tried again too. */
  readonly isParent: boolean;
  /** Whether it may not be visible yet. If absent, this is so of what this run has created. */
  readonly isNew?: boolean;
  /** Whether what the work found is older than the object. If absent, it never is. */
  readonly isStale?: (found: T) => boolean;
}

/**
 * Runs `work`, and again while the platform has not caught up: it may not find an object that has just been created, nor
 * permit yet what is done under it. Work on an older object is done once. Throws what `work` throws.
 */
export async function retryUntilVisible<T>(
  context: Context,
  object: NewlyCreated<T>,
  work: () => Promise<T>,
): Promise<T> {
  const { isStale = () => false } = object;
  for (const wait of WAITS_MS) {
    try {
      const found = await work();
      if (!isStale(found) || !context.client.hasTimeFor(wait)) return found;
    } catch (error) {
      const isLag = error instanceof NotFoundError || (object.isParent && error instanceof PermissionDeniedError);
      const { isNew = context.created.has(object.uid) } = object;
      if (!isLag || !isNew || !context.client.hasTimeFor(wait)) throw error;
    }
    await context.sleep(wait);
  }
  return work();
}

/** Whether an object was created within the last minute, maybe by another run. */
export const isYoung = ({ clock }: Context, createTime: unknown): boolean =>
  typeof createTime === "string" && clock() - Date.parse(createTime) < YOUNG_MS;
