import { NotFoundError, PlatformError, PreconditionError } from "../../api/errors";
import { literal, path } from "../../api/path";
import { nameOf, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { confirmGone } from "../safety/confirm";
import type { Context } from "../run/context";
import { DependentsRemainError } from "../errors";
import { explainBlockedDelete, reasonsOf } from "../safety/explain";
import { isGone } from "../safety/gone";
import { dependentsOf, notLeaving } from "../safety/siblings";
import { groupOf, lookAtGroup, NOT_VISIBLE } from "../safety/visible";

/** The part of an operation's time that a wait leaves for one more try and an explanation, in milliseconds at most. */
const RESERVE_MS = 10_000;

/**
 * Deletes an object. One that is gone already is as good as deleted; one that is blocked waits for what this run is still
 * deleting, as long as its operation has time. Throws DependentsRemainError when nothing that is under way can help, and
 * StillThereError when the platform says that it is gone and it is not.
 */
export function remove(context: Context, spec: ResourceSpec, uid: string, recorded: Values): Promise<void> {
  return context.deletions.run({ type: spec.type, uid, recorded }, async () => {
    if (!(await isInSight(context, spec, uid))) return;
    for (let isLast = false; ; ) {
      const obstacle = (await whatStaysInside(context, spec, uid)) ?? (await tryRemove(context, spec, uid));
      if (obstacle === undefined) return;
      if (isLast) throw await explain(context, { spec, uid }, obstacle);
      const remainingMs = context.client.remainingMs();
      // What is hopeless is tried once more: someone else may have made room.
      const wait = await context.deletions.wait(uid, remainingMs - Math.min(RESERVE_MS, remainingMs / 4));
      isLast = wait === "hopeless";
    }
  });
}

/**
 * Sees to it that the object is where the platform can be believed about it: its group is seen, once per run, or the object
 * itself. A platform that is another, or a proxy, may answer any DELETE with a success, and any GET with "not found". Throws
 * PlatformError when neither is visible. Answers false where this run has deleted the group, and the object with it.
 */
async function isInSight(context: Context, spec: ResourceSpec, uid: string): Promise<boolean> {
  const target = path`${literal(spec.collection)}/${uid}`;
  const group = groupOf(context, spec, uid);
  if (group === undefined) return true;
  const sight = await lookAtGroup(context, group);
  if (sight.kind === "visible") return true;
  let cause: unknown = sight.error;
  try {
    // A token that may not look at groups may see the object.
    const answer = await context.client.get(target);
    if (answer.uid === uid) return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // What both looks fail with is about neither: there is no token, say.
    if (error.message === sight.error.message) throw error;
    cause = error;
  }
  const areMissing = sight.kind === "missing" && cause instanceof NotFoundError && cause.resource !== undefined;
  if (areMissing && context.deletions.hasSeen({ type: "iam:Group" }, group)) return false;
  throw new PlatformError(
    `${nameOf(spec)} ${uid} was not deleted: the group ${group} is not visible (${sight.error.message}), ${NOT_VISIBLE}. ` +
      // advice: refresh-before-destroy
      "Was the group deleted by hand? Then run pulumi refresh first",
    { cause },
  );
}

/** Sends one delete and looks whether it was carried out; answers the refusal of an object that is not empty. */
async function tryRemove(context: Context, spec: ResourceSpec, uid: string): Promise<string | undefined> {
  try {
    await context.client.delete(path`${literal(spec.collection)}/${uid}`);
  } catch (error) {
    if (error instanceof NotFoundError && (await isGone(context, spec, uid, error))) return undefined;
    if (error instanceof PreconditionError) return reasonsOf(error);
    throw error;
  }
  await confirmGone(context, spec, uid);
  return undefined;
}

/**
 * Why an object must not be deleted while the program lives on: something is inside that this run does not delete, and that
 * a platform which deletes what is inside would take along. Nothing when nothing speaks against it.
 */
async function whatStaysInside(context: Context, spec: ResourceSpec, uid: string): Promise<string | undefined> {
  if (!context.holdings.isProgramRun) return undefined;
  const { found, unlisted } = await notLeaving(context, spec, uid);
  if (found.length > 0) return "there is something inside that this run does not delete";
  return unlisted.length === 0 ? undefined : "not all that may be inside can be seen";
}

async function explain(
  context: Context,
  object: { readonly spec: ResourceSpec; readonly uid: string },
  said: string,
): Promise<DependentsRemainError> {
  const dependents = await dependentsOf(context, object.spec, object.uid);
  return new DependentsRemainError(
    explainBlockedDelete(object, said, dependents, {
      hasSeen: (kind, dependent) => context.deletions.hasSeen(kind, dependent),
      isProgramRun: context.holdings.isProgramRun,
    }),
  );
}
