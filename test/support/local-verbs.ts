import { type Context, forOperation } from "../../src/core/context";
import { type Created, Kind } from "../../src/core/remote-object";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import type { ResourceSpec } from "../../src/description/spec/resource";
import type { Values } from "../../src/description/spec/values";

/** The verbs of a kind in a run, as the host calls them. */
export function verbsIn(context: Context, spec: ResourceSpec) {
  const verbs = verbsOf(spec);
  const handle = (uid: string) => new Kind(context, spec).at(uid);
  return {
    create: (inputs: Values, urn?: string) => verbs.create(new Kind(forOperation(context, { urn }), spec), inputs),
    read: (uid: string, recorded: Values, fresh?: "fresh") => verbs.read(handle(uid), recorded, fresh),
    update: (uid: string, recorded: Values, desired: Values) => verbs.update(handle(uid), recorded, desired),
    delete: (uid: string, recorded: Values) => verbs.delete(handle(uid), recorded),
  };
}

/** Creates an object in a run; returns the error where it fails. */
export const creating = (
  context: Context,
  spec: ResourceSpec,
  inputs: Values,
  urn?: string,
): Promise<Created | Error> =>
  verbsIn(context, spec)
    .create(inputs, urn)
    .catch((error: Error) => error);

/** What was created, adopted or taken over. Throws the error where that failed. */
export function madeBy(result: Created | Error): Created {
  if (result instanceof Error) throw result;
  return result;
}
