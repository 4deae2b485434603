import { type CheckFailure, checkValues } from "../../spec/check";
import type { ResourceSpec } from "../../spec/resource";
import { type Fields, optional, uid } from "../../spec/types";
import type { Values } from "../../spec/values";

/** Inputs that every resource takes beside those of its spec. */
const COMMON: Fields = {
  /** uid of an existing object to take over instead of creating one. */
  adoptUid: optional(uid()),
};

/** Finds what is wrong with the inputs of a resource. Pure. */
export const check = (spec: ResourceSpec, inputs: Values): CheckFailure[] =>
  checkValues({ ...spec.fields, ...COMMON }, inputs);
