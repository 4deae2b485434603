import { defineResource } from "../spec/resource";
import { computed, required, string, timestamp, uid } from "../spec/types";

/** A grant to a group of the identity provider (platform API: IAM-17). There is no update. */
export const externalGroupRoleMapping = defineResource({
  type: "iam:ExternalGroupRoleMapping",
  collection: "/iam/v2/externalGroupRoleMappings",
  needs: {
    see: ["CAP_IAM_IDENTITY_PROVIDERS_LIST"],
    create: ["CAP_IAM_IDENTITY_PROVIDERS_CREATE", "CAP_IAM_ROLE_BINDINGS_CREATE"],
    delete: ["CAP_IAM_IDENTITY_PROVIDERS_DELETE"],
  },
  update: "never",
  fields: {
    /** uid of the identity provider. */
    parentUid: required(uid("iam:IdentityProvider"), { parent: true }),
    /** The group's id at the identity provider. */
    externalGroupId: required(string(), { key: true }),
    /** uid of the role that its people get. */
    roleUid: required(uid("iam:Role"), { key: true }),
    /** uid of the group in which they get it: the root group of the organisation, which it is when left out. */
    scope: required(uid("iam:Organization"), { key: true, isOrganization: true }),
    /** uid of the identity provider, as the platform tells it. */
    identityProviderUid: computed(uid("iam:IdentityProvider"), { alwaysReturned: true }),
    /** When the mapping was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
  },
});
