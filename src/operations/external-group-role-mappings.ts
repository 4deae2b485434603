import { externalGroupRoleMapping } from "../resources/external-group-role-mapping";
import { computed, list, required, uid } from "../spec/types";
import { defineOperation, objectOf } from "./operation";

/**
 * Deletes several mappings of one identity provider at once, and returns those that it deleted: it skips those that no longer exist, and
 * refuses all where one is another provider's (platform API: IAM-18).
 */
export const batchDeleteExternalGroupRoleMappings = defineOperation({
  functions: ["batchDeleteExternalGroupRoleMappings"],
  method: "POST",
  path: "/iam/v2/externalGroupRoleMappings:batchDelete",
  params: {},
  request: {
    /** uid of the identity provider. */
    identityProviderUid: required(uid("iam:IdentityProvider"), { sentAs: "parent" }),
    /** uids of the mappings to delete; at least one. */
    uids: required(list(uid("iam:ExternalGroupRoleMapping")), { sentAs: "names" }),
  },
  answer: {
    externalGroupRoleMappings: computed(list(objectOf(externalGroupRoleMapping))),
    parent: computed(uid("iam:IdentityProvider")),
  },
  returns: "externalGroupRoleMappings",
  repeat: "harmful",
  needs: { capabilities: ["CAP_IAM_IDENTITY_PROVIDERS_DELETE"], at: "identityProviderUid" },
});
