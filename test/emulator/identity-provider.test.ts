import { START, stories } from "./story";

const path = "/iam/v2/identityProviders";
const mappings = "/iam/v2/externalGroupRoleMappings";
const bare = '"issuer":"https://o.example.com","clientId":"c"';
const withOidc = (oidc: string) => `{"name":"okta","defaultRole":"$VIEWER","oidc":{${oidc}}}`;
const OKTA = `put iam:IdentityProvider $ORG ${withOidc(`${bare},"clientSecret":"s3cret"`)}`;
const neither = "invalid oidc.client_secret: one of client_secret and pkce_enabled is required";
const SUB = "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID";
const ENG = '{"externalGroupId":"eng","roleUid":"$VIEWER","scope":"$ORG"}';
const PUT_ENG = (provider: string) => `put iam:ExternalGroupRoleMapping ${provider} ${ENG}`;

describe("identity providers in the emulator", () => {
  stories(`
    # need a client secret or PKCE, on create and after each change
    POST ${path}/$ORG ${withOidc(bare)} -> ${neither}
    POST ${path}/$ORG ${withOidc(`${bare},"clientSecret":"","pkceEnabled":false`)} -> ${neither}
    IDP = POST ${path}/$ORG ${withOidc(`${bare},"clientSecret":"s3cret"`)}
    PATCH ${path}/$IDP?updateMask=oidc {"oidc":{${bare}}} -> ${neither}
    PATCH ${path}/$IDP?updateMask=oidc.client_secret {} -> ${neither}
    PATCH ${path}/$IDP {"oidc":{"pkceEnabled":true}}
    PATCH ${path}/$IDP {"oidc":{"clientSecret":""}}
    PATCH ${path}/$IDP {"oidc":{"pkceEnabled":false}} -> ${neither}
    POST ${path}/$ORG ${withOidc(`${bare},"pkceEnabled":true`)}

    # keep the rule that matches users
    IDP = ${OKTA}
    PATCH ${path}/$IDP {"oidc":{"correlationRule":"CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID"}}
    -> invalid oidc.correlation_rule: cannot be changed
    PATCH ${path}/$IDP {"oidc":{"correlationRule":"${SUB}"}}
    PATCH ${path}/$IDP?updateMask=oidc {"oidc":{"issuer":"https://p.example.com","clientId":"d","pkceEnabled":true}}
    -> {"oidc":{"issuer":"https://p.example.com","clientId":"d","pkceEnabled":true,"correlationRule":"${SUB}"}}

    # need an existing default role, and keep it from being deleted
    IDP = ${OKTA}
    PATCH ${path}/$IDP {"defaultRole":"none"} -> missing iam/Role none
    ROLE = put iam:Role $ORG {"name":"own","capabilities":["CAP_REPO_LIST"]}
    PATCH ${path}/$IDP {"defaultRole":"$ROLE"} -> {"defaultRole":"$ROLE"}
    DELETE /iam/v2/roles/$ROLE
    -> FAILED_PRECONDITION Precondition failed: cannot delete role with identity providers
  `);
});

describe("role mappings of an identity provider in the emulator", () => {
  stories(`
    # are unique, and a refusal names the key; they keep their role from being deleted
    IDP = ${OKTA}
    OTHER = ${OKTA}
    ROLE = put iam:Role $ORG {"name":"own","capabilities":["CAP_REPO_LIST"]}
    POST ${mappings}/$IDP ${ENG}
    POST ${mappings}/$IDP ${ENG}
    -> ALREADY_EXISTS Already exists: iam.platform.example/ExternalGroupRoleMapping "eng $VIEWER $ORG"
    POST ${mappings}/$IDP {"externalGroupId":"ops","roleUid":"$ROLE","scope":"$ORG"}
    POST ${mappings}/$OTHER ${ENG}
    GET ${mappings}?identityProviderUid=$IDP -> {"totalCount":"2"}
    GET ${mappings}?uidp.childrenOf=$IDP -> {"totalCount":"2"}
    GET ${mappings} -> {"totalCount":"3"}
    DELETE /iam/v2/roles/$ROLE
    -> FAILED_PRECONDITION Precondition failed: cannot delete role with external group role mappings

    # are deleted with their provider, and those of another stay (row 235)
    IDP = ${OKTA}
    OTHER = ${OKTA}
    MINE = ${PUT_ENG("$IDP")}
    THEIRS = ${PUT_ENG("$OTHER")}
    DELETE ${path}/$IDP
    GET ${mappings}/$MINE -> 404
    GET ${mappings}/$THEIRS
  `);

  stories(`
    # are deleted together unless one lies elsewhere, and those that are gone are skipped
    IDP = ${OKTA}
    OTHER = ${OKTA}
    A = ${PUT_ENG("$IDP")}
    B = put iam:ExternalGroupRoleMapping $IDP {"externalGroupId":"b","roleUid":"$VIEWER","scope":"$ORG"}
    FOREIGN = ${PUT_ENG("$OTHER")}
    POST ${mappings}:batchDelete {"parent":"$IDP","names":[]} -> invalid names: names is required
    POST ${mappings}:batchDelete {"parent":"","names":["$A"]} -> invalid parent: parent is required
    POST ${mappings}:batchDelete {"parent":"$IDP","names":["$A","$FOREIGN"]}
    -> invalid names[1]: must lie under the parent
    GET ${mappings} -> {"totalCount":"3"}
    POST ${mappings}:batchDelete {"parent":"$IDP","names":["$A","$IDP/none","$A"]}
    -> {"parent":"$IDP","externalGroupRoleMappings":[{"uid":"$A","identityProviderUid":"$IDP",${ENG.slice(1, -1)},"createTime":"${START}"}]}
    GET ${mappings}?uidp.childrenOf=$IDP -> [$B]
    GET ${mappings}?uidp.childrenOf=$OTHER -> [$FOREIGN]
  `);
});
