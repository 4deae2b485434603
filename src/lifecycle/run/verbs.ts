import type { ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import type { Context } from "./context";

/** An object that was made or adopted, with the outputs to record. */
export interface Created {
  readonly uid: string;
  readonly outputs: Values;
}

/** What a read found: the outputs now, and the inputs that would make them. */
export interface ReadResult {
  readonly outputs: Values;
  readonly inputs: Values;
}

/** What can be done with an object of a kind. `check` and `diff` ask nobody and are the same for all. */
export interface Verbs {
  /** Makes or adopts an object. Throws IncompleteError once its uid is known. */
  create(context: Context, spec: ResourceSpec, inputs: Values): Promise<Created>;
  /** Reads an object as it is now; nothing when it is gone. */
  read(context: Context, spec: ResourceSpec, uid: string, recorded: Values): Promise<ReadResult | undefined>;
  /** Makes an object as desired, and answers the outputs to record. */
  update(context: Context, spec: ResourceSpec, uid: string, recorded: Values, desired: Values): Promise<Values>;
  /** Deletes an object; one that is gone is as good as deleted. */
  remove(context: Context, spec: ResourceSpec, uid: string, recorded: Values): Promise<void>;
}
