import { group } from "../resources/group";
import { optional, required, string } from "../spec/types";
import { type ListArgs, type NamedArgs, paging, scope } from "./filters";
import { type ByUid, listingOfKind, type Plural, plural, type Singular, singular } from "./listing";
import type { GroupResult } from "./results";

const filters = {
  /** Exact name of the groups. */
  name: optional(string()),
} as const;
const all = { ...scope, ...filters, ...paging } as const;
const single = { ...scope, ...filters, name: required(string()) } as const;

/** Which groups to list. */
export type GetGroupsArgs = ListArgs<typeof filters>;
/** Which group to find: by its uid, or by its name and where it is. */
export type GetGroupArgs = ByUid | NamedArgs<typeof filters>;

/** How groups are listed. */
export const groupListing = listingOfKind(group, {
  name: "getGroups",
  arguments: all,
  compared: { name: "name" },
  one: { name: "getGroup", arguments: single },
  rootPlace: "a root group",
});

/** The groups that match (platform API: IAM-1). */
export const getGroups: Plural<GetGroupsArgs, GroupResult> = plural(groupListing);
/** The one group of a uid, or of a name (platform API: IAM-1). */
export const getGroup: Singular<GetGroupArgs, GroupResult> = singular(groupListing);
