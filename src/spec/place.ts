import { parentOf } from "../uid";
import { keyFields, type ResourceSpec } from "./resource";
import type { Values } from "./values";

/** The uid of the parent that a resource was made under. */
export const parentUidOf = (spec: ResourceSpec, uid: string): string | undefined =>
  spec.uidIsParents ? uid : parentOf(uid);

/** The natural key of a resource, to compare with others of its kind under the same parent. Never shown. */
export const keyOf = (spec: ResourceSpec, values: Values): string =>
  JSON.stringify(keyFields(spec).map(([name]) => values[name]));
