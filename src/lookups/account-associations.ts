import { accountAssociation } from "../resources/account-association";
import { optional, required, string } from "../spec/types";
import { type ListArgs, type NamedArgs, paging, scope } from "./filters";
import { type ByUid, listingOfKind, type Plural, plural, type Singular, singular } from "./listing";
import type { AccountAssociationResult } from "./results";

const filters = {
  /** Exact name of the associations. */
  name: optional(string()),
} as const;
const all = { ...scope, ...filters, ...paging } as const;
const single = { ...scope, ...filters, name: required(string()) } as const;

/** Which account associations to list. */
export type GetAccountAssociationsArgs = ListArgs<typeof filters>;
/** Which account association to find: by its uid, which is the uid of its group, or by its name. */
export type GetAccountAssociationArgs = ByUid | NamedArgs<typeof filters>;

/** How account associations are listed. */
export const accountAssociationListing = listingOfKind(accountAssociation, {
  name: "getAccountAssociations",
  arguments: all,
  compared: { name: "name" },
  one: { name: "getAccountAssociation", arguments: single },
});

/** The account associations that match (platform API: IAM-20). */
export const getAccountAssociations: Plural<GetAccountAssociationsArgs, AccountAssociationResult> =
  plural(accountAssociationListing);
/** The one account association of a uid, which is its group's, or of a name (platform API: IAM-20). */
export const getAccountAssociation: Singular<GetAccountAssociationArgs, AccountAssociationResult> =
  singular(accountAssociationListing);
