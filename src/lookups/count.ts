import type { Client } from "../api/client";
import { collect, countItems, items } from "../api/pages";
import type { Fields } from "../spec/types";
import type { Values } from "../spec/values";
import { accountAssociationListing, type GetAccountAssociationsArgs } from "./account-associations";
import { advisoryListing, type GetAdvisoriesArgs } from "./advisories";
import { checkQuestion } from "./arguments";
import { ArgumentError } from "./errors";
import { type GetExternalGroupRoleMappingsArgs, mappingListing } from "./external-group-role-mappings";
import type { Paging } from "./filters";
import { type GetGroupInvitesArgs, groupInviteListing } from "./group-invites";
import { type GetGroupsArgs, groupListing } from "./groups";
import { type GetIdentitiesArgs, identityListing } from "./identities";
import { type GetIdentityProvidersArgs, identityProviderListing } from "./identity-providers";
import { comparison, type Listing, requestFor } from "./listing";
import { type GetReposArgs, repoListing } from "./repos";
import { type GetRoleBindingsArgs, roleBindingListing } from "./role-bindings";
import { type GetRolesArgs, roleListing } from "./roles";
import { type GetSubscriptionsArgs, subscriptionListing } from "./subscriptions";
import { type GetTagsArgs, tagListing } from "./tags";

/** What can be counted, with the filters of its list. */
interface Counted {
  accountAssociations: GetAccountAssociationsArgs;
  advisories: GetAdvisoriesArgs;
  externalGroupRoleMappings: GetExternalGroupRoleMappingsArgs;
  groupInvites: GetGroupInvitesArgs;
  groups: GetGroupsArgs;
  identities: GetIdentitiesArgs;
  identityProviders: GetIdentityProvidersArgs;
  repos: GetReposArgs;
  roleBindings: GetRoleBindingsArgs;
  roles: GetRolesArgs;
  subscriptions: GetSubscriptionsArgs;
  tags: GetTagsArgs;
}

/** The listings that can be counted, by the name for `of`. */
export const countedListings: Readonly<Record<keyof Counted, Listing<Fields, unknown>>> = {
  accountAssociations: accountAssociationListing,
  advisories: advisoryListing,
  externalGroupRoleMappings: mappingListing,
  groupInvites: groupInviteListing,
  groups: groupListing,
  identities: identityListing,
  identityProviders: identityProviderListing,
  repos: repoListing,
  roleBindings: roleBindingListing,
  roles: roleListing,
  subscriptions: subscriptionListing,
  tags: tagListing,
};

/** What to count: `of` names the kind, the others are filters of its list. */
export type GetCountArgs = {
  [K in keyof Counted]: {
    /** What to count. */
    of: K;
  } & Omit<Counted[K], keyof Paging>;
}[keyof Counted];

/**
 * How many objects of a kind match, `{ of: "repos", childrenOf: group.id }`, without reading them all where the
 * platform can tell. Throws ArgumentError, before anything is sent, and the errors of the client. API: `totalCount` of
 * a List (platform API: LIST-1).
 */
export async function getCount(client: Client, args: GetCountArgs): Promise<number> {
  const { of, ...wanted } = args as { readonly of?: unknown } & Values;
  const listing = typeof of === "string" && isCounted(of) ? countedListings[of] : undefined;
  if (listing === undefined) {
    throw new ArgumentError(`getCount: of must be one of ${Object.keys(countedListings).join(", ")}`);
  }
  const { limit: _limit, skip: _skip, orderBy: _orderBy, ...filters } = listing.arguments;
  checkQuestion({ name: "getCount", method: "GET", arguments: filters }, wanted);
  const request = requestFor(listing, wanted);
  const accepts = comparison(listing, wanted);
  if (accepts === undefined) return Number(await countItems(client, request));
  const found = await collect(items(client, request));
  return found.filter((item) => accepts(listing.read(item))).length;
}

const isCounted = (name: string): name is keyof Counted => Object.hasOwn(countedListings, name);
