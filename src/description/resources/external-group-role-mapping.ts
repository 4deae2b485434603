import { defineResource } from "../spec/resource";
import { computed, required, string, timestamp, uid } from "../spec/types";

/** A mapping from a group of the identity provider to a role (platform API: IAM-17). It cannot be updated. */
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
  peculiar: { deletedWithParent: true },
  fields: {
    /** uid of the identity provider. */
    parentUid: required(uid("iam:IdentityProvider"), { parent: true }),
    /** Value of the group in the groups claim, exactly as sent: its name at Okta, its object id at Entra by default. */
    externalGroupId: required(string(), { key: true }),
    /**
     * uid of the role that people of the group get for each session, in addition to their own roles. Lists of role
     * bindings do not show it. The caller must have every capability of the role.
     */
    roleUid: required(uid("iam:Role"), { key: true }),
    /** uid of the group in which they get the role. It must be the root group of the organization, which is the default. */
    scope: required(uid("iam:Organization"), { key: true }),
    /** uid of the identity provider, as the platform returns it. */
    identityProviderUid: computed(uid("iam:IdentityProvider"), { returned: "always" }),
    /** When the mapping was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
  },
});
