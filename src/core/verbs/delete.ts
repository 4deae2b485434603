import { nothingIfRefused, PermissionDeniedError, PlatformError, PreconditionError } from "../../client/api/errors";
import { ownerOf } from "../../description/spec/rules";
import type { Values } from "../../description/spec/values";
import type { RemoteObject } from "../remote-object";
import { dependentsOf, obstacleInside } from "../safety/dependents";
import { confirmGone, isThereToDelete, unlessGone } from "../safety/gone";
import { whyUnproven } from "../safety/kind-visible";
import { isYoung, retryUntilVisible } from "../safety/retry-until-visible";
import { createdAt } from "../state/notes";
import { explainBlockedDelete, managedText, reasonsOf } from "../texts/blocked-delete";
import { notAllowedText, otherKindText, replacementText } from "../texts/not-deleted";

/** The most time that a wait leaves for a last try and its explanation, in milliseconds. */
const RESERVE_MS = 10_000;

/** A blocked delete waits for the others of this run while it has time. Throws PlatformError if none of them helps. */
export async function deleteObject(object: RemoteObject, recorded: Values): Promise<void> {
  const { context, uid } = object;
  refuseUnlessAllowed(object, recorded);
  context.journal.noteDeleteBegun(object);
  return context.deletions.run(uid, recorded, async () => {
    if (!(await isThereToDelete(object, createdAt(recorded)))) return;
    for (let isLast = false; ; ) {
      const obstacle = (await obstacleInside(object)) ?? (await tryDelete(object, recorded));
      if (obstacle === undefined) return;
      if (isLast) throw new PlatformError(await whyBlocked(object, recorded, obstacle));
      const remainingMs = context.client.remainingMs();
      const result = await context.deletions.wait(uid, remainingMs - Math.min(RESERVE_MS, remainingMs / 4));
      // One last try, because someone else may have deleted what blocks it.
      isLast = result === "give up";
    }
  });
}

async function whyBlocked(object: RemoteObject, recorded: Values, said: string): Promise<string> {
  const { context, spec } = object;
  const now = spec.peculiar?.ownedBy && (await object.get().catch(nothingIfRefused));
  const owner = now && ownerOf(spec, now);
  if (owner !== undefined) return managedText(object, owner);
  const isDeletedFirst = context.holders.isDeletedFirst(object, recorded);
  return explainBlockedDelete(object, { said, isDeletedFirst }, await dependentsOf(object));
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

/** Sends one delete and checks it. Returns why the platform refuses to delete an object that is not empty. */
async function tryDelete(object: RemoteObject, recorded: Values): Promise<string | undefined> {
  const { context, spec, uid } = object;
  // For these kinds the platform also confirms a second delete, and that of a hidden object.
  const wasSeen = !spec.idempotentDelete || (await whyUnproven(object)) === undefined;
  const createTime = createdAt(recorded);
  const send = async () => {
    // The state may have an object twice, and another delete of it may succeed while this one waits.
    if (context.journal.hasDeleted(object)) return true;
    // The platform must show it first. The token may be permitted to delete it, and not to read it.
    if (spec.idempotentDelete && isYoung(context, createTime)) await object.get().catch(nothingIfDenied);
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

function nothingIfDenied(error: unknown): void {
  if (!(error instanceof PermissionDeniedError)) throw error;
}
