import { createBody } from "../../src/core/state/wire";
import { resources } from "../../src/description/resources";
import {
  isUnique,
  keyFields,
  nameOf,
  parentField,
  type ResourceSpec,
  subresourceFields,
} from "../../src/description/spec/resource";
import type { Fields } from "../../src/description/spec/types";
import type { Values } from "../../src/description/spec/values";
import type { Emulator } from "../../src/emulator";
import type { Declared, Engine } from "../support/engine";
import { maximalInputs, minimalInputs } from "../support/samples";

/** Kinds that have a key under a parent. */
export const keyedKinds: readonly ResourceSpec[] = Object.values(resources).filter(
  (spec) => isUnique(spec) && spec.lifecycle === undefined && parentField(spec) !== undefined,
);

/**
 * Returns a program with objects of each kind that has a key. Each number has a group, a repo and an identity provider, which
 * contain the others. Every second number has all inputs of its kinds except secrets. No reference has a form that the server
 * replaces.
 */
export function keyedProgram({ world, emulator }: Pick<Engine, "world" | "emulator">, count: number): Declared[] {
  return Array.from({ length: count }, (_, number) => {
    const containers = ["iam:Group", "registry:Repo", "iam:IdentityProvider"];
    const inOrder = [...keyedKinds].sort((a, b) => rank(containers, a) - rank(containers, b));
    return inOrder.map((spec): Declared => {
      const name = `${nameOf(spec).toLowerCase()}-${number}`;
      const [parentName = "", parent] = parentField(spec) ?? [];
      const kind = parent?.type.kind === "string" ? (parent.type.refersTo ?? "") : "";
      const isOutermost = containers.includes(spec.type);
      const parentUid = isOutermost
        ? emulator.organization.uid
        : `\${${kind.slice(kind.indexOf(":") + 1).toLowerCase()}-${number}}`;
      // The choice without a client secret, and without a source.
      const isRich = number % 2 === 1 && !holdsSecret(spec.fields);
      const inputs = (isRich ? maximalInputs : minimalInputs)(world, spec, 1);
      return { name, class: nameOf(spec), args: { ...inputs, ...namesOf(spec, name), [parentName]: parentUid } };
    });
  }).flat();
}

const holdsSecret = (fields: Fields): boolean =>
  Object.values(fields).some(
    ({ options, type }) => options.secret === true || (type.kind === "message" && holdsSecret(type.fields)),
  );

const rank = (containers: readonly string[], { type }: ResourceSpec): number =>
  containers.includes(type) ? containers.indexOf(type) : containers.length;

/** The inputs of the key that are names. */
const namesOf = (spec: ResourceSpec, name: string): Values =>
  Object.fromEntries(
    keyFields(spec).flatMap(([key, { type }]) => {
      if (type.kind !== "string" || type.refersTo !== undefined) return [];
      return [[key, type.format === "sink" ? `https://${name}.example.com/` : name]];
    }),
  );

/** A body with the name that the client puts in place of `{vendor}`. */
const withVendor = (
  { "{vendor}": own, ...body }: Readonly<Record<string, unknown>>,
  { environment }: Pick<Emulator, "environment">,
): Record<string, unknown> => (own === undefined ? body : { ...body, [environment.PLATFORM_VENDOR ?? "vendor"]: own });

/** Puts the objects of such a program on the platform, as somebody else may have made them. */
export function putAll({ emulator }: Pick<Engine, "emulator">, declared: readonly Declared[]): void {
  const uids = new Map<string, string>();
  for (const { name, class: kind, args } of declared) {
    const spec = keyedKinds.find((candidate) => nameOf(candidate) === kind);
    if (spec === undefined) throw new Error(`${kind} has no key`);
    const [parentName = ""] = parentField(spec) ?? [];
    const { [parentName]: parent, ...own } = args;
    const parentUid = String(parent).replace(/^\$\{(.*)\}$/, (_, other: string) => uids.get(other) ?? "");
    const { uid } = emulator.put(spec.type, parentUid, withVendor(createBody(spec, own), emulator));
    for (const [field] of subresourceFields(spec))
      if (own[field] !== undefined) emulator.edit(String(uid), { [field]: own[field] });
    uids.set(name, String(uid));
  }
}
