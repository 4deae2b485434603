import { NotFoundError, PlatformError } from "../../api/errors";
import { path } from "../../api/path";
import { GROUP } from "../../spec/place";
import { parentOf } from "../../uid";
import { type Context, type GroupVisibility, lookTogether } from "../context";
import type { Handle } from "../handle";
import { groupId } from "../ids";
import { childrenOf, ifListable, objectsOf, selected } from "../lists/request";
import { contradictionText, hiddenText, noGroupText } from "../texts/not-visible";
import { whyUnproven } from "./kind-visible";

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
    throw new PlatformError(contradictionText(error.message, "listed"), { cause: error });
  }
  if (object.spec.isRootOf !== undefined) return isRootGone(object, error, isKindProven);
  await assertGroupVisible(object, error.message, visibleNow);
  if (isKindProven || hasDeletedAbove(object) || isSeenAsGroups(object)) return true;
  const why = await whyUnproven(object);
  if (why === undefined) return true;
  throw new PlatformError(hiddenText(error.message, object, why), { cause: error });
}

/** Whether the platform lists an object beside its siblings. Undefined if it cannot list the kind. */
export function isListed({ context, spec, uid, parentUid }: Handle): Promise<boolean | undefined> {
  const selection = parentUid === undefined ? objectsOf(spec, [uid]) : childrenOf(spec, parentUid);
  return ifListable(spec, async () => {
    for await (const item of selected(context.client, selection)) if (item.uid === uid) return true;
    return false;
  });
}

/**
 * The same for a root. Nothing is above it, and others may have revoked the grant by which the token saw it. So it is gone only if
 * this run has deleted it.
 */
async function isRootGone(object: Handle, error: NotFoundError, isDeleted: boolean): Promise<boolean> {
  if (isDeleted) return true;
  await assertGroupVisible(object, error.message, visibleNow);
  throw new PlatformError(contradictionText(error.message, "visible"), { cause: error });
}

/** Whether this run has deleted a group that an object lay in, and the object with it. */
const hasDeletedAbove = ({ context, parentUid }: Handle): boolean =>
  withAncestors(parentUid).some((group) => context.journal.hasDeleted(groupId(group)));

/** Whether it takes no more to see an object than to see the group above it, which is visible now. */
const isSeenAsGroups = ({ context, spec }: Handle): boolean =>
  spec.needs.see.every((capability) => context.resources[GROUP]?.needs.see.includes(capability));

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
  const visibility = await lookTogether(context, `group ${uid}`, () => askForGroup(context, uid));
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
  const cause = await whyNoGroupIsVisible(object, look);
  if (cause !== undefined) throw new PlatformError(noGroupText(said, object), { cause });
}

async function whyNoGroupIsVisible(
  { context, spec, parentUid, uid }: Handle,
  look: typeof groupVisibility,
): Promise<PlatformError | undefined> {
  let last: PlatformError | undefined;
  for (const group of spec.isRootOf === undefined ? withAncestors(parentUid) : [uid]) {
    const visibility = await look(context, group);
    if (visibility.kind === "visible" || context.journal.hasDeleted(groupId(group))) return undefined;
    last = visibility.error;
  }
  return last ?? new PlatformError(`no group is above ${uid}`);
}

/** A uid and those above it, the root first. */
const withAncestors = (uid: string | undefined): string[] =>
  uid === undefined ? [] : [...withAncestors(parentOf(uid)), uid];
