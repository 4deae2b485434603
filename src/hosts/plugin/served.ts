import type { Created, Diff, Difference, ReadResult } from "../../core/core";
import type { Values } from "../../spec/values";
import type { ServedType } from "../shared/secrets";

/** The resource that a call is about. */
export interface CallRef {
  readonly urn: string;
  /** The option customTimeouts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** The resource that a call is about, with the id of its object. */
export interface ObjectCallRef extends CallRef {
  readonly id: string;
}

/** What is recorded of a resource, and what the program says. */
export type Sides = readonly [recorded: Values, desired: Values];

/** A type of resources, as the calls of the engine need it. */
export interface ServedKind {
  readonly spec: ServedType;
  check(
    ref: CallRef,
    sides: Sides,
    isRecorded: boolean,
  ): { readonly inputs: Values; readonly complaints: readonly string[] };
  diff(ref: ObjectCallRef, sides: Sides): Found;
  create(ref: CallRef, inputs: Values): Promise<Created>;
  /**
   * The outputs of a create, as far as they are known before it. Shows what it adopts. Throws an Error if it would be refused.
   *
   * @param plain those of the inputs that hold no secret
   */
  planCreate(ref: CallRef, inputs: Values, plain: Values): Promise<Values>;
  /** Undefined if the object is gone. */
  read(ref: ObjectCallRef, recorded: Values): Promise<ReadResult | undefined>;
  update(ref: ObjectCallRef, sides: Sides): Promise<Values>;
  /** The outputs of an update, as far as they are known before it. */
  planUpdate(sides: Sides): Values;
  delete(ref: ObjectCallRef, recorded: Values): Promise<void>;
}

/** What a diff found. */
export interface Found extends Pick<Diff, "changed" | "replaces" | "deleteBeforeReplace"> {
  readonly differences: readonly Difference[];
}
