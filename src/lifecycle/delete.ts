import { NotFoundError, PreconditionError } from "../api/errors";
import { literal, path } from "../api/path";
import type { ResourceSpec } from "../spec/resource";
import type { Values } from "../spec/values";
import { type Context, forOperation } from "./context";
import { DependentsRemainError } from "./errors";
import { explainBlockedDelete } from "./explain";
import { isGone } from "./gone";
import { dependentsOf } from "./siblings";

/**
 * Deletes an object. One that is gone already is as good as deleted; one that is blocked waits for what this run is still
 * deleting. Throws DependentsRemainError when nothing that is under way can help.
 */
export function remove(context: Context, spec: ResourceSpec, uid: string, recorded: Values): Promise<void> {
  return context.deletions.run(uid, recorded, async () => {
    for (let isLast = false; ; ) {
      // How long it waits is up to the other deletes, so it has the time of an operation anew after each wait.
      const operation = forOperation(context);
      const refusal = await tryRemove(operation, spec, uid);
      if (refusal === undefined) return;
      if (isLast) throw await explain(operation, spec, uid, refusal);
      // What is hopeless is tried once more: someone else may have made room.
      isLast = (await context.deletions.wait(uid)) === "hopeless";
    }
  });
}

/** Sends one delete; answers the refusal of an object that is not empty. */
async function tryRemove(context: Context, spec: ResourceSpec, uid: string): Promise<PreconditionError | undefined> {
  try {
    await context.client.delete(path`${literal(spec.collection)}/${uid}`);
    return undefined;
  } catch (error) {
    if (error instanceof NotFoundError && (await isGone(context, spec, uid, error))) return undefined;
    if (error instanceof PreconditionError) return error;
    throw error;
  }
}

async function explain(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  refusal: PreconditionError,
): Promise<DependentsRemainError> {
  const dependents = await dependentsOf(context, spec, uid);
  const hasSeen = (dependent: string) => context.deletions.hasSeen(dependent);
  return new DependentsRemainError(explainBlockedDelete(spec, uid, refusal, dependents, hasSeen), {
    cause: refusal,
  });
}
