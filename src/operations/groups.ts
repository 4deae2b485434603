import { group } from "../resources/group";
import { boolean, computed, required, uid } from "../spec/types";
import { defineOperation, objectOf } from "./operation";

/**
 * The verified organization whose name is the domain of the caller's e-mail address. The caller need not belong to it.
 * Throws ApiError (UNIMPLEMENTED) where the platform does not have the question (platform API: IAM-25).
 */
export const lookupGroup = defineOperation({
  functions: ["lookupGroup"],
  method: "GET",
  path: "/iam/v2/groups:lookupGroup",
  params: {},
  request: {},
  answer: { group: computed(objectOf(group), { alwaysReturned: true }) },
  returns: "group",
  repeat: "safe",
  needs: { anyCaller: "it tells callers no more than where they are at home" },
});

/**
 * Whether the domain of the caller's e-mail address can belong to an organization. Free-mail domains cannot. It
 * promises no group. Throws ApiError (UNIMPLEMENTED) where the platform does not have the question
 * (platform API: IAM-26).
 */
export const checkEligibility = defineOperation({
  functions: ["checkEligibility"],
  method: "GET",
  path: "/iam/v2/groups:checkEligibility",
  params: {},
  request: {},
  answer: { eligible: computed(boolean, { alwaysReturned: true }) },
  returns: "eligible",
  repeat: "safe",
  needs: { anyCaller: "it is about the caller alone" },
});

/**
 * Asks the owners of a verified organization for access, in the name of the caller: an imperative call, refused in
 * previews, sent once. The organization's name must be the domain of the caller's e-mail address. Throws the errors of
 * the client (platform API: IAM-23).
 *
 * @param args Which group to ask for access to.
 */
export const requestGroupAccess = defineOperation({
  functions: ["requestGroupAccess"],
  method: "POST",
  path: "/iam/v2/groups/{groupUid}:requestGroupAccess",
  params: {
    /** uid of the organization to ask for access to, as `lookupGroup` returns it. */
    groupUid: required(uid("iam:Group")),
  },
  request: {},
  answer: {},
  repeat: "harmful",
  isLimitFinal: true,
  needs: { anyCaller: "who asks for access has none yet" },
});
