import { resources } from "../../resources/index";
import type { ResourceSpec } from "../../spec/resource";
import { parentOf } from "../../uid";
import type { Mask } from "../gateway/masks";
import { isOutput, wireFields } from "../gateway/names";

/** The declarations of roots, by the kind that they are stored as. */
const roots: ReadonlyMap<string, ResourceSpec> = new Map(
  Object.values(resources).flatMap((spec) =>
    spec.isRootOf === undefined ? [] : [[spec.isRootOf, { ...spec, type: spec.isRootOf }] as const],
  ),
);

/** The declaration of the roots of a kind, which take fields that are inherited below them (platform API: IAM-28). */
export const rootOfKind = (spec: ResourceSpec): ResourceSpec | undefined => roots.get(spec.type);

/** The first root among some objects. */
export const rootIn = <T extends { readonly type: string; readonly uid: string }>(
  objects: readonly T[],
): T | undefined => objects.find(({ type, uid }) => roots.has(type) && parentOf(uid) === undefined);

/** A mask without the fields that are inherited, and so outputs, of what is no root. */
export const withoutInherited = (spec: ResourceSpec, mask: Mask): Mask =>
  mask === "*" ? mask : mask.filter(([head]) => head !== undefined && !isOutputOf(spec, head[0]));

function isOutputOf(spec: ResourceSpec, name: string): boolean {
  const field = wireFields(spec)[name];
  return field !== undefined && isOutput(field);
}
