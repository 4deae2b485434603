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
import { knownSecret, oneLine, properName } from "./text-rules";

/** States of the SCIM token of an identity provider. While it is `ROTATING`, the former token still works. */
export const credentialStates = [
  "CREDENTIAL_STATE_UNSPECIFIED",
  "CREDENTIAL_STATE_NOT_ISSUED",
  "CREDENTIAL_STATE_LIVE",
  "CREDENTIAL_STATE_EXPIRED",
  "CREDENTIAL_STATE_REVOKED",
  "CREDENTIAL_STATE_ROTATING",
] as const;

/** How people of an organization sign in. Deleting it also deletes its group mappings (platform API: IAM-12). */
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
  peculiar: {
    listMayBeShadowed: true,
    namedOnAdoption: { "scim.credentialState": ["CREDENTIAL_STATE_LIVE", "CREDENTIAL_STATE_ROTATING"] },
  },
  fields: {
    /** uid of the organization's root group. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. Default: the name of the Pulumi resource. */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Description, in one line of text. */
    description: optional(string(oneLine)),
    /**
     * uid of the role that people get at their first sign-in. A change does not affect people who already have an
     * identity. The caller must have every capability of the role. Required until SCIM is switched on, which clears it
     * on the platform. That is no drift, and only a change in the program sets a role again.
     */
    defaultRole: optional(uid("iam:Role"), { clearedBy: "scim.enabled" }),
    /**
     * The OpenID Connect provider. It needs a public discovery endpoint, only the authorization-code grant, and the
     * redirect address `https://<issuer host>/oauth/callback`.
     */
    oidc: required(
      message({
        /** Issuer URL of the provider. */
        issuer: required(https),
        /** Client id that the provider has given to the platform. */
        clientId: required(string()),
        /** Client secret for the client id. The API never returns it. It is sent when it changes, and encrypted in the state. */
        clientSecret: optional(string(knownSecret), {
          secret: true,
          writeOnly: true,
          oneof: { name: "proof", given: "at least one" },
        }),
        /** Scopes besides `openid`, in any order. Sign-in works fully only with `email` and `profile`. The groups claim may need another one. */
        additionalScopes: optional(set(string())),
        /**
         * Claim that lists a person's groups. Without it, mappings have no effect. Entra omits the claim for people in more
         * than 200 groups, so configure it to send only the mapped groups.
         */
        groupsClaim: optional(string()),
        /**
         * How the client secret is sent to the token endpoint: by HTTP Basic, or in the body. Default: in the body if the provider's
         * discovery document allows it, otherwise by HTTP Basic.
         */
        tokenEndpointAuthMethod: optional(
          enumOf(
            "TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED",
            "TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC",
            "TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST",
          ),
        ),
        /** Whether to use Proof Key for Code Exchange, with or without a client secret. The provider must support it. Default: false. */
        pkceEnabled: optional(boolean, { oneof: { name: "proof", given: "at least one" } }),
        /**
         * Claim that must equal the externalId which SCIM sent for the person. The default `SUB` fits Okta. `OID` fits Entra,
         * and is unsafe if users can edit that claim. The rule can never be changed.
         */
        correlationRule: optional(
          enumOf(
            "CORRELATION_RULE_UNSPECIFIED",
            "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID",
            "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID",
          ),
          { immutable: true, serverDefault: { value: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" } },
        ),
      }),
    ),
    /** Provisioning of people by SCIM. It provisions no groups and no roles. */
    scim: computed(
      message({
        /** Whether people are provisioned now. Switching it off keeps the token, the people and their bindings. */
        enabled: computed(boolean),
        /** URL for the SCIM client of the provider. */
        endpointUrl: computed(string()),
        /** When the token expires, UTC. Unset: there is no token, or it never expires. In the past: it expired or was revoked. */
        tokenExpireTime: computed(timestamp),
        /** When the former token expires, UTC. Set only while a rotation overlaps. */
        previousTokenExpireTime: computed(timestamp),
        /** State of the token. It is independent of whether SCIM is switched on. */
        credentialState: computed(enumOf(...credentialStates)),
        /** Version of the SCIM settings. */
        etag: computed(string(), { returned: "changing" }),
      }),
      { returned: "get" },
    ),
    /** When the identity provider was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
    /** When the identity provider was last changed, UTC. */
    updateTime: computed(timestamp, { returned: "always changing" }),
  },
});
