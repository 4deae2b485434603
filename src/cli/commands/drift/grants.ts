import { nameOf, type ResourceSpec } from "../../../spec/resource";
import type { Field } from "../../../spec/types";
import { isValues, type Values } from "../../../spec/values";
import type { LiveObject } from "../../organization/read";
import { withAncestors } from "./scope";

/** Who has what through an object that grants a role. */

/** An object by its uid, and by its name where that is known. */
export interface Named {
  readonly uid: string;
  readonly name: string | undefined;
  /** Names from the outermost group that is known down to it, joined by slashes; its uid in place of a name that is not. */
  readonly path: string;
}

/** An object by its uid, with a name that was told elsewhere, if one was. */
export function named(uid: string, nameOf: NameOf, told = nameOf(uid)): Named {
  const above = withAncestors(uid).slice(1).map(nameOf);
  const end = above.indexOf(undefined);
  const names = above.slice(0, end < 0 ? above.length : end).reverse();
  return { uid, name: told, path: [...names, told ?? uid].join("/") };
}

/** Whether a role is one of the platform's own, which lie in no group. */
export const isBuiltIn = ({ uid }: Pick<Named, "uid">): boolean => !uid.includes("/");

/** A role of the platform by its name; others say that they are not, for they may have the same. */
export const roleText = (role: Pick<Named, "uid" | "name">): string =>
  isBuiltIn(role) || role.name === undefined ? (role.name ?? role.uid) : `${role.name} (custom)`;

/** What an object grants. */
export interface Grant {
  readonly role: Named;
  /** The identity that has it; undefined where it is granted to whoever comes. */
  readonly identity: Named | undefined;
  /** Who has it, in words. */
  readonly who: string;
  /** Where it is granted. */
  readonly group: Named;
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

/** Finds names for uids. */
export type NameOf = (uid: string) => string | undefined;

/** What an object grants; undefined for one that grants nothing. */
export function grantOf({ spec, values, parentUid = "" }: LiveObject, nameOfUid: NameOf): Grant | undefined {
  const roleField = fieldTo(spec, "iam:Role");
  if (roleField === undefined) return undefined;
  const toldIn = (field: string, kind: string): Named =>
    named(String(values[field] ?? ""), nameOfUid, toldName(spec, values, kind));
  const identityField = fieldTo(spec, "iam:Identity");
  const identity = identityField === undefined ? undefined : toldIn(identityField, "identity");
  // A mapping says where it grants; the others grant where they lie.
  const scope = fieldTo(spec, "iam:Organization");
  const group = scope === undefined ? parentUid : String(values[scope] ?? parentUid);
  return {
    role: toldIn(roleField, "role"),
    identity,
    who: identity === undefined ? granteeOf(spec, values).words : identity.path,
    group: named(group, nameOfUid, toldName(spec, values, "group")),
  };
}

/** Who gets a role where no identity is named. */
export interface Grantee {
  readonly holder: Holder | undefined;
  /** Of the field that says it; empty where that is no text. */
  readonly value: string;
  readonly words: string;
}

/** Who gets the role of an object that names no identity: the first field that says so tells. */
export function granteeOf(spec: ResourceSpec, values: Values): Grantee {
  const holder = holders.find(
    ({ field }) =>
      spec.fields[field] !== undefined && (values[field] !== undefined || spec.fields[field]?.options.writeOnly),
  );
  const told = holder === undefined ? undefined : values[holder.field];
  const value = typeof told === "string" ? told : "";
  return { holder, value, words: holder?.who(value) ?? `whoever the ${nameOf(spec)} is for` };
}

/** The input, other than the parent, that refers to a kind. */
function fieldTo(spec: ResourceSpec, type: string): string | undefined {
  const refers = ({ type: fieldType, presence, options }: Field) =>
    presence !== "computed" && options.parent !== true && fieldType.kind === "string" && fieldType.refersTo === type;
  return Object.entries(spec.fields).find(([, field]) => refers(field))?.[0];
}

/** The name that the object itself tells of what it refers to. */
function toldName({ fields }: ResourceSpec, values: Values, field: string): string | undefined {
  const told = Object.hasOwn(fields, field) ? values[field] : undefined;
  return isValues(told) && typeof told.name === "string" && told.name !== "" ? told.name : undefined;
}
