import assert from "node:assert/strict";
import { listTermsAcceptances } from "../../../src/description/operations/terms";
import { ask } from "../../../src/program/lookups/ask";
import { setScimEnabled } from "../../../src/program/lookups/identity-providers";
import { makeOwners, makeProvider, scimOf, test } from "../../emulator/local";
import { START } from "../../emulator/story";
import { clientOf } from "../../support/platform";
import { scriptedClient } from "../../support/scripted";
import { lookupStories } from "./lookup-stories";

const created = `"createTime":"${START}"`;
const times = `${created},"updateTime":"${START}"`;
const oidc = '"issuer":"https://login.example.com","clientId":"acme"';
const IDP = `IDP = put iam:IdentityProvider $ORG {"name":"login","defaultRole":"$VIEWER","oidc":{${oidc},"clientSecret":"hush"}}`;
const LOGIN = `{"uid":"$IDP","parentUid":"$ORG","name":"login","defaultRole":"$VIEWER","oidc":{${oidc},"correlationRule":"CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID"},${times}}`;
const MAPPING = `{"uid":"$OPS","parentUid":"$IDP","identityProviderUid":"$IDP","externalGroupId":"ops","roleUid":"$VIEWER","scope":"$ORG",${created}}`;
const clouds = `"amazon":{"account":"123456789012"},"github":{"appInstallations":{"42":{"installations":[{"installationId":"9007199254740993"}]}}},"vendor":{"serviceBindings":{"ingester":"$ORG/1"}}`;
const CLOUD = `{"uid":"$ORG","parentUid":"$ORG","name":"cloud",${clouds},${times}}`;
const accepted = (docId: string) => `{"docId":"${docId}","acceptedBy":"admin","orgUid":"$ORG",${created}}`;

describe("lookups of identity providers, mappings, invites, associations and terms", () => {
  lookupStories(`
    # return a provider without its secret
    ${IDP}
    getIdentityProviders -> [${LOGIN}]
    getIdentityProvider {"name":"login","childrenOf":"$ORG"} -> ${LOGIN}

    # find mappings by what they map, although the server has few filters
    ${IDP}
    put iam:ExternalGroupRoleMapping $IDP {"externalGroupId":"eng","roleUid":"$VIEWER","scope":"$ORG"}
    OPS = put iam:ExternalGroupRoleMapping $IDP {"externalGroupId":"ops","roleUid":"$VIEWER","scope":"$ORG"}
    getExternalGroupRoleMapping {"externalGroupId":"ops"} -> ${MAPPING}
    getCount {"of":"externalGroupRoleMappings","identityProviderUid":"$IDP"} -> 2
    getExternalGroupRoleMappings {"identityProviderUid":"$ORG"} -> []
    getExternalGroupRoleMappings {"externalGroupId":"ops","limit":1} -> [${MAPPING}]

    # find an association by the uid of its group and by its name, and check its accounts
    put iam:AccountAssociation $ORG {"name":"cloud",${clouds}}
    getAccountAssociation {"uid":"$ORG"} -> ${CLOUD}
    getAccountAssociation {"name":"cloud"} -> ${CLOUD}
    getAccountAssociations {"name":"clouds"} -> []
    checkAccountAssociation {"groupUid":"$ORG","providerType":"ACCOUNT_PROVIDER_TYPE_AMAZON"}
    -> {"status":"CHECK_STATUS_READY"}
    checkAccountAssociation {"groupUid":"$ORG","providerType":"ACCOUNT_PROVIDER_TYPE_GOOGLE"}
    -> {"status":"CHECK_STATUS_NOT_READY","reason":"not configured"}

    # find an invite by its uid, but by no other key
    GUEST = put iam:Role $ORG {"name":"guest","capabilities":["CAP_REPO_LIST"]}
    INVITE = put iam:GroupInvite $ORG {"roleUid":"$GUEST","email":"a@example.com","singleUse":true,"ttl":"86400s"}
    getGroupInvite {"uid":"$INVITE"}
    -> with {"parentUid":"$ORG","roleUid":"$GUEST","role":{"uid":"$GUEST","name":"guest","capabilities":["CAP_REPO_LIST"]},"email":"a@example.com","singleUse":true,"expirationTime":"2026-11-22T11:32:03.384Z",${created}}
    getGroupInvites {"keyId":"other"} -> []

    # list each accepted document once
    getTermsAcceptances {"group":"$ORG"} -> []
    put iam:TermsAcceptance $ORG {"documentIds":["tos.v1","dpa.v2"]}
    getTermsAcceptances {"group":"$ORG","orderBy":"doc_id"} -> [${accepted("dpa.v2")},${accepted("tos.v1")}]
  `);

  lookupStories(
    `
    # find a provider by its uid on a platform that cannot list them, and advise to do so
    ${IDP}
    getIdentityProviders -> throws …does not list identity providers. Find one by its uid: getIdentityProvider({ uid…
    getIdentityProvider {"name":"login"}
    -> throws …does not list identity providers. Find one by its uid: getIdentityProvider({ uid…
    getIdentityProvider {"uid":"$IDP"} -> with {"name":"login"}
    getIdentityProvider {"uid":"none"} -> throws NotFoundError: …
  `,
    { identityProvidersListed: false },
  );

  it("always return who accepted terms, even as an empty text, because the type requires it", async () => {
    const { client } = scriptedClient([{ json: { termsAcceptances: [{ docId: "tos.v1" }] } }]);
    const [found] = await ask(listTermsAcceptances)(client, { group: "org" });
    assert.equal(found?.acceptedBy, "");
  });
});

describe("SCIM of an identity provider", () => {
  test("is switched with the current etag or a given one, and an old one is not replaced", async (emulator) => {
    const client = clientOf(emulator);
    const identityProviderUid = makeProvider(emulator);
    const { post, state } = scimOf(emulator.call, identityProviderUid);
    await post("generateScimToken");
    makeOwners(emulator, 2);
    const on = await setScimEnabled(client, { identityProviderUid, enabled: true });
    assert.deepEqual(on, { identityProviderUid, enabled: true, etag: on.etag });
    assert.equal((await state()).enabled, true);
    const off = await setScimEnabled(client, { identityProviderUid, enabled: false, etag: on.etag });
    assert.equal(off.enabled, false);
    emulator.clearRequests();
    const stale = setScimEnabled(client, { identityProviderUid, enabled: true, etag: on.etag });
    await assert.rejects(stale, { code: "ABORTED" });
    assert.equal(emulator.requests.length, 1);
  });
});
