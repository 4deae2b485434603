import { NotFoundError, PlatformError } from "../../api/errors";
import { path } from "../../api/path";
import { GROUP } from "../../spec/place";
import { withAncestors } from "../../uid";
import { type Context, lookTogether } from "../context";
import type { Handle } from "../handle";
import { groupId } from "../ids";
import { childrenOf, ifListable, objectsOf, selected } from "../lists/request";
import { contradictionText, hiddenText, noGroupText } from "../texts/not-visible";
import { whyUnproven } from "./kind-visible";

/**
 * Whether a NOT_FOUND means that the object is gone. A wrong base URL, or a token that does not reach the object, gets the same answer.
 * So the platform must name this resource as missing, or the list of its siblings must lack it. Some group above it must be visible, and
 * something must prove that the token sees objects of this kind there. What was read before the NOT_FOUND proves nothing, because a run
 * may delete, and others may revoke, the grant by which its token sees. Nothing is above a root: it is gone only if this run has deleted
 * it. Throws PlatformError if the answer cannot be trusted.
 *
 * @param isKindProven the token is known to see such objects there; of a root, this run has deleted it
 */
export async function isGone(object: Handle, error: NotFoundError, isKindProven = false): Promise<boolean> {
  const contradiction = (shown: "listed" | "visible") =>
    new PlatformError(contradictionText(error.message, shown), { cause: error });
  const isRoot = object.spec.isRootOf !== undefined;
  if (error.resource === undefined && (await isListed(object)) !== false) throw contradiction("listed");
  if (isRoot && isKindProven) return true;
  await assertGroupVisible(object, error.message, whyHiddenNow);
  if (isRoot) throw contradiction("visible");
  if (isKindProven || hasDeletedAbove(object) || isSeenAsGroups(object)) return true;
  const why = await whyUnproven(object);
  if (why === undefined) return true;
  throw new PlatformError(hiddenText(error.message, object, why), { cause: error });
}

/** What `work` finds of an object; undefined if the object is gone. Throws what `work` throws, and PlatformError. */
export async function unlessGone<T>(object: Handle, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotFoundError && (await isGone(object, error))) return undefined;
    throw error;
  }
}

/** Whether the platform lists an object beside its siblings. Undefined if it cannot list the kind. */
export function isListed({ context, spec, uid, parentUid }: Handle): Promise<boolean | undefined> {
  const selection = parentUid === undefined ? objectsOf(spec, [uid]) : childrenOf(spec, parentUid);
  return ifListable(spec, async () => {
    for await (const item of selected(context.client, selection)) if (item.uid === uid) return true;
    return false;
  });
}

/** Whether this run has deleted a group that an object lay in, and the object with it. */
const hasDeletedAbove = ({ context, parentUid }: Handle): boolean =>
  parentUid !== undefined && withAncestors(parentUid).some((group) => context.journal.hasDeleted(groupId(group)));

/** Whether it takes no more to see an object than to see the group above it, which is visible now. */
const isSeenAsGroups = ({ context, spec }: Handle): boolean =>
  spec.needs.see.every((capability) => context.resources[GROUP]?.needs.see.includes(capability));

/**
 * Why a group is not visible; undefined if it is. A visible group is asked for once per run; another one may appear a moment later.
 */
export async function whyHidden(context: Context, uid: string): Promise<PlatformError | undefined> {
  const { groups } = context;
  const asked = groups.get(uid) ?? askForGroup(context, uid);
  groups.set(uid, asked);
  let isVisible = false;
  try {
    const why = await asked;
    isVisible = why === undefined;
    return why;
  } finally {
    if (!isVisible && groups.get(uid) === asked) groups.delete(uid);
  }
}

/** Why a group is not visible now: what this run has seen of it before does not count. Looks at one moment are one. */
export async function whyHiddenNow(context: Context, uid: string): Promise<PlatformError | undefined> {
  const why = await lookTogether(context, `group ${uid}`, () => askForGroup(context, uid));
  if (why !== undefined) context.groups.delete(uid);
  return why;
}

async function askForGroup(context: Context, uid: string): Promise<PlatformError | undefined> {
  try {
    const group = await context.client.get(path`/iam/v2/groups/${uid}`);
    if (group.uid === uid) return undefined;
    return new PlatformError(`GET /iam/v2/groups/${uid}: the answer is about no such group`);
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}

/**
 * Throws PlatformError unless some group above an object is visible, or was deleted by this run. Nothing is above a root, and
 * one that is missing may be hidden. `look` looks at a group; what is visible is remembered for the run by default.
 */
export async function assertGroupVisible(object: Handle, said: string, look = whyHidden): Promise<void> {
  const { context, spec, parentUid, uid } = object;
  const above = parentUid === undefined ? [] : withAncestors(parentUid).reverse();
  let cause = new PlatformError(`no group is above ${uid}`);
  for (const group of spec.isRootOf === undefined ? above : [uid]) {
    const why = await look(context, group);
    if (why === undefined || context.journal.hasDeleted(groupId(group))) return;
    cause = why;
  }
  throw new PlatformError(noGroupText(said, object), { cause });
}
