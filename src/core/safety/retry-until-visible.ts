import {
  ApiError,
  NotFoundError,
  PermissionDeniedError,
  PlatformError,
  UnauthenticatedError,
} from "../../client/api/errors";
import { shownUid } from "../../client/api/shown";
import { rootOf } from "../../description/uid";
import type { Context } from "../context";
import { hiddenYetText, newOrganizationText } from "../texts/not-visible";
import { LOOK_WAITS_MS } from "./look-until";
import type { Renewal } from "./token-renewals";

/** Most objects are visible sooner. */
const SILENT_WAITS = 2;

/** How long a platform may take to show a new object everywhere, in milliseconds. */
const YOUNG_MS = 60_000;

interface NewlyCreated<T> {
  readonly uid: string;
  /** The work is done under the object, as its parent. Work that is not permitted there yet is also repeated. */
  readonly isParent: boolean;
  /** When it was created, if that is known. Otherwise an object of this run is new. */
  readonly createTime?: unknown;
  /** Whether the result is from before the object: the SCIM settings without the token that was created. Absent if it cannot be. */
  readonly isStale?: (found: T) => boolean;
}

/**
 * Repeats `work` until the platform shows a new object: before that it may not find the object, or not permit work under it. In an
 * organization of this run, the token is renewed between the tries. A token has only the rights from the time of its issue
 * (platform API: STS-6). Work on an older object is done once. Throws what `work` throws.
 */
export async function retryUntilVisible<T>(
  context: Context,
  object: NewlyCreated<T>,
  work: () => Promise<T>,
): Promise<T> {
  const { journal, tokenRenewals, client } = context;
  const { uid, createTime, isStale = () => false } = object;
  const root = rootOf(uid);
  const isInNewRoot = object.isParent && journal.hasCreated(root);
  let renewed: Renewal = { isNew: false };
  for (let tries = 0; ; tries++) {
    let wait = LOOK_WAITS_MS[tries];
    const isLast = () => wait === undefined || !client.hasTimeFor(wait);
    const before = tokenRenewals.latest;
    try {
      const found = await work();
      if (!isStale(found) || isLast()) return found;
    } catch (error) {
      const isOfRun = createTime === undefined && journal.hasCreated(uid);
      const newMs = isOfRun ? Number.POSITIVE_INFINITY : youngMs(context, createTime);
      if (newMs <= 0 || !isLag(error, object.isParent, isInNewRoot)) throw error;
      // What ended early proves nothing: neither in a short operation, nor in a canceled run.
      if (wait !== undefined && isLast() && !object.isParent)
        throw new PlatformError(hiddenYetText(error), { cause: error });
      if (isLast()) throw isInNewRoot ? inNewRoot(error, root, renewed) : error;
      wait = wait && Math.min(wait, newMs);
      if (isInNewRoot && !(error instanceof NotFoundError)) {
        const renewal = await tokenRenewals.after(before, context);
        renewed = renewal.isNew || !renewed.isNew ? renewal : renewed;
      }
    }
    if (tries >= SILENT_WAITS && !context.awaited.has(uid)) {
      context.awaited.add(uid);
      context.print(`${shownUid(uid)} is not visible yet. Waiting up to a minute`);
    }
    await context.sleep(wait ?? 0);
  }
}

const isLag = (error: unknown, isParent: boolean, isInNewRoot: boolean): boolean =>
  error instanceof NotFoundError ||
  (isParent && error instanceof PermissionDeniedError) ||
  (isInNewRoot && error instanceof UnauthenticatedError);

/** Adds to a refusal why it lasts and what to do. Returns another error unchanged. */
function inNewRoot(error: unknown, root: string, renewal: Renewal): unknown {
  if (!(error instanceof ApiError) || error instanceof NotFoundError) return error;
  return new PlatformError(newOrganizationText(error.message, shownUid(root), renewal), { cause: error });
}

/** Whether the platform may not show an object of any run everywhere yet. False if its creation time is not known. */
export const isYoung = (context: Context, createTime: unknown): boolean => youngMs(context, createTime) > 0;

/** How long an object of any run is still new by one of the clocks, in milliseconds. Not positive for an old one. */
const youngMs = ({ client }: Context, createTime: unknown): number =>
  typeof createTime === "string" ? Date.parse(createTime) + YOUNG_MS - client.passedTime() : 0;
