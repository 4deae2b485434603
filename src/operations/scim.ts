import { boolean, computed, duration, optional, required, string, timestamp, uid } from "../spec/types";
import { defineOperation } from "./operation";

const params = {
  /** uid of the identity provider. */
  identityProviderUid: required(uid("iam:IdentityProvider")),
} as const;
const needs = {
  capabilities: ["CAP_IAM_SCIM_MANAGE", "CAP_IAM_IDENTITY_PROVIDERS_LIST"],
  at: "identityProviderUid",
} as const;

/** When a new token ends: at a time, never, or in a year when neither is given. */
const expiry = {
  expireTime: optional(timestamp, { atMostOneOf: "expiry" }),
  neverExpires: optional(boolean, { atMostOneOf: "expiry" }),
} as const;

/** SCIM settings in every answer. */
const state = {
  identityProviderUid: computed(uid("iam:IdentityProvider")),
  etag: computed(string()),
} as const;

/** A new token. No other answer contains it. */
const issued = {
  ...state,
  token: computed(string(), { secret: true }),
  expireTime: computed(timestamp),
  endpointUrl: computed(string()),
} as const;

/** Makes the first token of an identity provider (platform API: IAM-15). Refused when there has ever been one. */
export const generateScimToken = defineOperation({
  sentBy: { type: "iam:ScimToken", verbs: ["create"] },
  method: "POST",
  path: "/iam/v2/identityProviders/{identityProviderUid}:generateScimToken",
  params,
  request: expiry,
  answer: issued,
  repeat: "harmful",
  needs,
});

/**
 * Makes another token, whatever became of the former one (platform API: IAM-15). One that is live stays valid for the time
 * of overlap. Refused with ABORTED when the settings have changed since the etag was seen.
 */
export const regenerateScimToken = defineOperation({
  sentBy: { type: "iam:ScimToken", verbs: ["create", "update"] },
  method: "POST",
  path: "/iam/v2/identityProviders/{identityProviderUid}:regenerateScimToken",
  params,
  request: { etag: required(string()), ...expiry, overlap: optional(duration) },
  answer: { ...issued, previousTokenExpireTime: computed(timestamp), requestedOverlap: computed(duration) },
  repeat: "harmful",
  needs,
});

/**
 * Revokes the token, and leaves the switch alone (platform API: IAM-15). Revoking it again changes nothing; NOT_FOUND may
 * mean that there never was one.
 */
export const revokeScimToken = defineOperation({
  sentBy: { type: "iam:ScimToken", verbs: ["delete"] },
  method: "POST",
  path: "/iam/v2/identityProviders/{identityProviderUid}:revokeScimToken",
  params,
  request: {},
  answer: { ...state, enabled: computed(boolean), revokeTime: computed(timestamp) },
  repeat: "safe",
  needs,
});

/**
 * Switches SCIM on or off. Refused with ABORTED when the settings have changed since the etag was seen
 * (platform API: IAM-16).
 */
export const setScimEnabled = defineOperation({
  functions: ["setScimEnabled"],
  sentBy: { type: "iam:ScimToken", verbs: ["create", "update"] },
  method: "POST",
  path: "/iam/v2/identityProviders/{identityProviderUid}:setScimEnabled",
  params,
  request: {
    /** Whether people are to be provisioned by SCIM. */
    enabled: optional(boolean),
    /** Version of the SCIM settings that was last seen. */
    etag: required(string()),
  },
  answer: {
    /** uid of the identity provider. */
    identityProviderUid: computed(uid("iam:IdentityProvider"), { alwaysReturned: true }),
    /** Whether people are provisioned by SCIM. */
    enabled: computed(boolean, { alwaysReturned: true }),
    /** Version of the SCIM settings from now on. */
    etag: computed(string(), { alwaysReturned: true }),
  },
  repeat: "harmful",
  needs,
});
