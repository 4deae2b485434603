import { parentOf } from "../uid";
import { keyFields, type ResourceSpec } from "./resource";
import type { Values } from "./values";

/** The type that the platform stores an object as: an Organization is a Group at the root. */
export const storedAs = (spec: Pick<ResourceSpec, "type" | "isRootOf">): string => spec.isRootOf ?? spec.type;

/** The uid of a resource's parent. */
export const parentUidOf = (spec: ResourceSpec, uid: string): string | undefined =>
  spec.uidIsParents ? uid : parentOf(uid);

/** The natural key of a resource, for comparison under the same parent. Never shown. */
export const keyOf = (spec: ResourceSpec, values: Values): string =>
  JSON.stringify(keyFields(spec).map(([name]) => values[name]));
