import { accountAssociation } from "../resources/account-association";
import { externalGroupRoleMapping } from "../resources/external-group-role-mapping";
import { group } from "../resources/group";
import { groupInvite } from "../resources/group-invite";
import { identity } from "../resources/identity";
import { identityProvider } from "../resources/identity-provider";
import { repo } from "../resources/repo";
import { role } from "../resources/role";
import { roleBinding } from "../resources/role-binding";
import { subscription } from "../resources/subscription";
import { tag } from "../resources/tag";
import { boolean, digest, enumOf, optional, sink, string, timestamp, uid } from "../spec/types";
import { listingOfKind } from "./listing";

// `getCount` counts each by its name here. `npm run docs` makes two functions of each listing, unless a file of this folder has
// a function of that name. The doc comment becomes that of the function that lists, `@param args` that of its arguments' type,
// and `@one` and `@which` the same of the function that finds one.

/**
 * The account associations that match (platform API: IAM-20).
 *
 * @param args Which account associations to list.
 * @one The one account association of a uid, which is its group's, or of a name (platform API: IAM-20).
 * @which Which account association to find: by its uid, which is the uid of its group, or by its name.
 */
export const accountAssociations = listingOfKind(accountAssociation, {
  names: ["getAccountAssociations", "getAccountAssociation"],
  filters: {
    /** Exact name of the associations. */
    name: optional(string()),
  },
  byName: true,
});

/**
 * The mappings of groups of identity providers to roles that match (platform API: IAM-17).
 *
 * @param args Which mappings to list.
 * @one The one mapping of a uid, or of what it maps (platform API: IAM-17).
 * @which Which mapping to find: by its uid, or by what it maps.
 */
export const externalGroupRoleMappings = listingOfKind(externalGroupRoleMapping, {
  names: ["getExternalGroupRoleMappings", "getExternalGroupRoleMapping"],
  filters: {
    /** uid of the identity provider. */
    identityProviderUid: optional(uid("iam:IdentityProvider"), { sentAs: "identity_provider_uid" }),
    /** The group's id at the identity provider; the server has no such filter, so all that it lists is looked through. */
    externalGroupId: optional(string(), { clientOnly: true }),
    /** uid of the role; looked for as externalGroupId is. */
    roleUid: optional(uid("iam:Role"), { clientOnly: true }),
    /** uid of the group in which the role is given; looked for as externalGroupId is. */
    scope: optional(uid("iam:Group"), { clientOnly: true }),
  },
});

/**
 * The invites that match, newest first, without their codes (platform API: IAM-19).
 *
 * @param args Which invites to list.
 * @one The one invite of a uid, or of the key of its code (platform API: IAM-19).
 * @which Which invite to find: by its uid, or by the key of its code.
 */
export const groupInvites = listingOfKind(groupInvite, {
  names: ["getGroupInvites", "getGroupInvite"],
  filters: {
    /** Id of the key that signed the code of the invite. */
    keyId: optional(string(), { sentAs: "key_id" }),
  },
});

/**
 * The groups that match (platform API: IAM-1).
 *
 * @param args Which groups to list.
 * @one The one group of a uid, or of a name (platform API: IAM-1).
 * @which Which group to find: by its uid, or by its name and where it is.
 */
export const groups = listingOfKind(group, {
  names: ["getGroups", "getGroup"],
  filters: {
    /** Exact name of the groups. */
    name: optional(string()),
  },
  byName: true,
  rootPlace: "a root group",
});

/**
 * The identities that match (platform API: IAM-3).
 *
 * @param args Which identities to list.
 */
export const identities = listingOfKind(identity, {
  names: ["getIdentities", "getIdentity"],
  filters: {
    /** Exact name of the identities. */
    name: optional(string()),
    /** How the identities are recognized. */
    relationshipType: optional(
      enumOf(
        "RELATIONSHIP_TYPE_UNSPECIFIED",
        "RELATIONSHIP_TYPE_CLAIM_MATCH",
        "RELATIONSHIP_TYPE_STATIC",
        "RELATIONSHIP_TYPE_AWS_IDENTITY",
        "RELATIONSHIP_TYPE_SERVICE_PRINCIPAL",
      ),
      { sentAs: "relationship_type" },
    ),
  },
  byName: true,
});

/** How identity providers are listed. */
export const identityProviders = listingOfKind(identityProvider, {
  names: ["getIdentityProviders", "getIdentityProvider"],
  filters: {
    /** Exact name of the identity providers. */
    name: optional(string()),
  },
  byName: true,
});

/**
 * The repos that match (platform API: REG-1).
 *
 * @param args Which repos to list.
 * @one The one repo of a uid, or of a name (platform API: REG-1).
 * @which Which repo to find: by its uid, or by its name and where it is.
 */
export const repos = listingOfKind(repo, {
  names: ["getRepos", "getRepo"],
  filters: {
    /** Exact name of the repos. */
    name: optional(string()),
  },
  byName: true,
});

/**
 * The role bindings that match, with their identity, group and role (platform API: IAM-10).
 *
 * @param args Which role bindings to list.
 * @one The one role binding of a uid, or of what it binds (platform API: IAM-10).
 * @which Which role binding to find: by its uid, or by what it binds.
 */
export const roleBindings = listingOfKind(roleBinding, {
  names: ["getRoleBindings", "getRoleBinding"],
  filters: {
    /** uid of the identity that holds the role. */
    identity: optional(uid("iam:Identity")),
    /** uid of the group in which the role is held. */
    group: optional(uid("iam:Group")),
    /** uid of the role that is held. */
    role: optional(uid("iam:Role")),
  },
  compared: { identity: "identityUid", group: "parentUid", role: "roleUid" },
});

/**
 * The roles that match, built-in ones included unless it is said where to look (platform API: IAM-7).
 *
 * @param args Which roles to list.
 * @one The one role of a uid, or of a name (platform API: IAM-7).
 * @which Which role to find: by its uid, or by its name and where it is.
 */
export const roles = listingOfKind(role, {
  names: ["getRoles", "getRole"],
  filters: {
    /** Exact name of the roles. */
    name: optional(string()),
    /** uid of the group that the roles belong to; without it, built-in roles and those of every group. */
    parentUid: optional(uid("iam:Group"), { sentAs: "uidp.children_of", atMostOneOf: "parent" }),
  },
  byName: true,
  rootPlace: "built-in",
});

/**
 * The event subscriptions that match (platform API: EVT-1).
 *
 * @param args Which subscriptions to list.
 * @one The one event subscription of a uid, or of a sink (platform API: EVT-1).
 * @which Which subscription to find: by its uid, or by its sink and where it is.
 */
export const subscriptions = listingOfKind(subscription, {
  names: ["getSubscriptions", "getSubscription"],
  filters: {
    /** URL that events are posted to; the server has no such filter, so all that it lists is looked through. */
    sink: optional(sink, { clientOnly: true }),
  },
});

/** The filters for tags that look generated, with their names in a query. */
const LOOKS_GENERATED = {
  includeReferrers: "include_referrers",
  includeDates: "include_dates",
  includeEpochs: "include_epochs",
} as const;

/**
 * The tags that match. Those that look generated are left out unless they are asked for (platform API: REG-4).
 *
 * @param args Which tags to list.
 * @one The one tag of a uid, or of a repo and a name (platform API: REG-4).
 * @which Which tag to find: by its uid, or by its repo and its name.
 */
export const tags = listingOfKind(tag, {
  names: ["getTags", "getTag"],
  filters: {
    /** uid of the repo that the tags are in. */
    repoUid: optional(uid("registry:Repo"), { sentAs: "uidp.children_of", atMostOneOf: "parent" }),
    /**
     * Exact name of the tags; tags that look generated are then found too, unless the `include…` arguments say otherwise.
     */
    name: optional(string()),
    /** Digest that the tags point to. */
    digest: optional(digest),
    /** Only tags that were updated after this time, UTC. */
    updatedSince: optional(timestamp, { sentAs: "updated_since" }),
    /** Whether to list tags that look like a digest, `sha256-…` (signatures and the like). */
    includeReferrers: optional(boolean, { sentAs: LOOKS_GENERATED.includeReferrers }),
    /** Whether to list tags that end in a date, `-20260105`. */
    includeDates: optional(boolean, { sentAs: LOOKS_GENERATED.includeDates }),
    /** Whether to list tags that end in the number of a build, `-r3`. */
    includeEpochs: optional(boolean, { sentAs: LOOKS_GENERATED.includeEpochs }),
    /** Only tags that have, or have not, reached their end of life. No server filters by it, so all tags are read. */
    deprecated: optional(boolean, { clientOnly: true }),
  },
  compared: { repoUid: "parentUid" },
  // A tag that is asked for by name is wanted even if it looks generated. List would hide it.
  extraQuery: (args) =>
    args.name === undefined
      ? []
      : Object.entries(LOOKS_GENERATED).flatMap(([name, sentAs]) =>
          args[name] === undefined ? [[sentAs, "true"]] : [],
        ),
});
