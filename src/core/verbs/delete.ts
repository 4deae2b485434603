import {
  NotFoundError,
  nothingIfRefused,
  PermissionDeniedError,
  PlatformError,
  PreconditionError,
} from "../../client/api/errors";
import { ownerOf } from "../../description/spec/rules";
import type { Values } from "../../description/spec/values";
import { DependentsRemainError } from "../errors";
import { groupId } from "../ids";
import type { RemoteObject } from "../remote-object";
import { confirmGone } from "../safety/confirm-gone";
import { deletedAlong, dependentsOf, remainingContents } from "../safety/dependents";
import { assertGroupVisible, unlessGone, whyHidden, whyHiddenNow } from "../safety/gone";
import { whyUnproven } from "../safety/kind-visible";
import { isYoung, retryUntilVisible } from "../safety/retry-until-visible";
import { createdAt } from "../state/notes";
import { deletedAlongWarning, explainBlockedDelete, managedText, reasonsOf } from "../texts/blocked-delete";
import { groupNotVisibleText, notAllowedText, otherKindText, replacementText } from "../texts/not-deleted";

/** The most time that a wait leaves for a last try and its explanation, in milliseconds. */
const RESERVE_MS = 10_000;

/**
 * Deletes an object. Succeeds if it no longer exists. A blocked delete waits for the other deletes of this run, as long as its operation
 * has time. Throws DependentsRemainError if none of them can help, and StillThereError.
 */
export async function deleteObject(object: RemoteObject, recorded: Values): Promise<void> {
  const { context, uid } = object;
  refuseUnlessAllowed(object, recorded);
  context.journal.noteDeleteBegun(object);
  return context.deletions.run(uid, recorded, async () => {
    if (!(await isWorthSending(object))) return;
    const warning = deletedAlongWarning(object, await deletedAlong(object));
    if (warning !== undefined) context.print(warning);
    for (let isLast = false; ; ) {
      const obstacle = (await obstacleInside(object)) ?? (await tryDelete(object, recorded));
      if (obstacle === undefined) return;
      if (isLast) throw new DependentsRemainError(await whyBlocked(object, recorded, obstacle));
      const remainingMs = context.client.remainingMs();
      const result = await context.deletions.wait(uid, remainingMs - Math.min(RESERVE_MS, remainingMs / 4));
      // One last try, because someone else may have deleted what blocks it.
      isLast = result === "give up";
    }
  });
}

/** Why a delete stays refused, and what to do about it. */
async function whyBlocked(object: RemoteObject, recorded: Values, said: string): Promise<string> {
  const { context, spec } = object;
  const now = spec.peculiar?.ownedBy && (await object.get().catch(nothingIfRefused));
  const owner = now && ownerOf(spec, now);
  if (owner !== undefined) return managedText(object, owner);
  const isReplaced = context.holders.isBeingReplaced(object, recorded);
  return explainBlockedDelete(object, { said, isReplaced }, await dependentsOf(object));
}

/** Throws PlatformError for an object of another kind, and for one that contains too much to lose, unless the program allows exactly this delete. */
function refuseUnlessAllowed(object: RemoteObject, recorded: Values): void {
  const { context, spec, kindByUid } = object;
  if (kindByUid !== spec) throw new PlatformError(otherKindText(object, kindByUid));
  const { deletableIf } = spec.peculiar ?? {};
  if (deletableIf === undefined) return;
  const isDeclared = context.holders.isDeclared(object, recorded);
  if (isDeclared || context.holders.creates(spec)) throw new PlatformError(replacementText(object, isDeclared));
  if (recorded[deletableIf] !== true) throw new PlatformError(notAllowedText(object, deletableIf));
}

/**
 * Checks that the platform can be believed about an object: its group or the object itself must be visible. Another platform or a
 * proxy may answer any DELETE with a success, and any GET with "not found". Throws PlatformError if neither is visible. Returns false
 * if this run has already deleted the object, alone or with its group.
 */
async function isWorthSending(object: RemoteObject): Promise<boolean> {
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
    const answer = await context.client.get(target);
    if (answer.uid === uid) return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // If both reads fail with the same error, it is about neither object. For example, there is no token.
    if (error.message === why.message) throw error;
    cause = error;
  }
  const areMissing = [why, cause].every((error) => error instanceof NotFoundError && error.resource !== undefined);
  if (areMissing && context.journal.isDeleting(groupId(group))) {
    // The platform may hide both. Then the delete of the group fails too.
    await context.deletions.wait(uid);
    if (context.journal.hasDeleted(groupId(group))) return false;
  }
  throw new PlatformError(groupNotVisibleText(object, group, why.message), { cause });
}

/** Sends one delete and checks it. Returns why the platform refuses to delete an object that is not empty. */
async function tryDelete(object: RemoteObject, recorded: Values): Promise<string | undefined> {
  const { context, spec, uid } = object;
  // For these kinds the platform also confirms a second delete, and that of a hidden object.
  const wasSeen = !spec.idempotentDelete || (await whyUnproven(object)) === undefined;
  const createTime = createdAt(recorded);
  const send = async () => {
    // The state may have an object twice, and another delete of it may succeed while this one waits.
    if (context.journal.hasDeleted(object)) return true;
    if (spec.idempotentDelete && isYoung(context, createTime)) await assertShown(object);
    return context.client.delete(object.path);
  };
  let isByGateway: boolean | undefined;
  try {
    isByGateway = await unlessGone(object, () =>
      retryUntilVisible(context, { uid, isParent: false, createTime }, send),
    );
  } catch (error) {
    if (error instanceof PreconditionError) return reasonsOf(error);
    throw error;
  }
  if (isByGateway === undefined) return undefined;
  await confirmGone(object, { isByGateway, wasSeen });
  return undefined;
}

/** Throws NotFoundError if the platform does not show an object yet, or no longer. */
async function assertShown(object: RemoteObject): Promise<void> {
  try {
    await object.get();
  } catch (error) {
    // The token may be permitted to delete it, and not to read it.
    if (!(error instanceof PermissionDeniedError)) throw error;
  }
}

/**
 * Why an object must not be deleted in a run of the program. It contains something that this run does not delete, and a platform that
 * deletes contents would delete that too. Undefined if there is no reason.
 */
async function obstacleInside(object: RemoteObject): Promise<string | undefined> {
  if (!object.context.holders.isProgramRun) return undefined;
  const { found, unlisted } = await remainingContents(object);
  if (found.length > 0) return "it contains objects that this run does not delete";
  return unlisted.length === 0 ? undefined : "the token cannot list everything that may be in it";
}
