import { externalGroupRoleMapping } from "../resources/external-group-role-mapping";
import { computed, list, required, uid } from "../spec/types";
import { defineOperation, objectOf } from "./operation";

/**
 * Deletes several mappings at once, and tells what they were: an imperative call, refused in previews, sent once.
 * Throws the errors of the client (platform API: IAM-18).
 *
 * @param args Which mappings to delete.
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
  needs: { capability: "CAP_IAM_IDENTITY_PROVIDERS_DELETE", at: "identityProviderUid" },
});
