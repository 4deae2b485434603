import { isJsonObject } from "../api/json";
import { group } from "../resources/group";
import { boolean, computed, type MessageOf, optional, required, string, uid } from "../spec/types";
import { answerOf, type EntityOf, entityOf } from "./answers";
import { type ListArgs, type NamedArgs, paging, scope } from "./filters";
import { type ByUid, listingOf, plural, singular } from "./listing";
import { ask, type Call } from "./operation";

const filters = {
  /** Exact name of the groups. */
  name: optional(string()),
} as const;
const all = { ...scope, ...filters, ...paging() } as const;
const single = { ...scope, ...filters, name: required(string()) } as const;

/** Which groups to list. */
export type GetGroupsArgs = ListArgs<typeof filters>;
/** Which group to find: by its uid, or by its name and where it is. */
export type GetGroupArgs = ByUid | NamedArgs<typeof filters>;
/** A group as the platform holds it. */
export type GroupResult = EntityOf<typeof group.fields>;

/** How groups are listed. */
export const groupListing = listingOf(group, {
  name: "getGroups",
  arguments: all,
  compared: { name: "name" },
  one: { name: "getGroup", arguments: single },
  orphan: "a root group",
});

/** The groups that match. */
export const getGroups = plural(groupListing);
/** One group. */
export const getGroup = singular(groupListing);

/** The question for the group of the caller. */
export const lookupGroupCall: Call<Record<never, never>, GroupResult> = {
  name: "lookupGroup",
  method: "GET",
  path: "/iam/v2/groups:lookupGroup",
  arguments: {},
  read: (answer) => entityOf(group.fields)(isJsonObject(answer.group) ? answer.group : {}),
};
/** The group that the platform finds for the caller. */
export const lookupGroup = ask(lookupGroupCall);

const readEligibility = answerOf({ eligible: computed(boolean, { always: true }) });

/** The question whether the caller may have a group of their own. */
export const checkEligibilityCall: Call<Record<never, never>, boolean> = {
  name: "checkEligibility",
  method: "GET",
  path: "/iam/v2/groups:checkEligibility",
  arguments: {},
  read: (answer) => readEligibility(answer).eligible,
};
/** Whether the platform takes the caller for eligible. */
export const checkEligibility = ask(checkEligibilityCall);

const requested = {
  /** uid of the group to ask for access to. */
  groupUid: required(uid("iam:Group")),
} as const;

/** Which group to ask for access to. */
export type RequestGroupAccessArgs = MessageOf<typeof requested>;

/** The request of the caller for access to a group. */
export const requestGroupAccessCall: Call<typeof requested, void> = {
  name: "requestGroupAccess",
  method: "POST",
  path: "/iam/v2/groups/{groupUid}:requestGroupAccess",
  arguments: requested,
  isSentOnce: true,
  isLimitFinal: true,
  read: () => undefined,
};
/** Asks for access to a group, in the name of the caller. */
export const requestGroupAccess = ask(requestGroupAccessCall);
