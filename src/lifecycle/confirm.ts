import { NotFoundError, PermissionDeniedError, PlatformError } from "../api/errors";
import { PAGE_SIZE } from "../api/pages";
import { literal, path } from "../api/path";
import { parentUidOf } from "../spec/place";
import { nameOf, type ResourceSpec } from "../spec/resource";
import { parentOf } from "../uid";
import type { Context } from "./context";
import { StillThereError } from "./errors";
import { isGone } from "./gone";
import { listedIn } from "./siblings";

/** Waits before further looks, in milliseconds: a platform may take a moment to forget, and longer to list what it has. */
const LOOK_WAITS = [250, 1_000, 3_000];

/**
 * Looks for what was deleted. `200 {}` is what success looks like, and what a proxy says that did nothing: an identity that
 * still lets someone in must not be forgotten. What is deleted under one parent while a look is under way is looked for
 * together by the next, in one list where that takes fewer requests.
 *
 * Throws StillThereError when the object is still there.
 */
export async function confirmGone(context: Context, spec: ResourceSpec, uid: string): Promise<void> {
  const place = `${spec.type} ${parentUidOf(spec, uid)}`;
  const gone = await context.deleted.together(place, uid, (uids) => goneAmong(context, spec, uids));
  if (gone.has(uid)) return;
  for (const wait of LOOK_WAITS) {
    if (!context.client.hasTimeFor(wait)) break;
    await context.sleep(wait);
    if (await isNotThere(context, spec, uid)) return;
  }
  throw new StillThereError(
    `DELETE ${spec.collection}/${uid}: the answer was a success, but the ${nameOf(spec)} is still there, and stays in the ` +
      // advice: check-base-url
      "state. Something between here and the platform may answer in its place: check platform:baseUrl (PLATFORM_BASE_URL), " +
      // advice: run-again
      "and run the same command again",
  );
}

/**
 * Those of some siblings that are proven to be gone: one by a look at it, several by a list, unless that would take more
 * requests than looks at each.
 */
async function goneAmong(context: Context, spec: ResourceSpec, uids: ReadonlySet<string>): Promise<Set<string>> {
  const [first = ""] = uids;
  const parentUid = parentOf(first);
  if (uids.size < 2) return new Set((await isNotThere(context, spec, first)) ? [first] : []);
  if (spec.uidIsParents || parentUid === undefined) return new Set();
  const listed = await listedIn(context, spec, parentUid, uids.size * PAGE_SIZE);
  if (listed === undefined) return new Set();
  const [one, ...others] = [...uids].filter((uid) => !listed.has(uid));
  // A list may be old, or cut by what the token may see: one look at what it lacks tells.
  if (one === undefined || !(await isNotThere(context, spec, one))) return new Set();
  return new Set([one, ...others]);
}

/** Whether a look at an object finds nothing. */
async function isNotThere(context: Context, spec: ResourceSpec, uid: string): Promise<boolean> {
  try {
    const answer = await context.client.get(path`${literal(spec.collection)}/${uid}`);
    if (answer.uid === uid) return false;
  } catch (error) {
    if (error instanceof NotFoundError) return isGone(context, spec, uid, error);
    if (!(error instanceof PlatformError)) throw error;
    if (error instanceof PermissionDeniedError) {
      context.tell(
        // advice: let-someone-look
        `warning: the ${nameOf(spec)} ${uid} was deleted, and this token may not look whether it is gone: let someone look who may`,
      );
      return true;
    }
    throw new StillThereError(
      `DELETE ${spec.collection}/${uid}: the answer was a success, but to look whether the ${nameOf(spec)} is gone failed: ` +
        // advice: run-again
        `${error.message}. It stays in the state; run the same command again`,
      { cause: error },
    );
  }
  throw new StillThereError(
    `DELETE ${spec.collection}/${uid}: the answer was a success, but the look for the ${nameOf(spec)} was answered about ` +
      // advice: check-base-url, run-again
      "something else. It stays in the state; check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again",
  );
}
