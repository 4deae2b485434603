import assert from "node:assert/strict";
import { batchDeleteExternalGroupRoleMappings } from "../../../src/description/operations/external-group-role-mappings";
import { listTermsAcceptances } from "../../../src/description/operations/terms";
import { literal } from "../../../src/description/wire/path";
import { ask } from "../../../src/program/lookups/ask";
import { getIdentityProvider, setScimEnabled } from "../../../src/program/lookups/identity-providers";
import {
  getExternalGroupRoleMapping,
  getExternalGroupRoleMappings,
  getGroupInvite,
  getGroupInvites,
} from "../../support/kind-lookups";
import { scriptedClient } from "../../support/scripted";
import { makeOwners, makeProvider, roleNamed } from "../local";
import { START } from "../story";
import { lookupStories } from "./lookup-stories";
import { inBothModes, NOW } from "./lookups";

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

inBothModes("functions of identity providers and invites", (scene) => {
  it("return the SCIM state of a provider by its uid, and switch it with the current etag or a given one", async () => {
    const { client, emulator } = scene();
    const uid = makeProvider(emulator);
    assert.equal((await getIdentityProvider(client, { uid })).scim?.credentialState, "CREDENTIAL_STATE_NOT_ISSUED");
    const path = literal(`/iam/v2/identityProviders/${uid}:generateScimToken`);
    await client.call({ method: "POST", path, body: {} });
    makeOwners(emulator, 2);
    const on = await setScimEnabled(client, { identityProviderUid: uid, enabled: true });
    assert.deepEqual(on, { identityProviderUid: uid, enabled: true, etag: on.etag });
    assert.equal((await getIdentityProvider(client, { uid })).scim?.enabled, true);
    const off = await setScimEnabled(client, { identityProviderUid: uid, enabled: false, etag: on.etag });
    assert.equal(off.enabled, false);
    emulator.clearRequests();
    const stale = setScimEnabled(client, { identityProviderUid: uid, enabled: true, etag: on.etag });
    await assert.rejects(stale, { code: "ABORTED" });
    assert.equal(emulator.requests.length, 1);
  });

  it("delete mappings in a batch, and return them", async () => {
    const { client, emulator, put, root } = scene();
    const provider = makeProvider(emulator);
    const mapped = { roleUid: roleNamed(emulator, "viewer"), scope: root };
    for (const externalGroupId of ["eng", "ops"])
      put("iam:ExternalGroupRoleMapping", provider, { externalGroupId, ...mapped });
    const ops = await getExternalGroupRoleMapping(client, { externalGroupId: "ops" });
    const batch = { identityProviderUid: provider, uids: [ops.uid] };
    assert.deepEqual(await ask(batchDeleteExternalGroupRoleMappings)(client, batch), [ops]);
    const left = await getExternalGroupRoleMappings(client);
    const shown = left.map(({ externalGroupId }) => externalGroupId);
    assert.deepEqual(shown, ["eng"]);
  });

  it("find an invite by uid and by key, without its code", async () => {
    const { client, root, put } = scene();
    const roleUid = put("iam:Role", root, { name: "guest", capabilities: ["CAP_REPO_LIST"] });
    const given = { roleUid, email: "a@example.com", singleUse: true };
    const uid = put("iam:GroupInvite", root, { ...given, ttl: "86400s" });
    const { keyId, ...invite } = await getGroupInvite(client, { uid });
    assert.deepEqual(invite, {
      ...given,
      uid,
      parentUid: root,
      expirationTime: "2026-11-22T12:00:00.250Z",
      role: { uid: roleUid, name: "guest", capabilities: ["CAP_REPO_LIST"] },
      createTime: NOW,
    });
    assert.deepEqual(await getGroupInvite(client, { keyId }), { keyId, ...invite });
    assert.deepEqual(await getGroupInvites(client, { keyId: "other" }), []);
  });
});
