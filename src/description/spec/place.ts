import { isUid, parentOf } from "../uid";
import { keyFields, parentField, parentTypeOf, type ResourceSpec } from "./resource";
import { type Field, referredType } from "./types";
import type { Values } from "./values";

/** The type of groups, which contain everything else. */
export const GROUP = "iam:Group";

/** Whether an input is the root group of the parent's organization. If left out, it is filled in, because no other is accepted. */
export const isOwnOrganization = ({ type, options }: Field): boolean =>
  referredType(type) === "iam:Organization" && !options.parent;

/** The type that the platform stores an object as. An Organization is a Group at the root. */
export const storedAs = (spec: Pick<ResourceSpec, "type" | "peculiar">): string => spec.peculiar?.rootOf ?? spec.type;

/** The type that the platform stores the objects of a type as. `kinds` has every declaration by its type. */
export const storedTypeOf = (type: string, kinds: Readonly<Record<string, ResourceSpec>>): string =>
  storedAs(kinds[type] ?? { type });

/** The kind of an object by its uid, among those that the platform stores as one type: a root is an Organization, not a Group. */
export function kindOfUid(
  spec: ResourceSpec,
  uid: string,
  kinds: Readonly<Record<string, ResourceSpec>>,
): ResourceSpec {
  const fits = ({ peculiar }: ResourceSpec) => (peculiar?.rootOf !== undefined) === (parentOf(uid) === undefined);
  if (fits(spec) || !isUid(uid)) return spec;
  return Object.values(kinds).find((kind) => storedAs(kind) === storedAs(spec) && fits(kind)) ?? spec;
}

export const parentUidOf = (spec: ResourceSpec, uid: string): string | undefined =>
  spec.uidIsParents ? uid : parentOf(uid);

/** uid of the nearest group that contains an object. Undefined for a root group, and for an object outside of groups. */
export function groupUidOf(
  spec: ResourceSpec,
  uid: string,
  kinds: Readonly<Record<string, ResourceSpec>>,
): string | undefined {
  const type = parentTypeOf(spec);
  const parentUid = parentUidOf(spec, uid);
  const parent = type === undefined ? undefined : kinds[type];
  return parentUid === undefined || parent === undefined || type === GROUP
    ? parentUid
    : groupUidOf(parent, parentUid, kinds);
}

/** The List parameter that selects the objects of a kind directly under a parent, by the parent's uid (platform API: LIST-3). */
export const childrenParameter = ({ uidIsParents }: Pick<ResourceSpec, "uidIsParents">): string =>
  uidIsParents ? "uidp.ids" : "uidp.children_of";

/** The key of a resource, for comparison under the same parent. Never shown. */
export const keyOf = (spec: ResourceSpec, values: Values): string =>
  JSON.stringify(keyFields(spec).map(([name]) => values[name]));

/** Identifies the place of an object: kind, parent and key. Never shown. */
export const placeOf = (spec: ResourceSpec, parentUid: string | undefined, values: Values): string =>
  `${spec.type} ${parentUid} ${keyOf(spec, values)}`;

export const placeOfObject = ({ spec, uid }: { spec: ResourceSpec; uid: string }, values: Values): string =>
  placeOf(spec, parentUidOf(spec, uid), values);

export function placeOfInputs(spec: ResourceSpec, inputs: Values): string {
  const [parentName = ""] = parentField(spec) ?? [];
  return placeOf(spec, String(inputs[parentName]), inputs);
}

/** The names of the inputs that distinguish objects of a kind: its parent and its key. */
export const placeInputs = (spec: ResourceSpec): string[] =>
  [parentField(spec), ...keyFields(spec)].flatMap((named) => named?.[0] ?? []);

/** The inputs that distinguish objects of a kind: `parentUid and name`. */
export const placeText = (spec: ResourceSpec): string => placeInputs(spec).join(" and ");
