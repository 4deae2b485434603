import { computed, integer, optional, required, string, timestamp } from "./spec/types";

/** A signed token and its public key, for an identity with static keys (platform API: HIST-8). Sends no request. No output has the private key. */
export const signedToken = {
  type: "local:SignedToken",
  fields: {
    /** Audience of the token (default: the address of the platform's issuer). */
    audience: optional(string()),
    /** Lifetime of the token, in days. */
    lifetimeDays: required(integer),
    /** Any text; a change makes a new token. */
    rotate: optional(string()),
    /** The days before the end from which on an update makes a new token. */
    rotateDaysBefore: optional(integer),
    /** The token, a JSON Web Token. */
    token: computed(string(), { secret: true }),
    /** `iss` of the token. */
    issuer: computed(string()),
    /** `sub` of the token. */
    subject: computed(string()),
    /** `aud` of the token. */
    tokenAudience: computed(string()),
    /** The public key, a JSON Web Key Set as JSON text. */
    issuerKeys: computed(string()),
    /** When the token expires, UTC. */
    expirationTime: computed(timestamp),
    /** Eight hex digits that no other token has. */
    suffix: computed(string()),
  },
} as const;
