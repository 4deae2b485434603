import { computed, list, optional, required, string, timestamp, uid } from "../spec/types";
import { defineOperation } from "./operation";

/** Exchanges the caller's ID token, which is the bearer token, for an access token of an identity. GET works too (platform API: STS-3). */
export const exchangeToken = defineOperation({
  method: "POST",
  path: "/sts/exchange",
  params: {},
  request: {
    /** Audience of the access token: the base URL of the platform API, or the registry's host name. */
    aud: required(list(string())),
    /** uid of the identity. Without it, people get the token of their own registered identity, and jobs are refused. */
    identity: optional(uid("iam:Identity")),
    /** The identity provider that issued the ID token. */
    identityProvider: optional(uid("iam:IdentityProvider"), { sentAs: "identity_provider" }),
    /** Groups to limit the access token to. */
    scopes: optional(list(uid("iam:Group"))),
    /** Capabilities to limit the access token to, in dotted form: `groups.list`. */
    cap: optional(list(string())),
  },
  answer: {
    token: computed(string(), { secret: true }),
    refreshToken: computed(string()),
    expiry: computed(timestamp),
  },
  repeat: "safe",
  needs: { anyone: "the bearer token is the ID token, which the exchange itself checks" },
});
