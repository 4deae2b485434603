import { atMostOneOf } from "../spec/field-options";
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

/** Lifetime of a new token: an expiry time, or never. Default: one year. */
const expiry = {
  expireTime: optional(timestamp, atMostOneOf("expiry")),
  neverExpires: optional(boolean, atMostOneOf("expiry")),
} as const;

/** SCIM settings in every response. */
const state = {
  identityProviderUid: computed(uid("iam:IdentityProvider")),
  etag: computed(string()),
} as const;

/** The new token. No other response contains it. */
const issued = {
  ...state,
  token: computed(string(), { secret: true }),
  expireTime: computed(timestamp),
  endpointUrl: computed(string()),
} as const;

/** Creates the first token of an identity provider (platform API: IAM-15). Refused if there has ever been one. */
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

/** Creates a new token, and ends the former one after the overlap (platform API: IAM-15). ABORTED: the settings have changed since the etag. */
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

/** Revokes the token, and leaves the switch as it is (platform API: IAM-15). NOT_FOUND can mean that there never was a token. */
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

/** Switches SCIM on or off (platform API: IAM-16). ABORTED: the settings have changed since the etag. */
export const setScimEnabled = defineOperation({
  functions: ["setScimEnabled"],
  sentBy: { type: "iam:ScimToken", verbs: ["create", "update"] },
  method: "POST",
  path: "/iam/v2/identityProviders/{identityProviderUid}:setScimEnabled",
  params,
  request: {
    /** Whether SCIM provisions people from now on. */
    enabled: optional(boolean),
    /** Version of the SCIM settings that you have seen. */
    etag: required(string()),
  },
  answer: {
    /** uid of the identity provider. */
    identityProviderUid: computed(uid("iam:IdentityProvider"), { returned: "always" }),
    /** Whether SCIM provisions people. */
    enabled: computed(boolean, { returned: "always" }),
    /** New version of the SCIM settings. */
    etag: computed(string(), { returned: "always" }),
  },
  repeat: "harmful",
  needs,
});
