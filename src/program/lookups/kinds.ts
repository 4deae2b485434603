import { accountAssociation } from "../../description/resources/account-association";
import { externalGroupRoleMapping } from "../../description/resources/external-group-role-mapping";
import { group } from "../../description/resources/group";
import { groupInvite } from "../../description/resources/group-invite";
import { identity } from "../../description/resources/identity";
import { identityProvider } from "../../description/resources/identity-provider";
import { repo } from "../../description/resources/repo";
import { role } from "../../description/resources/role";
import { roleBinding } from "../../description/resources/role-binding";
import { subscription } from "../../description/resources/subscription";
import { tag } from "../../description/resources/tag";
import { atMostOneOf } from "../../description/spec/field-options";
import { boolean, digest, enumOf, optional, sink, string, timestamp, uid } from "../../description/spec/types";
import { listingOfKind } from "./listing";

// `getCount` uses the names of these constants. `npm run docs` generates two functions for each listing, unless a file of this
// folder has a function of that name. The doc comment describes the function that lists, and `@param args` the type of its
// arguments. `@one` and `@which` describe the function that finds one object and the type of its arguments.

/**
 * Lists the matching account associations (platform API: IAM-20).
 *
 * @param args Which account associations to list.
 * @one Returns the account association with a uid, which is the uid of its group, or with a name (platform API: IAM-20).
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
 * Lists the matching mappings from groups of identity providers to roles (platform API: IAM-17).
 *
 * @param args Which mappings to list.
 * @one Returns the mapping with a uid, or with a group and a role (platform API: IAM-17).
 * @which Which mapping to find: by its uid, or by its group and role.
 */
export const externalGroupRoleMappings = listingOfKind(externalGroupRoleMapping, {
  names: ["getExternalGroupRoleMappings", "getExternalGroupRoleMapping"],
  filters: {
    /** uid of the identity provider. */
    identityProviderUid: optional(uid("iam:IdentityProvider"), { sentAs: "identity_provider_uid" }),
    /** Id of the group at the identity provider. The server has no such filter, so its whole list is read. */
    externalGroupId: optional(string(), { clientOnly: true }),
    /** uid of the role. The server has no such filter, so its whole list is read. */
    roleUid: optional(uid("iam:Role"), { clientOnly: true }),
    /** uid of the group in which the role is granted. The server has no such filter, so its whole list is read. */
    scope: optional(uid("iam:Group"), { clientOnly: true }),
  },
});

/**
 * Lists the matching invites, newest first, without their codes (platform API: IAM-19).
 *
 * @param args Which invites to list.
 * @one Returns the invite with a uid, or with the key of its code (platform API: IAM-19).
 * @which Which invite to find: by its uid, or by the key of its code.
 */
export const groupInvites = listingOfKind(groupInvite, {
  names: ["getGroupInvites", "getGroupInvite"],
  filters: {
    /** Id of the key that verifies the code of the invite. */
    keyId: optional(string(), { sentAs: "key_id" }),
  },
});

/**
 * Lists the matching groups (platform API: IAM-1).
 *
 * @param args Which groups to list.
 * @one Returns the group with a uid or a name (platform API: IAM-1).
 * @which Which group to find: by its uid, or by its name and place.
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
 * Lists the matching identities (platform API: IAM-3).
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

/** The listing of identity providers. */
export const identityProviders = listingOfKind(identityProvider, {
  names: ["getIdentityProviders", "getIdentityProvider"],
  filters: {
    /** Exact name of the identity providers. */
    name: optional(string()),
  },
  byName: true,
});

/**
 * Lists the matching repos (platform API: REG-1).
 *
 * @param args Which repos to list.
 * @one Returns the repo with a uid or a name (platform API: REG-1).
 * @which Which repo to find: by its uid, or by its name and place.
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
 * Lists the matching role bindings, with their identity, group and role (platform API: IAM-10).
 *
 * @param args Which role bindings to list.
 * @one Returns the role binding with a uid, or with an identity, a group and a role (platform API: IAM-10).
 * @which Which role binding to find: by its uid, or by its identity, group and role.
 */
export const roleBindings = listingOfKind(roleBinding, {
  names: ["getRoleBindings", "getRoleBinding"],
  filters: {
    /** uid of the identity that has the role. */
    identity: optional(uid("iam:Identity")),
    /** uid of the group in which the role is granted. */
    group: optional(uid("iam:Group")),
    /** uid of the granted role. */
    role: optional(uid("iam:Role")),
  },
  compared: { identity: "identityUid", group: "parentUid", role: "roleUid" },
});

/**
 * Lists the matching roles. Built-in roles are included unless you limit the place (platform API: IAM-7).
 *
 * @param args Which roles to list.
 * @one Returns the role with a uid or a name (platform API: IAM-7).
 * @which Which role to find: by its uid, or by its name and place.
 */
export const roles = listingOfKind(role, {
  names: ["getRoles", "getRole"],
  filters: {
    /** Exact name of the roles. */
    name: optional(string()),
    /** uid of the group that contains the roles. Without it, built-in roles and those of every group are listed. */
    parentUid: optional(uid("iam:Group"), {
      sentAs: "uidp.children_of",
      ...atMostOneOf("parent"),
    }),
  },
  byName: true,
  rootPlace: "built-in",
});

/**
 * Lists the matching event subscriptions (platform API: EVT-1).
 *
 * @param args Which subscriptions to list.
 * @one Returns the event subscription with a uid or a sink (platform API: EVT-1).
 * @which Which subscription to find: by its uid, or by its sink and place.
 */
export const subscriptions = listingOfKind(subscription, {
  names: ["getSubscriptions", "getSubscription"],
  filters: {
    /** URL that receives the events. The server has no such filter, so its whole list is read. */
    sink: optional(sink, { clientOnly: true }),
  },
});

/** Filters for tags that look generated, with their names in a query. */
const LOOKS_GENERATED = {
  includeReferrers: "include_referrers",
  includeDates: "include_dates",
  includeEpochs: "include_epochs",
  includeVcsSnapshots: "include_vcs_snapshots",
} as const;

/**
 * Lists the matching tags, without those that look generated unless you include them (platform API: REG-4).
 *
 * @param args Which tags to list.
 * @one Returns the tag with a uid, or with a repo and a name (platform API: REG-4).
 * @which Which tag to find: by its uid, or by its repo and name.
 */
export const tags = listingOfKind(tag, {
  names: ["getTags", "getTag"],
  filters: {
    /** uid of the repo that contains the tags. */
    repoUid: optional(uid("registry:Repo"), {
      sentAs: "uidp.children_of",
      ...atMostOneOf("parent"),
    }),
    /** Exact name of the tags. Tags that look generated are then included, unless the `include…` arguments exclude them. */
    name: optional(string()),
    /** Digest that the tags point to. */
    digest: optional(digest),
    /** Only tags that were updated after this time, UTC. */
    updatedSince: optional(timestamp, { sentAs: "updated_since" }),
    /** Whether to list tags that look like a digest, `sha256-…`, such as signatures. */
    includeReferrers: optional(boolean, { sentAs: LOOKS_GENERATED.includeReferrers }),
    /** Whether to list tags that end in a date, `-20260105`. */
    includeDates: optional(boolean, { sentAs: LOOKS_GENERATED.includeDates }),
    /** Whether to list tags that end in a build number, `-r3`. */
    includeEpochs: optional(boolean, { sentAs: LOOKS_GENERATED.includeEpochs }),
    /** Whether to list tags of a snapshot of version control, such as `3.14.7_git20260914`. An older platform always lists them. */
    includeVcsSnapshots: optional(boolean, { sentAs: LOOKS_GENERATED.includeVcsSnapshots }),
    /** Only tags that have, or have not, reached their end of life. The server has no such filter, so all tags are read. */
    deprecated: optional(boolean, { clientOnly: true }),
  },
  compared: { repoUid: "parentUid" },
  // List would hide a tag that looks generated, although the caller wants it by name.
  extraQuery: (args) =>
    args.name === undefined
      ? []
      : Object.entries(LOOKS_GENERATED).flatMap(([name, sentAs]) =>
          args[name] === undefined ? [[sentAs, "true"]] : [],
        ),
});
