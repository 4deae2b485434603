import { resources } from "../../description/resources/index";
import type { ResourceSpec } from "../../description/spec/resource";
import { parentOf } from "../../description/uid";
import type { Mask } from "../gateway/masks";
import { isOutput, wireFields } from "../gateway/names";

/** Declarations of roots, by the kind that they are stored as. */
const roots: ReadonlyMap<string, ResourceSpec> = new Map(
  Object.values(resources).flatMap((spec) => {
    const type = spec.peculiar?.rootOf;
    return type === undefined ? [] : [[type, { ...spec, type }] as const];
  }),
);

/** The stored kinds. A root is stored as the kind that it is the root of. */
export const storedKinds: readonly ResourceSpec[] = Object.values(resources).filter(
  ({ peculiar }) => peculiar?.rootOf === undefined,
);

/** Returns the declaration of the roots of a kind. They accept fields that objects below inherit (platform API: IAM-28). */
export const rootOfKind = (spec: ResourceSpec): ResourceSpec | undefined => roots.get(spec.type);

export const rootIn = <T extends { readonly type: string; readonly uid: string }>(
  objects: readonly T[],
): T | undefined => objects.find(({ type, uid }) => roots.has(type) && parentOf(uid) === undefined);

/** Returns a mask without inherited fields, which are computed for all objects except roots. */
export function withoutInherited(spec: ResourceSpec, mask: Mask): Mask {
  const fields = wireFields(spec);
  return mask === "*" ? mask : mask.filter(([[name] = [""]]) => fields[name] !== undefined && !isOutput(fields[name]));
}
