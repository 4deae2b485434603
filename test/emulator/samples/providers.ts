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
export const providers = `
  # creates an identity provider, and does not return its secret
  IDP = POST /iam/v2/identityProviders/$ORG {"name":"okta","defaultRole":"$VIEWER","oidc":{"issuer":"https://o.example.com","clientId":"c","clientSecret":"s3cret"}}
  -> ${json(provider(NOW))}

  # returns the SCIM state of an identity provider by Get
  GET /iam/v2/identityProviders/$IDP
  -> ${json({ ...provider(NOW), scim: { enabled: false, ...scim, tokenExpireTime: null, previousTokenExpireTime: null } })}
  keep ETAG scim.etag ^[0-9a-f]{12}$

  # does not return the SCIM state by List
  GET /iam/v2/identityProviders?page_size=1 -> ${listed("identityProviders", provider(NOW))}

  # changes one field of the OpenID Connect provider
  PATCH /iam/v2/identityProviders/$IDP {"oidc":{"clientId":"c2"}} -> ${json(provider(SECOND, "c2"))}

  # does not clear the secret without a replacement
  PATCH /iam/v2/identityProviders/$IDP {"oidc":{"clientId":"c2","clientSecret":""}}
  -> 400 ${invalid("iam", "oidc.client_secret", neither)}

  # creates a mapping
  MAPPING = POST /iam/v2/externalGroupRoleMappings/$IDP {"externalGroupId":"eng","roleUid":"$VIEWER","scope":"$ORG"}
  -> ${json(mapping)}

  # lists the mappings of an identity provider
  GET /iam/v2/externalGroupRoleMappings?identity_provider_uid=$IDP -> ${listed("externalGroupRoleMappings", mapping)}

  # deletes a mapping
  DELETE /iam/v2/externalGroupRoleMappings/$MAPPING -> {}

  # deletes an identity provider
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
  keyId: "$KEY",
  createTime: created.createTime,
};

/** Invites; afterwards none is left. The position in a refusal counts the characters of the captured uid. */
export const invites = `
  # creates an invite, and returns its code
  INVITE = POST /iam/v2/groupInvites/$ORG ${json({ roleUid: PULL, ttl: "86400s", email: "a@example.com", singleUse: true })}
  -> ${json({ ...invite, ttl: null, code: "$CODE" })}
  keep CODE code ^inv-[0-9a-f]{40}$
  keep KEY keyId ^[0-9a-f]{16}$

  # does not return the code of an invite again
  GET /iam/v2/groupInvites/$INVITE -> ${json({ ...invite, ttl: null, code: "" })}

  # lists invites
  GET /iam/v2/groupInvites?page_size=1 -> ${listed("groupInvites", { ...invite, ttl: null, code: "" })}

  # refuses a duration that is a number
  POST /iam/v2/groupInvites/$ORG {"roleUid":"$VIEWER","ttl":86400}
  -> 400 ${failure(3, "proto: syntax error (line 1:61): unexpected token 86400")}

  # refuses a duration in hours
  POST /iam/v2/groupInvites/$ORG {"ttl":"24h"}
  -> 400 ${failure(3, 'proto: (line 1:8): invalid google.protobuf.Duration value "24h"')}

  # deletes an invite
  DELETE /iam/v2/groupInvites/$INVITE -> {}
`;
