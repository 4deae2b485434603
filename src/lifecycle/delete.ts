import { NotFoundError, PreconditionError } from "../api/errors";
import { literal, path } from "../api/path";
import type { ResourceSpec } from "../spec/resource";
import type { Values } from "../spec/values";
import type { Context } from "./context";
import { DependentsRemainError } from "./errors";
import { explainBlockedDelete } from "./explain";
import { isGone } from "./gone";
import { dependentsOf } from "./siblings";

/** Deletes an object. One that is gone already is as good as deleted. Throws DependentsRemainError when it is not empty. */
export async function remove(context: Context, spec: ResourceSpec, uid: string, recorded: Values): Promise<void> {
  try {
    await context.client.delete(path`${literal(spec.collection)}/${uid}`);
  } catch (error) {
    if (error instanceof NotFoundError && (await isGone(context, spec, uid, error))) return;
    if (!(error instanceof PreconditionError)) throw error;
    const dependents = await dependentsOf(context, spec, uid);
    throw new DependentsRemainError(explainBlockedDelete(spec, uid, recorded, error, dependents), { cause: error });
  }
}
