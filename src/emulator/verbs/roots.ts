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

/** The kinds that are stored: roots are stored as what they are roots of. */
export const storedKinds: readonly ResourceSpec[] = Object.values(resources).filter(
  ({ isRootOf }) => isRootOf === undefined,
);

/** The declaration of the roots of a kind, which take fields that are inherited below them (platform API: IAM-28). */
export const rootOfKind = (spec: ResourceSpec): ResourceSpec | undefined => roots.get(spec.type);

/** The first root among some objects. */
export const rootIn = <T extends { readonly type: string; readonly uid: string }>(
  objects: readonly T[],
): T | undefined => objects.find(({ type, uid }) => roots.has(type) && parentOf(uid) === undefined);

/** A mask without the fields that are inherited, and so outputs, of what is no root. */
export function withoutInherited(spec: ResourceSpec, mask: Mask): Mask {
  const fields = wireFields(spec);
  return mask === "*" ? mask : mask.filter(([[name] = [""]]) => fields[name] !== undefined && !isOutput(fields[name]));
}
