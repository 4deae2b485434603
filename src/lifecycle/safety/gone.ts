import { NotFoundError, PlatformError } from "../../api/errors";
import { path } from "../../api/path";
import { parentOf } from "../../uid";
import type { Context, GroupVisibility } from "../run/context";
import type { Handle } from "../run/handle";
import { whyUnproven } from "./kind-visible";
import { isListed } from "./siblings";

/**
 * Whether a NOT_FOUND means that the object is gone. A wrong base URL, or a token that does not reach the object, answers
 * the same: believing it would take every resource out of the state. So the platform must name this resource as missing, or
 * the list of its siblings must lack it; and some group above it must be visible still: a run may delete, and others may
 * revoke, the very grant by which its token sees. A token may also see groups, and not what lies in them: so something must prove that it
 * sees objects of this kind there. What was read before the NOT_FOUND proves nothing.
 *
 * Throws PlatformError when the answer cannot be trusted.
 *
 * @param isKindProven that the token sees such objects there is known already; of a root, that this run has deleted it
 */
export async function isGone(object: Handle, error: NotFoundError, isKindProven = false): Promise<boolean> {
  if (error.resource === undefined && (await isListed(object)) !== false) {
    throw new PlatformError(
      `${error.message}, but it is listed: the two answers contradict each other, so nothing is concluded`,
      { cause: error },
    );
  }
  if (object.spec.isRootOf !== undefined) return isRootGone(object, error, isKindProven);
  await assertGroupVisible(object, error.message, visibleNow);
  if (isKindProven || hasDeletedAbove(object) || isSeenAsGroups(object)) return true;
  const why = await whyUnproven(object);
  if (why === undefined) return true;
  throw new PlatformError(
    `${error.message}; but nothing proves that this token sees ${object.name} objects in the group ${object.groupUid}: ${why}. So ${object.uid} may ` +
      // advice: state-delete-hidden
      `only be hidden, and nothing was removed from the state. Was it deleted by hand? Then pulumi state delete "<its URN>" takes it out of the state`,
    { cause: error },
  );
}

/**
 * The same for a root. Nothing is above it, and others may have revoked the grant by which the token saw it. So it is gone only if
 * this run has deleted it.
 */
async function isRootGone(object: Handle, error: NotFoundError, isDeleted: boolean): Promise<boolean> {
  if (isDeleted) return true;
  await assertGroupVisible(object, error.message, visibleNow);
  throw new PlatformError(
    `${error.message}, but it is visible: the two answers contradict each other, so nothing is concluded`,
    { cause: error },
  );
}

/** Whether this run has deleted a group that an object lay in, and the object with it. */
const hasDeletedAbove = ({ context, parentUid }: Handle): boolean =>
  withAncestors(parentUid).some((group) => context.ownership.hasDeleted("iam:Group", group));

/** Whether it takes no more to see an object than to see the group above it, which is visible now. */
const isSeenAsGroups = ({ context, spec }: Handle): boolean =>
  spec.needs.see.every((capability) => context.resources["iam:Group"]?.needs.see.includes(capability));

/** Looks whether a group is visible. One that is visible is asked for once per run; another may appear a moment later. */
export function groupVisibility(context: Context, uid: string): Promise<GroupVisibility> {
  const known = context.groups.get(uid);
  if (known !== undefined) return known;
  const asked = askForGroup(context, uid);
  context.groups.set(uid, asked);
  const forget = () => {
    if (context.groups.get(uid) === asked) context.groups.delete(uid);
  };
  asked.then(({ kind }) => {
    if (kind !== "visible") forget();
  }, forget);
  return asked;
}

/** Looks whether a group is visible now: what this run has seen of it before does not count. Looks at one moment are one. */
export async function visibleNow(context: Context, uid: string): Promise<GroupVisibility> {
  const visibility = await context.groupLooks.run(uid, uid, { call: () => askForGroup(context, uid) });
  if (visibility.kind !== "visible") context.groups.delete(uid);
  return visibility;
}

async function askForGroup(context: Context, uid: string): Promise<GroupVisibility> {
  try {
    const group = await context.client.get(path`/iam/v2/groups/${uid}`);
    if (group.uid === uid) return { kind: "visible" };
    return { kind: "hidden", error: new PlatformError(`GET /iam/v2/groups/${uid}: the answer is about no such group`) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isMissing = error instanceof NotFoundError && error.resource !== undefined;
    return isMissing ? { kind: "missing", error } : { kind: "hidden", error };
  }
}

/**
 * Throws PlatformError unless some group above an object is visible, or was deleted by this run. Nothing is above a root, and
 * one that is missing may be hidden.
 *
 * @param look looks at a group; what is visible is remembered for the run by default
 */
export async function assertGroupVisible(object: Handle, said: string, look = groupVisibility): Promise<void> {
  const isRoot = object.spec.isRootOf !== undefined;
  const cause = await whyNoGroupIsVisible(object, look);
  if (cause === undefined) return;
  if (isRoot) {
    throw new PlatformError(
      // advice: state-delete-organization
      `${said}, ${NOT_VISIBLE}. Was the ${object.name} deleted by hand? Then pulumi state delete "<its URN>" takes it out of the state`,
      { cause },
    );
  }
  throw new PlatformError(`${said}; but no group above it is visible either, ${NOT_VISIBLE}`, { cause });
}

async function whyNoGroupIsVisible(
  { context, spec, parentUid, uid }: Handle,
  look: typeof groupVisibility,
): Promise<PlatformError | undefined> {
  let last: PlatformError | undefined;
  for (const group of spec.isRootOf === undefined ? withAncestors(parentUid) : [uid]) {
    const visibility = await look(context, group);
    if (visibility.kind === "visible" || context.ownership.hasDeleted("iam:Group", group)) return undefined;
    last = visibility.error;
  }
  return last ?? new PlatformError(`no group is above ${uid}`);
}

/** A uid and those above it, the root first. */
const withAncestors = (uid: string | undefined): string[] =>
  uid === undefined ? [] : [...withAncestors(parentOf(uid)), uid];

/** What to do when an organisation, or a group in it, cannot be seen. */
export const NOT_VISIBLE =
  "so it may be the wrong place to look: the organisation is not visible at this base URL with this token. Nothing was " +
  // advice: check-base-url, check-token
  "removed from the state; check platform:baseUrl (PLATFORM_BASE_URL) and the token";
