import { group } from "../resources/group";
import { boolean, computed, required, uid } from "../spec/types";
import { defineOperation, objectOf } from "./operation";

/** Finds the group of the caller (platform API: IAM-25). */
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

/** Asks whether the caller may have a group of their own (platform API: IAM-26). */
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

/** Asks for access to a group, in the name of the caller (platform API: IAM-23). */
export const requestGroupAccess = defineOperation({
  functions: ["requestGroupAccess"],
  method: "POST",
  path: "/iam/v2/groups/{groupUid}:requestGroupAccess",
  params: {
    /** uid of the group to ask for access to. */
    groupUid: required(uid("iam:Group")),
  },
  request: {},
  answer: {},
  repeat: "harmful",
  isLimitFinal: true,
  needs: { anyCaller: "who asks for access has none yet" },
});
