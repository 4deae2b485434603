import { defineResource } from "../spec/resource";
import { boolean, computed, duration, enumOf, optional, required, string, timestamp, uid } from "../spec/types";
import { credentialStates } from "./identity-provider";

/** The token by which an identity provider provisions people (platform API: IAM-15). */
export const scimToken = defineResource({
  type: "iam:ScimToken",
  collection: "/iam/v2/identityProviders",
  update: "patch",
  lifecycle: "scimToken",
  uidIsParents: true,
  fields: {
    /** uid of the identity provider. */
    identityProviderUid: required(uid("iam:IdentityProvider"), { parent: true }),
    /** Any text; a change makes a new token. */
    rotate: optional(string(), { clientOnly: true }),
    /** When the token expires, UTC; a change makes a new token. */
    expireTime: optional(timestamp, { atMostOneOf: "expiry", writeOnly: true }),
    /** Whether the token never expires; a change makes a new token. */
    neverExpires: optional(boolean, { atMostOneOf: "expiry", writeOnly: true }),
    /** How long the former token stays valid after a change: `24h`, `7d`, or seconds, `3600s`. */
    overlap: optional(duration, { clientOnly: true }),
    /** The token; told once. */
    token: computed(string(), { secret: true, returnedOnce: true }),
    /** URL that the provider's SCIM client is pointed at. */
    endpointUrl: computed(string(), { alwaysReturned: true }),
    /** When the token expires, UTC. */
    tokenExpireTime: computed(timestamp),
    /** When the former token expires, UTC. */
    previousTokenExpireTime: computed(timestamp),
    /** Where the token stands. */
    credentialState: computed(enumOf(...credentialStates), { alwaysReturned: true }),
  },
});
