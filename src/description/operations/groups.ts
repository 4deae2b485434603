import { group } from "../resources/group";
import { boolean, computed, required, uid } from "../spec/types";
import { defineOperation, objectOf } from "./operation";

/**
 * Returns the verified organization whose name is the domain of the caller's e-mail address. The caller need not belong
 * to it. Throws ApiError (UNIMPLEMENTED) if the platform does not have this call (platform API: IAM-25).
 */
export const lookupGroup = defineOperation({
  functions: ["lookupGroup"],
  method: "GET",
  path: "/iam/v2/groups:lookupGroup",
  params: {},
  request: {},
  answer: { group: computed(objectOf(group), { returned: "always" }) },
  returns: "group",
  repeat: "safe",
  needs: { anyCaller: "it only shows callers the organization of their own e-mail domain" },
});

/**
 * Returns whether the domain of the caller's e-mail address can belong to an organization. Free-mail domains cannot. The
 * organization need not exist. Throws ApiError (UNIMPLEMENTED) if the platform does not have this call (platform API: IAM-26).
 */
export const checkEligibility = defineOperation({
  functions: ["checkEligibility"],
  method: "GET",
  path: "/iam/v2/groups:checkEligibility",
  params: {},
  request: {},
  answer: { eligible: computed(boolean, { returned: "always" }) },
  returns: "eligible",
  repeat: "safe",
  needs: { anyCaller: "it is only about the caller" },
});

/**
 * Asks the owners of a verified organization for access for the caller. The name of the organization must be the domain
 * of the caller's e-mail address. The call takes effect at once, is sent only once, and previews refuse it. Throws the
 * errors of the client (platform API: IAM-23).
 *
 * @param args Which organization to request access to.
 */
export const requestGroupAccess = defineOperation({
  functions: ["requestGroupAccess"],
  method: "POST",
  path: "/iam/v2/groups/{groupUid}:requestGroupAccess",
  params: {
    /** uid of the organization, as `lookupGroup` returns it. */
    groupUid: required(uid("iam:Group")),
  },
  request: {},
  answer: {},
  repeat: "harmful",
  isLimitFinal: true,
  needs: { anyCaller: "a caller who requests access has none yet" },
});
