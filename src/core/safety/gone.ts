import { NotFoundError, PermissionDeniedError, PlatformError } from "../../client/api/errors";
import { GROUP } from "../../description/spec/place";
import { withAncestors } from "../../description/uid";
import type { JsonObject } from "../../description/wire/json";
import { path } from "../../description/wire/path";
import { type Context, sharedRead } from "../context";
import { groupId } from "../ids";
import { childrenOf, ifListable, objectsOf, selected } from "../lists/request";
import type { RemoteObject } from "../remote-object";
import {
  groupNotVisibleText,
  lookFailedText,
  otherAnswerText,
  stillThereText,
  unseenDeleteText,
} from "../texts/not-deleted";
import { contradictionText, hiddenText, noGroupText } from "../texts/not-visible";
import { whyUnproven } from "./kind-visible";
import { LOOK_WAITS_MS, lookUntil } from "./look-until";
import { retryUntilVisible } from "./retry-until-visible";

/**
 * Whether NOT_FOUND means that the object no longer exists. A wrong base URL, or a token that does not see the object, gets the same
 * response. So the platform must name this object as missing, or its list must lack it. A group above it must be visible, and something
 * must prove that the token sees objects of this kind there. Earlier reads prove nothing, because this run or somebody else may have
 * removed the token's rights since. Nothing is above a root, so only its delete by this run counts. Returns why it may still exist, and
 * undefined if it does not. Throws PlatformError if the response cannot be trusted.
 */
async function whyMayExist(
  object: RemoteObject,
  error: NotFoundError,
  isKindProven: boolean,
): Promise<string | undefined> {
  const contradiction = (shown: "listed" | "visible") =>
    new PlatformError(contradictionText(error.message, shown), { cause: error });
  const isRoot = object.spec.peculiar?.rootOf !== undefined;
  if (error.resource === undefined && (await isListed(object)) !== false) throw contradiction("listed");
  if (isRoot && isKindProven) return undefined;
  await assertGroupVisible(object, error.message, whyHiddenNow);
  if (isRoot) throw contradiction("visible");
  if (isKindProven || hasDeletedAbove(object) || isSeenAsGroups(object)) return undefined;
  return whyUnproven(object);
}

const MAX_TOKENS = 3;

/**
 * The result of `work` for an object. Undefined if the object no longer exists. A proof of that is about one token, so `work` is repeated
 * if there is another one in the end. `isKindProven`: the token is known to see such objects there, or this run deleted the root. Throws
 * what `work` throws, and PlatformError.
 */
export async function unlessGone<T>(
  object: RemoteObject,
  work: () => Promise<T>,
  isKindProven = false,
): Promise<T | undefined> {
  const { client } = object.context;
  let token = await client.token();
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const why = await whyMayExist(object, error, isKindProven);
      const after = await client.token();
      const isSame = token === undefined ? after === undefined : token.equals(after);
      if (isSame && why === undefined) return undefined;
      if (isSame || tries === MAX_TOKENS) {
        throw new PlatformError(hiddenText(error.message, object, why ?? "the token changed meanwhile"), {
          cause: error,
        });
      }
      token = after;
    }
  }
}

/** Whether the platform lists an object with its siblings. Undefined if it cannot list the kind. */
export function isListed({ context, spec, uid, parentUid }: RemoteObject): Promise<boolean | undefined> {
  const selection = parentUid === undefined ? objectsOf(spec, [uid]) : childrenOf(spec, parentUid);
  return ifListable(spec, async () => {
    for await (const item of selected(context.client, selection)) if (item.uid === uid) return true;
    return false;
  });
}

/** Whether this run deleted a group above an object, and the object with it. */
const hasDeletedAbove = ({ context, parentUid }: RemoteObject): boolean =>
  parentUid !== undefined && withAncestors(parentUid).some((group) => context.journal.hasDeleted(groupId(group)));

/** Whether a token needs no more capabilities to see an object than to see the group above it, which is visible. */
const isSeenAsGroups = ({ context, spec }: RemoteObject): boolean =>
  spec.needs.see.every((capability) => context.resources[GROUP]?.needs.see.includes(capability));

/** Why a group is not visible. Undefined if it is. A visible group is read once per run, because a new one may appear later. */
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

/** Like `whyHidden`, without what the run remembers. Simultaneous calls share a read. */
export async function whyHiddenNow(context: Context, uid: string): Promise<PlatformError | undefined> {
  const why = await sharedRead(context, `group ${uid}`, () => askForGroup(context, uid));
  if (why !== undefined) context.groups.delete(uid);
  return why;
}

async function askForGroup(context: Context, uid: string): Promise<PlatformError | undefined> {
  try {
    const group = await context.client.get(path`/iam/v2/groups/${uid}`);
    if (group.uid === uid) return undefined;
    return new PlatformError(`GET /iam/v2/groups/${uid}: the response is about another object`);
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}

/** Throws PlatformError unless a group above an object, or a root itself, is visible, or this run deleted it. `look` reads a group. */
export async function assertGroupVisible(object: RemoteObject, said: string, look = whyHidden): Promise<void> {
  const { context, spec, parentUid, uid } = object;
  const above = parentUid === undefined ? [] : withAncestors(parentUid).reverse();
  const isRoot = spec.peculiar?.rootOf !== undefined;
  let cause = new PlatformError(`${uid} has no parent group`);
  for (const group of isRoot ? [uid] : above) {
    const why = await look(context, group);
    if (why === undefined || context.journal.hasDeleted(groupId(group))) return;
    cause = why;
  }
  throw new PlatformError(noGroupText(said, isRoot), { cause });
}

/**
 * Checks that the platform can be believed about an object: its group or the object itself must be visible. Another platform or a
 * proxy may answer any DELETE with a success, and any GET with "not found". Returns false if this run has deleted the object, or it is
 * gone with its group, by the evidence of a refresh. Throws PlatformError if neither is visible otherwise.
 */
export async function isThereToDelete(object: RemoteObject, createTime: unknown): Promise<boolean> {
  // The path refuses an unsafe uid before any request.
  const { context, spec, uid, groupUid: group, path: target } = object;
  if (context.journal.hasDeleted(object)) return false;
  if (spec.peculiar?.rootOf !== undefined) {
    await assertGroupVisible(object, `${object.kind.name} ${uid} was not deleted: it is not visible`, whyHiddenNow);
    return true;
  }
  const why = group === undefined ? undefined : await whyHidden(context, group);
  if (group === undefined || why === undefined) return true;
  let cause: unknown = why;
  try {
    // A token may see the object although it does not see groups.
    const look = () => context.client.get(target);
    const answer = await retryUntilVisible(context, { uid, isParent: false, createTime }, look);
    if (answer.uid === uid) return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // The same error from both reads is about neither object, for example an expired token. With a cause, it says that there was no time to look.
    if (error.message === why.message || error.cause instanceof NotFoundError) throw error;
    cause = error;
  }
  const areMissing = [why, cause].every((error) => error instanceof NotFoundError && error.resource !== undefined);
  if (areMissing && context.journal.isDeleting(groupId(group))) {
    // The platform may hide both. Then the delete of the group fails too.
    await context.deletions.wait(uid);
    if (context.journal.hasDeleted(groupId(group))) return false;
  }
  // It is believed as in a refresh, which reads nothing that an interrupted replacement of the group deletes again.
  if (areMissing && (await unlessGone(object, () => context.client.get(target))) === undefined) return false;
  throw new PlatformError(groupNotVisibleText(object, group, why.message), { cause });
}

interface Evidence {
  /** Whether the platform itself reports the success. A proxy may answer `200 {}` without doing anything. */
  readonly isByGateway: boolean;
  /** Whether the token is known to have seen such objects in the group before the delete, or the delete itself proves that. */
  readonly wasSeen: boolean;
}

/** Throws PlatformError if an object still exists after its delete. A success that is not the platform's own is checked by a read. */
export async function confirmGone(object: RemoteObject, { isByGateway, wasSeen }: Evidence): Promise<void> {
  const isSeen = wasSeen && (await isStillSeen(object));
  if (isByGateway && !(await mayBeHidden(object, isSeen))) return;
  const isAbsent = async () => {
    const answer = await unlessGone(object, () => look(object, isByGateway), isSeen);
    if (answer !== undefined && answer.uid !== object.uid) throw new PlatformError(otherAnswerText(object));
    return answer === undefined;
  };
  if (await lookUntil(object.context, isAbsent, { waits: [0, ...LOOK_WAITS_MS] })) return;
  throw new PlatformError(stillThereText(object));
}

/** Whether what was seen before a delete still holds: this run may have deleted the token's own rights in the meantime. */
async function isStillSeen(object: RemoteObject): Promise<boolean> {
  const { context, spec } = object;
  if (!spec.idempotentDelete || !context.journal.changesOtherBindings(object)) return true;
  return (await whyUnproven(object)) === undefined;
}

/** Whether the platform may report a success because the token does not see the object. It does so for a few kinds only. */
async function mayBeHidden({ context, spec, groupUid }: RemoteObject, isSeen: boolean): Promise<boolean> {
  if (!spec.idempotentDelete) return false;
  return !isSeen || groupUid === undefined || (await whyHiddenNow(context, groupUid)) !== undefined;
}

/** Reads an object. Undefined if the platform refuses that after a delete that it reported itself. Throws NotFoundError and PlatformError. */
async function look(object: RemoteObject, isByGateway: boolean): Promise<JsonObject | undefined> {
  try {
    return await object.get();
  } catch (error) {
    if (error instanceof NotFoundError || !(error instanceof PlatformError)) throw error;
    if (!(error instanceof PermissionDeniedError && isByGateway)) {
      throw new PlatformError(lookFailedText(object, error.message), { cause: error });
    }
    object.context.print(unseenDeleteText(object));
    return undefined;
  }
}
