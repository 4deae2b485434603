import { created, failure, invalid, json, listed, NOW, SECOND } from "./shapes";

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
  etag: "ETAG",
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
export const providers = `
  IDP = POST /iam/v2/identityProviders/$ORG {"name":"okta","defaultRole":"$VIEWER","oidc":{"issuer":"https://o.example.com","clientId":"c","clientSecret":"s3cret"}}
  -> ${json(provider(NOW))}
  GET /iam/v2/identityProviders/$IDP
  -> ${json({ ...provider(NOW), scim: { enabled: false, ...scim, tokenExpireTime: null, previousTokenExpireTime: null } })}
  GET /iam/v2/identityProviders?page_size=1 -> ${listed("identityProviders", provider(NOW))}
  PATCH /iam/v2/identityProviders/$IDP {"oidc":{"clientId":"c2"}} -> ${json(provider(SECOND, "c2"))}
  PATCH /iam/v2/identityProviders/$IDP {"oidc":{"clientId":"c2","clientSecret":""}}
  -> 400 ${invalid("iam", "oidc.client_secret", neither)}
  MAPPING = POST /iam/v2/externalGroupRoleMappings/$IDP {"externalGroupId":"eng","roleUid":"$VIEWER","scope":"$ORG"}
  -> ${json(mapping)}
  GET /iam/v2/externalGroupRoleMappings?identity_provider_uid=$IDP -> ${listed("externalGroupRoleMappings", mapping)}
  DELETE /iam/v2/externalGroupRoleMappings/$MAPPING -> {}
  DELETE /iam/v2/identityProviders/$IDP -> {}
`;

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
  keyId: "KEYID",
  createTime: created.createTime,
};

/** Invites; afterwards none is left. The position in a refusal counts the characters of the captured uid. */
export const invites = `
  INVITE = POST /iam/v2/groupInvites/$ORG ${json({ roleUid: PULL, ttl: "86400s", email: "a@example.com", singleUse: true })}
  -> ${json({ ...invite, ttl: null, code: "CODE" })}
  GET /iam/v2/groupInvites/$INVITE -> ${json({ ...invite, ttl: null, code: "" })}
  GET /iam/v2/groupInvites?page_size=1 -> ${listed("groupInvites", { ...invite, ttl: null, code: "" })}
  POST /iam/v2/groupInvites/$ORG {"roleUid":"$VIEWER","ttl":86400}
  -> 400 ${failure(3, "proto: syntax error (line 1:61): unexpected token 86400")}
  POST /iam/v2/groupInvites/$ORG {"ttl":"24h"}
  -> 400 ${failure(3, 'proto: (line 1:8): invalid google.protobuf.Duration value "24h"')}
  DELETE /iam/v2/groupInvites/$INVITE -> {}
`;
