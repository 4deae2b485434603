import { computed, enumOf, required, string, uid } from "../spec/types";
import { defineOperation } from "./operation";

/**
 * Asks whether the platform can work with an account of a group's association. It exchanges credentials with the other
 * cloud, live, and changes nothing (platform API: IAM-21).
 */
export const checkAccountAssociation = defineOperation({
  functions: ["checkAccountAssociation"],
  method: "POST",
  path: "/iam/v2/accountAssociations/{groupUid}:checkAccountAssociation",
  params: {
    /** uid of the group that the accounts belong to. */
    groupUid: required(uid("iam:AccountAssociation")),
  },
  request: {
    /** Cloud whose account to check. */
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
      alwaysReturned: true,
      typeName: "AccountCheckStatus",
    }),
    /** Why it cannot, as a short code: `not configured`. */
    reason: computed(string()),
    /** The error of the other cloud. */
    message: computed(string()),
  },
  repeat: "safe",
  needs: { capabilities: ["CAP_IAM_ACCOUNT_ASSOCIATIONS_LIST"], at: "groupUid" },
});
