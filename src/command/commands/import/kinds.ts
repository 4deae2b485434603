import { nameOf, parentTypeOf, pluralOf, type ResourceSpec } from "../../../description/spec/resource";
import { CallError } from "../../declaration";
import { readableKinds } from "../../organization/read";

/** Returns the kinds with the given names, `roleBindings`, `RoleBinding` or `iam:RoleBinding`, or all without names. Throws CallError. */
export function kindsNamed(names: readonly string[] | undefined): readonly ResourceSpec[] {
  if (names === undefined) return readableKinds;
  const chosen = names.map((name) => {
    const spec = readableKinds.find((kind) => [pluralOf(kind), nameOf(kind), kind.type].includes(name));
    if (spec !== undefined) return spec;
    throw new CallError(`--kinds: unknown kind "${name}". Use ${readableKinds.map(pluralOf).join(", ")}`);
  });
  return readableKinds.filter((spec) => chosen.includes(spec));
}

/** Returns kinds with the kinds of their parents, which paths need. */
export function withParents(kinds: readonly ResourceSpec[]): readonly ResourceSpec[] {
  const isNeeded = (spec: ResourceSpec): boolean =>
    kinds.includes(spec) ||
    readableKinds.some((kind) => kind !== spec && parentTypeOf(kind) === spec.type && isNeeded(kind));
  return readableKinds.filter(isNeeded);
}
