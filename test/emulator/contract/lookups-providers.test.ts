import assert from "node:assert/strict";
import * as accountAssociationsOperations from "../../../src/description/operations/account-associations";
import * as externalGroupRoleMappingsOperations from "../../../src/description/operations/external-group-role-mappings";
import * as termsOperations from "../../../src/description/operations/terms";
import { literal } from "../../../src/description/wire/path";
import { ask } from "../../../src/program/lookups/ask";
import {
  getIdentityProvider,
  getIdentityProviders,
  setScimEnabled,
} from "../../../src/program/lookups/identity-providers";
import {
  getAccountAssociation,
  getAccountAssociations,
  getExternalGroupRoleMapping,
  getExternalGroupRoleMappings,
  getGroupInvite,
  getGroupInvites,
} from "../../support/kind-lookups";
import { inBothModes, NOW, type Scene } from "../../support/lookups";
import { scriptedClient } from "../../support/scripted";
import { makeOwners } from "../local";

const checkAccountAssociation = ask(accountAssociationsOperations.checkAccountAssociation);
const batchDeleteExternalGroupRoleMappings = ask(
  externalGroupRoleMappingsOperations.batchDeleteExternalGroupRoleMappings,
);
const getTermsAcceptances = ask(termsOperations.listTermsAcceptances);

const times = { createTime: NOW, updateTime: NOW };
const capabilities = ["CAP_REPO_LIST"];

function putProvider({ root, put }: Scene): { readonly roleUid: string; readonly provider: string } {
  const roleUid = put("iam:Role", root, { name: "guest", capabilities });
  const oidc = { issuer: "https://login.example.com", clientId: "acme", clientSecret: "hush" };
  return { roleUid, provider: put("iam:IdentityProvider", root, { name: "login", defaultRole: roleUid, oidc }) };
}

inBothModes("lookups of identity providers", (scene) => {
  it("return a provider without its secret, and with its SCIM state when found by uid", async () => {
    const { client, root } = scene();
    const { roleUid, provider: uid } = putProvider(scene());
    const oidc = {
      issuer: "https://login.example.com",
      clientId: "acme",
      correlationRule: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID",
    };
    const login = { uid, parentUid: root, name: "login", defaultRole: roleUid, oidc, ...times };
    assert.deepEqual(await getIdentityProviders(client), [login]);
    assert.deepEqual(await getIdentityProvider(client, { name: "login", childrenOf: root }), login);
    const { scim, ...told } = await getIdentityProvider(client, { uid });
    assert.deepEqual(told, login);
    assert.equal(scim?.credentialState, "CREDENTIAL_STATE_NOT_ISSUED");
  });

  it("switch SCIM on and off, with the current etag or a given one", async () => {
    const { client } = scene();
    const { provider: uid } = putProvider(scene());
    const { emulator } = scene();
    await client.call({
      method: "POST",
      path: literal(`/iam/v2/identityProviders/${uid}:generateScimToken`),
      body: {},
    });
    makeOwners(emulator, 2);
    const on = await setScimEnabled(client, { identityProviderUid: uid, enabled: true });
    assert.deepEqual(
      { ...on, scim: (await getIdentityProvider(client, { uid })).scim?.enabled },
      { identityProviderUid: uid, enabled: true, etag: on.etag, scim: true },
    );
    const off = await setScimEnabled(client, { identityProviderUid: uid, enabled: false, etag: on.etag });
    assert.equal(off.enabled, false);
    emulator.clearRequests();
    await assert.rejects(setScimEnabled(client, { identityProviderUid: uid, enabled: true, etag: on.etag }), {
      code: "ABORTED",
    });
    assert.equal(emulator.requests.length, 1);
  });
});

inBothModes(
  "lookups of identity providers on a platform that cannot list them",
  (scene) => {
    it("find a provider by its uid, and advise to do so", async () => {
      const { client } = scene();
      const { provider: uid } = putProvider(scene());
      assert.equal((await getIdentityProvider(client, { uid })).name, "login");
      const expected = /does not list identity providers\. Find one by its uid: getIdentityProvider\(\{ uid/;
      await assert.rejects(getIdentityProviders(client), expected);
      await assert.rejects(getIdentityProvider(client, { name: "login" }), expected);
      await assert.rejects(getIdentityProvider(client, { uid: `${uid}0` }), { code: "NOT_FOUND" });
    });
  },
  { identityProvidersListed: false },
);

inBothModes("lookups of external group role mappings", (scene) => {
  it("find mappings by what they map, although the server has few filters", async () => {
    const { client, root, put } = scene();
    const { roleUid, provider } = putProvider(scene());
    const [eng, ops] = ["eng", "ops"].map((externalGroupId) =>
      put("iam:ExternalGroupRoleMapping", provider, { externalGroupId, roleUid, scope: root }),
    );
    const mapping = {
      uid: ops,
      parentUid: provider,
      identityProviderUid: provider,
      externalGroupId: "ops",
      roleUid,
      scope: root,
      createTime: NOW,
    };
    assert.deepEqual(await getExternalGroupRoleMapping(client, { externalGroupId: "ops" }), mapping);
    assert.equal((await getExternalGroupRoleMappings(client, { identityProviderUid: provider })).length, 2);
    assert.deepEqual(await getExternalGroupRoleMappings(client, { identityProviderUid: root }), []);
    assert.deepEqual(await getExternalGroupRoleMappings(client, { externalGroupId: "ops", limit: 1 }), [mapping]);
    const deleted = await batchDeleteExternalGroupRoleMappings(client, {
      identityProviderUid: provider,
      uids: [ops ?? ""],
    });
    assert.deepEqual(deleted, [mapping]);
    assert.deepEqual(
      (await getExternalGroupRoleMappings(client)).map(({ uid }) => uid),
      [eng],
    );
  });
});

inBothModes("lookups of group invites", (scene) => {
  it("find an invite by uid and by key, without its code", async () => {
    const { client, root, put } = scene();
    const roleUid = put("iam:Role", root, { name: "guest", capabilities });
    const uid = put("iam:GroupInvite", root, { roleUid, ttl: "86400s", email: "a@example.com", singleUse: true });
    const invite = await getGroupInvite(client, { uid });
    assert.deepEqual(invite, {
      uid,
      parentUid: root,
      roleUid,
      email: "a@example.com",
      singleUse: true,
      keyId: invite.keyId,
      expirationTime: "2026-11-22T12:00:00.250Z",
      role: { uid: roleUid, name: "guest", capabilities },
      createTime: NOW,
    });
    assert.deepEqual(await getGroupInvite(client, { keyId: invite.keyId }), invite);
    assert.deepEqual(await getGroupInvites(client, { keyId: "other" }), []);
  });
});

inBothModes("lookups of account associations", (scene) => {
  it("find an association by the uid of its group and by its name, and check its accounts", async () => {
    const { client, root, put } = scene();
    const vendor = { serviceBindings: { ingester: `${root}/1` } };
    const amazon = { account: "123456789012" };
    const github = { appInstallations: { "42": { installations: [{ installationId: "9007199254740993" }] } } };
    put("iam:AccountAssociation", root, { name: "cloud", amazon, github, vendor });
    const cloud = { uid: root, parentUid: root, name: "cloud", amazon, github, vendor, ...times };
    assert.deepEqual(await getAccountAssociation(client, { uid: root }), cloud);
    assert.deepEqual(await getAccountAssociation(client, { name: "cloud" }), cloud);
    assert.deepEqual(await getAccountAssociations(client, { name: "clouds" }), []);
    const check = (providerType: "ACCOUNT_PROVIDER_TYPE_AMAZON" | "ACCOUNT_PROVIDER_TYPE_GOOGLE") =>
      checkAccountAssociation(client, { groupUid: root, providerType });
    assert.deepEqual(await check("ACCOUNT_PROVIDER_TYPE_AMAZON"), { status: "CHECK_STATUS_READY" });
    assert.deepEqual(await check("ACCOUNT_PROVIDER_TYPE_GOOGLE"), {
      status: "CHECK_STATUS_NOT_READY",
      reason: "not configured",
    });
  });
});

inBothModes("lookups of terms", (scene) => {
  it("list each accepted document once", async () => {
    const { client, root, put } = scene();
    assert.deepEqual(await getTermsAcceptances(client, { group: root }), []);
    put("iam:TermsAcceptance", root, { documentIds: ["tos.v1", "dpa.v2"] });
    const acceptance = (docId: string) => ({ docId, acceptedBy: "admin", orgUid: root, createTime: NOW });
    assert.deepEqual(await getTermsAcceptances(client, { group: root, orderBy: "doc_id" }), [
      acceptance("dpa.v2"),
      acceptance("tos.v1"),
    ]);
  });
});

describe("a lookup of terms", () => {
  it("always returns who accepted, even as an empty text, because its type requires it", async () => {
    const { client } = scriptedClient([{ json: { termsAcceptances: [{ docId: "tos.v1" }] } }]);
    const [accepted] = await getTermsAcceptances(client, { group: "org" });
    assert.equal(accepted?.acceptedBy.length, 0);
  });
});
