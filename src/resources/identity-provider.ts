import { defineResource } from "../spec/resource";
import {
  boolean,
  computed,
  enumOf,
  https,
  message,
  optional,
  required,
  set,
  string,
  timestamp,
  uid,
} from "../spec/types";
import { oneLine, properName } from "./text-rules";

/** States of the SCIM token of an identity provider. While it is `ROTATING`, the former token still works. */
export const credentialStates = [
  "CREDENTIAL_STATE_UNSPECIFIED",
  "CREDENTIAL_STATE_NOT_ISSUED",
  "CREDENTIAL_STATE_LIVE",
  "CREDENTIAL_STATE_EXPIRED",
  "CREDENTIAL_STATE_REVOKED",
  "CREDENTIAL_STATE_ROTATING",
] as const;

/** How people of an organization sign in. Deleting one deletes its group mappings with it (platform API: IAM-12). */
export const identityProvider = defineResource({
  type: "iam:IdentityProvider",
  collection: "/iam/v2/identityProviders",
  needs: {
    see: ["CAP_IAM_IDENTITY_PROVIDERS_LIST"],
    create: ["CAP_IAM_IDENTITY_PROVIDERS_CREATE", "CAP_IAM_ROLE_BINDINGS_CREATE"],
    update: ["CAP_IAM_IDENTITY_PROVIDERS_UPDATE", "CAP_IAM_ROLE_BINDINGS_CREATE"],
    delete: ["CAP_IAM_IDENTITY_PROVIDERS_DELETE"],
  },
  update: "patch",
  listMayBeShadowed: true,
  fields: {
    /** uid of the organization's root group. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Free text shown beside the name. */
    description: optional(string(oneLine)),
    /**
     * uid of the role that is bound to people at their first sign-in. A change does not affect people who have an
     * identity already. The caller must hold all that the role grants.
     */
    defaultRole: required(uid("iam:Role")),
    /**
     * The OpenID Connect provider. It needs a public discovery endpoint, the authorization-code grant alone, and the
     * redirect address `https://<issuer host>/oauth/callback`.
     */
    oidc: required(
      message({
        /** Issuer URL of the provider. */
        issuer: required(https),
        /** Client id that the provider has given to the platform. */
        clientId: required(string()),
        /** Client secret that goes with it. Never returned: sent when it changes, kept encrypted in state. */
        clientSecret: optional(string(), { secret: true, writeOnly: true, atLeastOneOf: "proof" }),
        /**
         * Scopes to ask for beside `openid`, in any order. Sign-in needs `email` and `profile` to work fully. The groups
         * claim may need one more, such as `groups`.
         */
        additionalScopes: optional(set(string())),
        /**
         * Claim that lists a person's groups. Without it no mapping has any effect. Entra leaves the claim out above
         * 200 groups: let it send the mapped groups only.
         */
        groupsClaim: optional(string()),
        /** Proof Key for Code Exchange in place of, or beside, a client secret. The provider must support it. Off by default. */
        pkceEnabled: optional(boolean, { atLeastOneOf: "proof" }),
        /**
         * How a sign-in finds the person that SCIM sent: which claim equals their externalId. `SUB` is the default and
         * fits Okta; `OID` fits Entra, and is unsafe where users can edit that claim. It can never be changed.
         */
        correlationRule: optional(
          enumOf(
            "CORRELATION_RULE_UNSPECIFIED",
            "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID",
            "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID",
          ),
          { immutable: true, serverDefault: true, defaultValue: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" },
        ),
      }),
    ),
    /** Provisioning of people by SCIM. It provisions no groups and no roles. */
    scim: computed(
      message({
        /** Whether people are provisioned now. Switching it off keeps the token, the people and their bindings. */
        enabled: computed(boolean),
        /** URL that the provider's SCIM client is pointed at. */
        endpointUrl: computed(string()),
        /** When the token expires, UTC. Unset: there is no token, or it never expires. In the past: it expired or was revoked. */
        tokenExpireTime: computed(timestamp),
        /** When the former token expires, UTC, while a rotation overlaps. */
        previousTokenExpireTime: computed(timestamp),
        /** State of the token. It does not depend on whether SCIM is switched on. */
        credentialState: computed(enumOf(...credentialStates), {
          namedOnAdoption: ["CREDENTIAL_STATE_LIVE", "CREDENTIAL_STATE_ROTATING"],
        }),
        /** Version of the SCIM settings. */
        etag: computed(string(), { serverManaged: true }),
      }),
      { onlyInGet: true },
    ),
    /** When the identity provider was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the identity provider was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
