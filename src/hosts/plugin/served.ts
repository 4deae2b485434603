import type { Created, Diff, Difference, ReadResult } from "../../core/core";
import type { Sides, Values } from "../../description/spec/values";
import type { ServedType } from "../shared/secrets";

export interface CallRef {
  readonly urn: string;
  /** The option customTimeouts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

export interface ObjectCallRef extends CallRef {
  readonly id: string;
}

/** A type of resources, in the form that the engine's calls need. */
export interface ServedKind {
  readonly spec: ServedType;
  check(
    ref: CallRef,
    sides: Sides,
    isRecorded: boolean,
  ): { readonly inputs: Values; readonly complaints: readonly string[] };
  diff(ref: ObjectCallRef, sides: Sides): DiffResult;
  create(ref: CallRef, inputs: Values): Promise<Created>;
  /** The outputs of a create as far as they are known. Shows what it adopts. Throws an Error if it would be refused. */
  planCreate(ref: CallRef, inputs: Values, plain: Values): Promise<Values>;
  /** Undefined if the object no longer exists. Nothing is recorded before an import, nor of a resource that is only read (`get`). */
  read(ref: ObjectCallRef, recorded: Values, isImport: boolean): Promise<ReadResult | undefined>;
  update(ref: ObjectCallRef, sides: Sides): Promise<Values>;
  planUpdate(sides: Sides): Values;
  delete(ref: ObjectCallRef, recorded: Values): Promise<void>;
}

export interface DiffResult extends Omit<Diff, "isHidden"> {
  readonly isHidden?: boolean;
  readonly differences: readonly Difference[];
}
