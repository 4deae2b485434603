import { computed, enumOf, required, string, uid } from "../spec/types";
import { defineOperation } from "./operation";

/**
 * Checks whether the platform can work with an account of a group's association. It exchanges live credentials with the
 * other cloud, and changes nothing. Throws NotFoundError if the group has no association (platform API: IAM-21).
 *
 * @param args Which account of which group to check.
 */
export const checkAccountAssociation = defineOperation({
  functions: ["checkAccountAssociation"],
  method: "POST",
  path: "/iam/v2/accountAssociations/{groupUid}:checkAccountAssociation",
  params: {
    /** uid of the group that the association belongs to. */
    groupUid: required(uid("iam:AccountAssociation")),
  },
  request: {
    /** Cloud of the account to check. */
    providerType: required(
      enumOf(
        "ACCOUNT_PROVIDER_TYPE_UNSPECIFIED",
        "ACCOUNT_PROVIDER_TYPE_GOOGLE",
        "ACCOUNT_PROVIDER_TYPE_AMAZON",
        "ACCOUNT_PROVIDER_TYPE_AZURE",
      ),
    ),
  },
  answer: {
    /** Whether the account can be used. `READY`: it is configured, and the exchange of credentials worked. */
    status: computed(enumOf("CHECK_STATUS_UNSPECIFIED", "CHECK_STATUS_READY", "CHECK_STATUS_NOT_READY"), {
      returned: "always",
      typeName: "AccountCheckStatus",
    }),
    /** Short code of the reason why it cannot be used: `not configured`. */
    reason: computed(string()),
    /** Error of the other cloud. */
    message: computed(string()),
  },
  repeat: "safe",
  needs: { capabilities: ["CAP_IAM_ACCOUNT_ASSOCIATIONS_LIST"], at: "groupUid" },
});
