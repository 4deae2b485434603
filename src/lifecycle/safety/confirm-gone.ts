import { NotFoundError, nothingIfRefused, PermissionDeniedError, PlatformError } from "../../api/errors";
import { parentOf } from "../../uid";
import { StillThereError } from "../errors";
import type { Looked } from "../run/context";
import type { Handle, Kind } from "../run/handle";
import { isGone } from "./gone";
import { listAmong } from "./list-among";

/** Waits before further looks, in milliseconds: a platform may take a moment to forget, and longer to list what it has. */
const LOOK_WAITS_MS = [250, 1_000, 3_000];

/**
 * Looks for an object that was deleted. `200 {}` is what success looks like, and what a proxy says that did nothing: an
 * identity that still lets someone in must not be forgotten. Objects that are deleted under one parent at the same time share
 * a look: one list, where that takes fewer requests.
 *
 * Throws StillThereError when the object is still there.
 *
 * @param wasSeen whether the token could see it before the delete, or the delete itself proves that
 */
export async function confirmGone(object: Handle, wasSeen: boolean): Promise<void> {
  const { context, spec, uid, name } = object;
  const looked = await context.goneChecks.run(`${spec.type} ${object.parentUid}`, uid, {
    isReady: () => object.siblings.deletes.none(),
    call: (uids) => goneAmong(object, uids),
  });
  if (looked.gone.has(uid)) return;
  if (!looked.there.has(uid) && (await isAbsent(object, wasSeen))) return;
  for (const wait of LOOK_WAITS_MS) {
    if (!context.client.hasTimeFor(wait)) break;
    await context.sleep(wait);
    if (await isAbsent(object, wasSeen)) return;
  }
  throw new StillThereError(
    `DELETE ${spec.collection}/${uid}: the answer was a success, but the ${name} is still there, and stays in the ` +
      // advice: check-base-url
      "state. Something between here and the platform may answer in its place: check platform:baseUrl (PLATFORM_BASE_URL), " +
      // advice: run-again
      "and run the same command again",
  );
}

const NOTHING: Looked = { gone: new Set(), there: new Set() };

/**
 * Looks for siblings with a list. What such a list lacks and an earlier one showed is gone, or this token may not see it any
 * more: so the list must show another sibling that was listed before, or one of them is looked at. Without an earlier list
 * nothing is proven, and one object alone is worth none.
 */
async function goneAmong(kind: Kind, uids: ReadonlySet<string>): Promise<Looked> {
  const [first = ""] = uids;
  const parentUid = parentOf(first);
  if (kind.spec.uidIsParents || parentUid === undefined) return NOTHING;
  const known = kind.siblingsUnder(parentUid).last;
  const wereListed = new Set([...uids].filter((uid) => known?.items.has(uid)));
  if (wereListed.size === 0) return NOTHING;
  const listed = await listAmong(kind, parentUid, uids);
  if (listed === undefined) return NOTHING;
  const missing = [...wereListed].filter((uid) => !listed.shown.has(uid));
  const [one] = missing;
  const isProven = one !== undefined && (listed.hasWitness || (await isKnownToBeGone(kind.object(one))));
  return { gone: new Set(isProven ? missing : []), there: listed.shown };
}

/** Whether the platform says that an object is gone, and can be believed. What else it says is no proof for others. */
async function isKnownToBeGone(object: Handle): Promise<boolean> {
  try {
    await object.get();
    return false;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (!(error instanceof NotFoundError)) return false;
    // A delete that succeeds proves that the object was seen, unless a second one succeeds too.
    return (await isGone(object, error, !object.spec.idempotentDelete).catch(nothingIfRefused)) === true;
  }
}

/** Whether a look at an object finds nothing. */
async function isAbsent(object: Handle, wasSeen: boolean): Promise<boolean> {
  const { context, spec, uid, name } = object;
  try {
    const answer = await object.get();
    if (answer.uid === uid) return false;
  } catch (error) {
    if (error instanceof NotFoundError) return isGone(object, error, wasSeen);
    if (!(error instanceof PlatformError)) throw error;
    if (error instanceof PermissionDeniedError) {
      context.print(
        // advice: let-someone-look
        `warning: the ${name} ${uid} was deleted, and this token may not look whether it is gone: let someone look who may`,
      );
      return true;
    }
    throw new StillThereError(
      `DELETE ${spec.collection}/${uid}: the answer was a success, but to look whether the ${name} is gone failed: ` +
        // advice: run-again
        `${error.message}. It stays in the state; run the same command again`,
      { cause: error },
    );
  }
  throw new StillThereError(
    `DELETE ${spec.collection}/${uid}: the answer was a success, but the look for the ${name} was answered about ` +
      // advice: check-base-url, run-again
      "something else. It stays in the state; check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again",
  );
}
