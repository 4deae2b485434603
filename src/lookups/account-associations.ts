import { accountAssociation } from "../resources/account-association";
import { accountCheckFields, accountProviderTypes } from "../resources/account-check";
import { enumOf, type MessageOf, optional, required, string, uid } from "../spec/types";
import { type AnswerOf, answerOf, type EntityOf } from "./answers";
import { type ListArgs, type NamedArgs, paging, scope } from "./filters";
import { type ByUid, listingOf, plural, singular } from "./listing";
import { ask, type Call } from "./operation";

const filters = {
  /** Exact name of the associations. */
  name: optional(string()),
} as const;
const all = { ...scope, ...filters, ...paging() } as const;
const single = { ...scope, ...filters, name: required(string()) } as const;

/** Which account associations to list. */
export type GetAccountAssociationsArgs = ListArgs<typeof filters>;
/** Which account association to find: by its uid, which is the uid of its group, or by its name. */
export type GetAccountAssociationArgs = ByUid | NamedArgs<typeof filters>;
/** An account association as the platform holds it. */
export type AccountAssociationResult = EntityOf<typeof accountAssociation.fields>;

/** How account associations are listed. */
export const accountAssociationListing = listingOf(accountAssociation, {
  name: "getAccountAssociations",
  arguments: all,
  compared: { name: "name" },
  one: { name: "getAccountAssociation", arguments: single },
});

/** The account associations that match. */
export const getAccountAssociations = plural(accountAssociationListing);
/** One account association. */
export const getAccountAssociation = singular(accountAssociationListing);

const checked = {
  /** uid of the group that the accounts belong to. */
  groupUid: required(uid("iam:Group")),
  /** Cloud whose account to check. */
  providerType: required(enumOf(...accountProviderTypes)),
} as const;

/** Which account of which group to check. */
export type CheckAccountAssociationArgs = MessageOf<typeof checked>;
/** Whether the platform can work with an account. */
export type AccountCheckResult = AnswerOf<typeof accountCheckFields>;

/** The question whether the platform can work with an account. */
export const checkAccountAssociationCall: Call<typeof checked, AccountCheckResult> = {
  name: "checkAccountAssociation",
  method: "POST",
  path: "/iam/v2/accountAssociations/{groupUid}:checkAccountAssociation",
  arguments: checked,
  read: answerOf(accountCheckFields),
};
/** Whether the platform can work with an account of a group's association. It changes nothing. */
export const checkAccountAssociation = ask(checkAccountAssociationCall);
