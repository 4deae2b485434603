import { group } from "../resources/group";
import { boolean, computed, required, uid } from "../spec/types";
import { defineOperation, objectOf } from "./operation";

/**
 * Finds the verified organization whose name is the domain of the caller's e-mail address. The caller need not belong
 * to it (platform API: IAM-25).
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
 * Asks whether the domain of the caller's e-mail address can belong to an organization. Free-mail domains cannot. It
 * promises no group (platform API: IAM-26).
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

/** Asks the owners of a verified organization for access. Its name must be the domain of the caller's e-mail address (platform API: IAM-23). */
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
