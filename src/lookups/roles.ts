import { role } from "../resources/role";
import { optional, required, string, uid } from "../spec/types";
import { type ListArgs, type NamedArgs, paging, scope } from "./filters";
import { type ByUid, listingOfKind, type Plural, plural, type Singular, singular } from "./listing";
import type { RoleResult } from "./results";

const filters = {
  /** Exact name of the roles. */
  name: optional(string()),
  /** uid of the group that the roles belong to; without it, built-in roles and those of every group. */
  parentUid: optional(uid("iam:Group"), { sentAs: "uidp.children_of", atMostOneOf: "parent" }),
} as const;
const all = { ...scope, ...filters, ...paging } as const;
const single = { ...scope, ...filters, name: required(string()) } as const;

/** Which roles to list. */
export type GetRolesArgs = ListArgs<typeof filters>;
/** Which role to find: by its uid, or by its name and where it is. */
export type GetRoleArgs = ByUid | NamedArgs<typeof filters>;

/** How roles are listed. */
export const roleListing = listingOfKind(role, {
  name: "getRoles",
  arguments: all,
  compared: { name: "name", parentUid: "parentUid" },
  one: { name: "getRole", arguments: single },
  rootPlace: "built-in",
});

/** The roles that match, built-in ones included unless it is said where to look (platform API: IAM-7). */
export const getRoles: Plural<GetRolesArgs, RoleResult> = plural(roleListing);
/** The one role of a uid, or of a name (platform API: IAM-7). */
export const getRole: Singular<GetRoleArgs, RoleResult> = singular(roleListing);
