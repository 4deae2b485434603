import { nameOf, type ResourceSpec } from "../../description/spec/resource";
import type { Field } from "../../description/spec/types";
import type { Values } from "../../description/spec/values";
import { rootOf } from "../../description/uid";
import type { Directory, Named } from "./directory";
import type { LiveObject } from "./read";

/** The grant of an object, by uids. */
interface Granted {
  readonly roleUid: string;
  /** The identity that gets the role. Undefined if the grant names none. */
  readonly identityUid: string | undefined;
  readonly groupUid: string;
}

/** Returns the grant of an object. Undefined if it grants nothing, like an identity provider without a default role. */
export function roleGrantOf({ spec, values, parentUid = "" }: LiveObject): Granted | undefined {
  const roleField = fieldTo(spec, "iam:Role");
  if (roleField === undefined) return undefined;
  if (spec.fields[roleField]?.presence === "optional" && !values[roleField]) return undefined;
  const identityField = fieldTo(spec, "iam:Identity");
  // A mapping grants in its organization. The others grant in their parent.
  const scope = fieldTo(spec, "iam:Organization");
  return {
    roleUid: String(values[roleField] ?? ""),
    identityUid: identityField === undefined ? undefined : String(values[identityField] ?? ""),
    groupUid: scope === undefined ? parentUid : String(values[scope] ?? rootOf(parentUid)),
  };
}

/** Ranks a kind by its grants: 0 if an identity gets a role, 1 if others get one, 2 for the rest. */
export function rankOf(spec: ResourceSpec): 0 | 1 | 2 {
  if (fieldTo(spec, "iam:Role") === undefined) return 2;
  return fieldTo(spec, "iam:Identity") === undefined ? 1 : 0;
}

/** Who gets a role if the grant names no identity, by a field of its kind. */
interface Holder {
  readonly field: string;
  readonly who: (value: string) => string;
  /** A shorter text for rules, which is `who` by default. Undefined if it would be ambiguous. */
  readonly label?: (value: string, place: string) => string | undefined;
}

const holders: readonly Holder[] = [
  {
    field: "externalGroupId",
    who: (id) => `people of the external group "${id}"`,
    label: (id, provider) => `${id} of ${provider}`,
  },
  {
    field: "email",
    who: (email) => `whoever redeems the invite for "${email}"`,
    label: (email) => (/\s/.test(email) ? undefined : email),
  },
  { field: "ttl", who: () => "whoever redeems the invite" },
  { field: "oidc", who: () => "everybody who signs in for the first time" },
];

/** Returns who gets the role of an object that names no identity, by its first field among the holders. Its value is "" if it is not a text. */
export function granteeOf(spec: ResourceSpec, values: Values) {
  const holder = holders.find(
    ({ field }) =>
      spec.fields[field] !== undefined && (values[field] !== undefined || spec.fields[field]?.options.writeOnly),
  );
  const given = holder === undefined ? undefined : values[holder.field];
  const value = typeof given === "string" ? given : "";
  return { holder, value, words: holder?.who(value) ?? `whoever the ${nameOf(spec)} is for` };
}

/** The grant of an object, with names, and in words who gets the role. */
export type Grant = NonNullable<ReturnType<typeof grantOf>>;

export function grantOf(object: LiveObject, directory: Directory) {
  const granted = roleGrantOf(object);
  if (granted === undefined) return undefined;
  const identity = granted.identityUid === undefined ? undefined : directory.named(granted.identityUid);
  return {
    role: directory.named(granted.roleUid),
    identity,
    who: identity === undefined ? granteeOf(object.spec, object.values).words : identity.path,
    group: directory.named(granted.groupUid),
  };
}

/** Whether a role is built-in. Built-in roles are in no group. */
export const isBuiltIn = ({ uid }: Pick<Named, "uid">): boolean => !uid.includes("/");

/** Returns the name of a role. Custom roles are marked, because they may have the name of a built-in one. */
export const roleText = (role: Pick<Named, "uid" | "name">): string =>
  isBuiltIn(role) || role.name === undefined ? (role.name ?? role.uid) : `${role.name} (custom)`;

/** Returns the input that refers to a kind and is not the parent. */
function fieldTo(spec: ResourceSpec, type: string): string | undefined {
  const refers = ({ type: fieldType, presence, options }: Field) =>
    presence !== "computed" && options.parent !== true && fieldType.kind === "string" && fieldType.refersTo === type;
  return Object.entries(spec.fields).find(([, field]) => refers(field))?.[0];
}
