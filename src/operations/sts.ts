import { computed, list, optional, required, string, timestamp, uid } from "../spec/types";
import { defineOperation } from "./operation";

/**
 * Exchanges the caller's ID token (its bearer token) for an access token of an identity. The parameters are in the
 * query or in a form; a GET works too (platform API: STS-3).
 */
export const exchangeToken = defineOperation({
  method: "POST",
  path: "/sts/exchange",
  params: {},
  request: {
    /** What the access token is for: the base URL of the platform API, or the registry's host name. */
    aud: required(list(string())),
    /** uid of the identity to become. Without it, the caller becomes their own registered identity; a job has none, and is refused. */
    identity: optional(uid("iam:Identity")),
    /** The identity provider that the ID token comes from. */
    identityProvider: optional(uid("iam:IdentityProvider"), { sentAs: "identity_provider" }),
    /** Groups that the access token is limited to. */
    scopes: optional(list(uid("iam:Group"))),
    /** Capabilities that the access token is limited to, in dotted form: `groups.list`. */
    cap: optional(list(string())),
  },
  answer: {
    token: computed(string(), { secret: true }),
    refreshToken: computed(string()),
    expiry: computed(timestamp),
  },
  repeat: "safe",
  needs: { anyone: "the bearer token is the ID token that is exchanged, and is checked as such" },
});
