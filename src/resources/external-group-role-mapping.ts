import { defineResource } from "../spec/resource";
import { computed, required, string, timestamp, uid } from "../spec/types";

/**
 * A grant to a group of the identity provider (platform API: IAM-17). There is no update, and a delete of the provider
 * deletes its mappings with it (platform API: IAM-12).
 */
export const externalGroupRoleMapping = defineResource({
  type: "iam:ExternalGroupRoleMapping",
  collection: "/iam/v2/externalGroupRoleMappings",
  needs: {
    see: ["CAP_IAM_IDENTITY_PROVIDERS_LIST"],
    create: ["CAP_IAM_IDENTITY_PROVIDERS_CREATE", "CAP_IAM_ROLE_BINDINGS_CREATE"],
    delete: ["CAP_IAM_IDENTITY_PROVIDERS_DELETE"],
  },
  update: "never",
  knownBy: [
    ["of", "externalGroupId"],
    ["as", "roleUid"],
  ],
  deletedWithParent: true,
  fields: {
    /** uid of the identity provider. */
    parentUid: required(uid("iam:IdentityProvider"), { parent: true }),
    /** The value in the groups claim, to the letter: the group's name at Okta, its object id at Entra by default. */
    externalGroupId: required(string(), { key: true }),
    /**
     * uid of the role that its people get for a session, beside their own roles. No role binding shows it. The caller
     * must hold all that the role grants.
     */
    roleUid: required(uid("iam:Role"), { key: true }),
    /** uid of the group in which they get it: the root group of the organization, which is also the default. */
    scope: required(uid("iam:Organization"), { key: true, isOrganization: true }),
    /** uid of the identity provider, as the platform returns it. */
    identityProviderUid: computed(uid("iam:IdentityProvider"), { alwaysReturned: true }),
    /** When the mapping was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
  },
});
