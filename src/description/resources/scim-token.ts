import { atMostOneOf } from "../spec/field-options";
import { defineResource } from "../spec/resource";
import {
  boolean,
  computed,
  durationUpTo,
  enumOf,
  onOrOff,
  optional,
  required,
  string,
  timestamp,
  timestampWithin,
  uid,
} from "../spec/types";
import { credentialStates } from "./identity-provider";

/** Two years, including a leap day. */
const TWO_YEARS_DAYS = 2 * 365 + 1;
const DAY_S = 24 * 60 * 60;

/** What a new token changes. */
const OF_TOKEN = ["token", "endpointUrl", "tokenExpireTime", "previousTokenExpireTime", "credentialState"] as const;

/** The token with which an identity provider provisions people (platform API: IAM-15). */
export const scimToken = defineResource({
  type: "iam:ScimToken",
  collection: "/iam/v2/identityProviders",
  needs: { see: ["CAP_IAM_IDENTITY_PROVIDERS_LIST"] },
  update: "patch",
  lifecycle: "scimToken",
  uidIsParents: true,
  peculiar: {
    outputsOf: {
      rotate: OF_TOKEN,
      expireTime: OF_TOKEN,
      neverExpires: OF_TOKEN,
      provisioning: ["credentialState"],
    },
  },
  fields: {
    /** uid of the identity provider. */
    identityProviderUid: required(uid("iam:IdentityProvider"), { parent: true }),
    /** Any text. A change creates a new token. */
    rotate: optional(string(), { clientOnly: true }),
    /** When the token expires, UTC: at most two years ahead. Default: in one year. A change creates a new token. */
    expireTime: optional(timestampWithin(TWO_YEARS_DAYS), { ...atMostOneOf("expiry"), writeOnly: true }),
    /** Whether the token never expires. Default: false. A change creates a new token. */
    neverExpires: optional(boolean, { ...atMostOneOf("expiry"), writeOnly: true }),
    /** Time that the former token stays valid after a change: `0s` to `24h`. Default: one hour. */
    overlap: optional(durationUpTo(DAY_S), { clientOnly: true }),
    /**
     * Whether SCIM provisions people. It stays unchanged when omitted. Switching it on needs two owners who were
     * bound by hand or by a program. Mappings of external groups do not count. The platform then clears the
     * `defaultRole` of the identity provider.
     */
    provisioning: optional(onOrOff, { clientOnly: true }),
    /** The token. The platform shows it only once. */
    token: computed(string(), { secret: true, returned: "once" }),
    /** URL for the SCIM client of the provider. */
    endpointUrl: computed(string(), { returned: "always" }),
    /** When the token expires, UTC. Unset: there is no token, or it never expires. In the past: it expired or was revoked. */
    tokenExpireTime: computed(timestamp),
    /** When the former token expires, UTC. Set only while a rotation overlaps. */
    previousTokenExpireTime: computed(timestamp),
    /** State of the token. It is independent of whether SCIM is switched on. */
    credentialState: computed(enumOf(...credentialStates), { returned: "always" }),
    /** Version of the SCIM settings when this resource last changed or read them. */
    etag: computed(string(), { returned: "changing" }),
  },
});
