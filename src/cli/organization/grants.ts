import { nameOf, type ResourceSpec } from "../../spec/resource";
import type { Field } from "../../spec/types";
import { isValues, type Values } from "../../spec/values";
import { rootOf } from "../../uid";
import type { Directory, Named } from "./directory";
import type { LiveObject } from "./read";

/** Which role an object grants, where, and to whom. */

/** What an object grants, by uids. */
export interface Granted {
  readonly roleUid: string;
  /** The identity that has it; undefined where it is granted to whoever comes. */
  readonly identityUid: string | undefined;
  /** Where it is granted. */
  readonly groupUid: string;
}

/** Returns what an object grants; undefined for one that grants nothing. */
export function roleGrantOf({ spec, values, parentUid = "" }: LiveObject): Granted | undefined {
  const roleField = fieldTo(spec, "iam:Role");
  if (roleField === undefined) return undefined;
  const identityField = fieldTo(spec, "iam:Identity");
  // A mapping grants in its organization; the others grant where they lie.
  const scope = fieldTo(spec, "iam:Organization");
  return {
    roleUid: String(values[roleField] ?? ""),
    identityUid: identityField === undefined ? undefined : String(values[identityField] ?? ""),
    groupUid: scope === undefined ? parentUid : String(values[scope] ?? rootOf(parentUid)),
  };
}

/** How many steps a kind is from a grant: 0 where an identity gets a role, 1 where others get one, 2 for the rest. */
export function rankOf(spec: ResourceSpec): 0 | 1 | 2 {
  if (fieldTo(spec, "iam:Role") === undefined) return 2;
  return fieldTo(spec, "iam:Identity") === undefined ? 1 : 0;
}

/** Who gets a role where no identity is named, from a field of the kinds that grant so. */
interface Holder {
  readonly field: string;
  readonly who: (value: string) => string;
  /** The same as short as a rule calls it; undefined where that is not clear. `who` without it. */
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

/**
 * Who gets the role of an object that names no identity: the first field that says so tells. Its value is empty where that is no
 * text.
 */
export function granteeOf(spec: ResourceSpec, values: Values) {
  const holder = holders.find(
    ({ field }) =>
      spec.fields[field] !== undefined && (values[field] !== undefined || spec.fields[field]?.options.writeOnly),
  );
  const told = holder === undefined ? undefined : values[holder.field];
  const value = typeof told === "string" ? told : "";
  return { holder, value, words: holder?.who(value) ?? `whoever the ${nameOf(spec)} is for` };
}

/** What an object grants, with names. */
export interface Grant {
  readonly role: Named;
  /** The identity that has it; undefined where it is granted to whoever comes. */
  readonly identity: Named | undefined;
  /** Who has it, in words. */
  readonly who: string;
  /** Where it is granted. */
  readonly group: Named;
}

/** What an object grants; undefined for one that grants nothing. */
export function grantOf(object: LiveObject, directory: Directory): Grant | undefined {
  const granted = roleGrantOf(object);
  if (granted === undefined) return undefined;
  const { spec, values } = object;
  const toldIn = (uid: string, field: string) => directory.named(uid, toldName(spec, values, field));
  const identity = granted.identityUid === undefined ? undefined : toldIn(granted.identityUid, "identity");
  return {
    role: toldIn(granted.roleUid, "role"),
    identity,
    who: identity === undefined ? granteeOf(spec, values).words : identity.path,
    group: toldIn(granted.groupUid, "group"),
  };
}

/** The name that the object itself tells of what it refers to. */
function toldName({ fields }: ResourceSpec, values: Values, field: string): string | undefined {
  const told = Object.hasOwn(fields, field) ? values[field] : undefined;
  return isValues(told) && typeof told.name === "string" && told.name !== "" ? told.name : undefined;
}

/** Whether a role is one of the platform's own, which lie in no group. */
export const isBuiltIn = ({ uid }: Pick<Named, "uid">): boolean => !uid.includes("/");

/** A role of the platform by its name; others say that they are not, for they may have the same. */
export const roleText = (role: Pick<Named, "uid" | "name">): string =>
  isBuiltIn(role) || role.name === undefined ? (role.name ?? role.uid) : `${role.name} (custom)`;

/** The input, other than the parent, that refers to a kind. */
function fieldTo(spec: ResourceSpec, type: string): string | undefined {
  const refers = ({ type: fieldType, presence, options }: Field) =>
    presence !== "computed" && options.parent !== true && fieldType.kind === "string" && fieldType.refersTo === type;
  return Object.entries(spec.fields).find(([, field]) => refers(field))?.[0];
}
