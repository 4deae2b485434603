import type { ResourceSpec } from "../../../spec/resource";
import { isValues, type Values } from "../../../spec/values";
import { granteeOf, roleGrantOf } from "../../organization/grantees";
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

/** Finds names for uids. */
export type NameOf = (uid: string) => string | undefined;

/** What an object grants; undefined for one that grants nothing. */
export function grantOf(object: LiveObject, nameOfUid: NameOf): Grant | undefined {
  const granted = roleGrantOf(object);
  if (granted === undefined) return undefined;
  const { spec, values } = object;
  const toldIn = (uid: string, kind: string): Named => named(uid, nameOfUid, toldName(spec, values, kind));
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
