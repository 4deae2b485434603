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

/** Where the SCIM token of an identity provider may stand. */
export const credentialStates = [
  "CREDENTIAL_STATE_UNSPECIFIED",
  "CREDENTIAL_STATE_NOT_ISSUED",
  "CREDENTIAL_STATE_LIVE",
  "CREDENTIAL_STATE_EXPIRED",
  "CREDENTIAL_STATE_REVOKED",
  "CREDENTIAL_STATE_ROTATING",
] as const;

/** How people of an organisation sign in (platform API: IAM-12). */
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
    /** uid of the organisation's root group. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`, unique among its siblings; the Pulumi resource's name when left out. */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Free text shown beside the name. */
    description: optional(string(oneLine)),
    /** uid of the role that people get who sign in for the first time. */
    defaultRole: required(uid("iam:Role")),
    /** The OpenID Connect provider. */
    oidc: required(
      message({
        /** Issuer URL of the provider. */
        issuer: required(https),
        /** Client id that the provider has given to the platform. */
        clientId: required(string()),
        /** Client secret that goes with it. Never returned: sent when it changes, kept encrypted in state. */
        clientSecret: optional(string(), { secret: true, writeOnly: true, atLeastOneOf: "proof" }),
        /** Scopes to ask for beside the usual ones, in any order. */
        additionalScopes: optional(set(string())),
        /** Claim that names a person's groups. */
        groupsClaim: optional(string()),
        /** Proof Key for Code Exchange in place of, or beside, a client secret. */
        pkceEnabled: optional(boolean, { atLeastOneOf: "proof" }),
        /** How people of the provider and of SCIM are matched; the server's default when left out. */
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
    /** Provisioning of people by SCIM. */
    scim: computed(
      message({
        /** Whether SCIM is switched on. */
        enabled: computed(boolean),
        /** URL that the provider's SCIM client is pointed at. */
        endpointUrl: computed(string()),
        /** When the token expires, UTC. */
        tokenExpireTime: computed(timestamp),
        /** When the former token expires, UTC. */
        previousTokenExpireTime: computed(timestamp),
        /** Where the token stands. */
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
