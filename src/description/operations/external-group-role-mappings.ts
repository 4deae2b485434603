import { externalGroupRoleMapping } from "../resources/external-group-role-mapping";
import { computed, list, required, uid } from "../spec/types";
import { defineOperation, objectOf } from "./operation";

/**
 * Deletes several mappings of one identity provider in one request, and returns those that it deleted. It skips
 * mappings that no longer exist, and deletes none if one belongs to another provider. The call takes effect at once, is
 * sent only once, and previews refuse it. Throws the errors of the client (platform API: IAM-18).
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
    /** uids of the mappings to delete, at least one. */
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
