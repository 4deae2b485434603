import { created, failure, info, listed, NOW, type Sample, SECOND, violation } from "./shapes";

const oidc = {
  issuer: "https://o.example.com",
  clientId: "c",
  correlationRule: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID",
};
const oidcExtra = {
  clientSecret: "",
  additionalScopes: [],
  groupsClaim: "",
  pkceEnabled: false,
  // Newer than the samples.
  tokenEndpointAuthMethod: "TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED",
};
const okta = { uid: "$IDP", name: "okta", defaultRole: "$VIEWER", createTime: NOW };
const provider = (updateTime: string | undefined, clientId = "c") => ({
  ...okta,
  description: "",
  updateTime,
  oidc: { ...oidc, clientId, ...oidcExtra },
  scim: null,
});
const scim = {
  endpointUrl: "https://scim.example.invalid/$IDP",
  credentialState: "CREDENTIAL_STATE_NOT_ISSUED",
  etag: "$ETAG",
};
const neither = "one of client_secret and pkce_enabled is required";
const mapping = {
  uid: "$MAPPING",
  identityProviderUid: "$IDP",
  externalGroupId: "eng",
  roleUid: "$VIEWER",
  scope: "$ORG",
  createTime: NOW,
};

/** Identity providers and mappings of their groups; afterwards nothing of it is left. */
export const providers: readonly Sample[] = [
  {
    it: "creates an identity provider, and does not return its secret",
    request: "POST /iam/v2/identityProviders/$ORG",
    body: {
      name: "okta",
      defaultRole: "$VIEWER",
      oidc: { issuer: "https://o.example.com", clientId: "c", clientSecret: "s3cret" },
    },
    as: "IDP",
    full: provider(NOW),
  },
  {
    it: "returns the SCIM state of an identity provider by Get",
    request: "GET /iam/v2/identityProviders/$IDP",
    keep: [["ETAG", "scim.etag", /^[0-9a-f]{12}$/]],
    full: { ...provider(NOW), scim: { enabled: false, ...scim, tokenExpireTime: null, previousTokenExpireTime: null } },
  },
  {
    it: "does not return the SCIM state by List",
    request: "GET /iam/v2/identityProviders?page_size=1",
    ...listed("identityProviders", provider(NOW)),
  },
  {
    it: "changes one field of the OpenID Connect provider",
    request: "PATCH /iam/v2/identityProviders/$IDP",
    body: { oidc: { clientId: "c2" } },
    full: provider(SECOND, "c2"),
  },
  {
    it: "does not clear the secret without a replacement",
    request: "PATCH /iam/v2/identityProviders/$IDP",
    body: { oidc: { clientId: "c2", clientSecret: "" } },
    status: 400,
    ...failure(
      3,
      `Invalid argument: oidc.client_secret: ${neither}`,
      info("INVALID_ARGUMENT"),
      violation("oidc.client_secret", neither),
    ),
  },
  {
    it: "creates a mapping",
    request: "POST /iam/v2/externalGroupRoleMappings/$IDP",
    body: { externalGroupId: "eng", roleUid: "$VIEWER", scope: "$ORG" },
    as: "MAPPING",
    full: mapping,
  },
  {
    it: "lists the mappings of an identity provider",
    request: "GET /iam/v2/externalGroupRoleMappings?identity_provider_uid=$IDP",
    ...listed("externalGroupRoleMappings", mapping),
  },
  { it: "deletes a mapping", request: "DELETE /iam/v2/externalGroupRoleMappings/$MAPPING", full: {} },
  { it: "deletes an identity provider", request: "DELETE /iam/v2/identityProviders/$IDP", full: {} },
];

const PULL = "62226500bc7604a9eadfa16ed0493529059d0f8a";
const invite = {
  uid: "$INVITE",
  roleUid: PULL,
  role: {
    uid: PULL,
    name: "apk.pull",
    description: "APK pull Role (built-in)",
    capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_APK_LIST", "CAP_APK_BLOBS_GET"],
  },
  email: "a@example.com",
  expirationTime: "2026-11-22T11:32:03.384Z",
  singleUse: true,
  keyId: "$KEY",
  createTime: created.createTime,
};

/** Invites; afterwards none is left. */
export const invites: readonly Sample[] = [
  {
    it: "creates an invite, and returns its code",
    request: "POST /iam/v2/groupInvites/$ORG",
    body: { roleUid: PULL, ttl: "86400s", email: "a@example.com", singleUse: true },
    as: "INVITE",
    keep: [
      ["CODE", "code", /^inv-[0-9a-f]{40}$/],
      ["KEY", "keyId", /^[0-9a-f]{16}$/],
    ],
    full: { ...invite, ttl: null, code: "$CODE" },
  },
  {
    it: "does not return the code of an invite again",
    request: "GET /iam/v2/groupInvites/$INVITE",
    full: { ...invite, ttl: null, code: "" },
  },
  {
    it: "lists invites",
    request: "GET /iam/v2/groupInvites?page_size=1",
    ...listed("groupInvites", { ...invite, ttl: null, code: "" }),
  },
  {
    it: "refuses a duration that is a number",
    request: "POST /iam/v2/groupInvites/$ORG",
    body: `{"roleUid":"$VIEWER","ttl":86400}`,
    status: 400,
    // The position counts the characters of a uid; it is the captured one.
    ...failure(3, "proto: syntax error (line 1:61): unexpected token 86400"),
  },
  {
    it: "refuses a duration in hours",
    request: "POST /iam/v2/groupInvites/$ORG",
    body: `{"ttl":"24h"}`,
    status: 400,
    ...failure(3, 'proto: (line 1:8): invalid google.protobuf.Duration value "24h"'),
  },
  { it: "deletes an invite", request: "DELETE /iam/v2/groupInvites/$INVITE", full: {} },
];
