import assert from "node:assert/strict";
import type { Client } from "../../../src/client/api/client";
import * as accountAssociationsOperations from "../../../src/description/operations/account-associations";
import * as advisoryFeedOperations from "../../../src/description/operations/advisory-feed";
import * as artifactsOperations from "../../../src/description/operations/artifacts";
import * as externalGroupRoleMappingsOperations from "../../../src/description/operations/external-group-role-mappings";
import * as groupsOperations from "../../../src/description/operations/groups";
import * as imagesOperations from "../../../src/description/operations/images";
import * as reposOperations from "../../../src/description/operations/repos";
import * as termsOperations from "../../../src/description/operations/terms";
import { getAdvisories, getAdvisory } from "../../../src/program/lookups/advisories";
import { ask } from "../../../src/program/lookups/ask";
import { getCount } from "../../../src/program/lookups/count";
import { ArgumentError } from "../../../src/program/lookups/errors";
import { getIdentity } from "../../../src/program/lookups/identities";
import { getIdentityProvider, setScimEnabled } from "../../../src/program/lookups/identity-providers";
import { batchCreateRoleBindings } from "../../../src/program/lookups/role-bindings";
import { getResolvedVulnerabilities } from "../../../src/program/lookups/vulnerabilities";
import {
  getExternalGroupRoleMapping,
  getGroup,
  getGroupInvite,
  getGroups,
  getIdentities,
  getRepos,
  getRole,
  getRoleBinding,
  getRoles,
  getSubscription,
  getTags,
} from "../../support/kind-lookups";
import { inBothModes } from "../../support/lookups";
import { scriptedClient } from "../../support/scripted";

const checkAccountAssociation = ask(accountAssociationsOperations.checkAccountAssociation);
const getAdvisoryDocuments = ask(advisoryFeedOperations.listAdvisoryDocuments);
const getArtifactCount = ask(artifactsOperations.countArtifacts);
const getArtifacts = ask(artifactsOperations.listArtifacts);
const getArtifactVersions = ask(artifactsOperations.listArtifactVersions);
const batchDeleteExternalGroupRoleMappings = ask(
  externalGroupRoleMappingsOperations.batchDeleteExternalGroupRoleMappings,
);
const requestGroupAccess = ask(groupsOperations.requestGroupAccess);
const getImageSize = ask(imagesOperations.imageSize);
const getRepoReadme = ask(reposOperations.repoReadme);
const getTermsAcceptances = ask(termsOperations.listTermsAcceptances);

type Lookup = (client: Client, args: never) => Promise<unknown>;

const refused: readonly (readonly [lookup: Lookup, args: object, complaint: RegExp])[] = [
  [getGroups, { nam: "x" }, /^getGroups: nam is unknown. Did you mean name\?$/],
  [getGroups, { name: "" }, /^getGroups: name must not be empty. Leave it out to list everything$/],
  [getGroups, { orderBy: "name down" }, /orderBy must match/],
  [getGroups, { orderBy: "name,uid" }, /orderBy must match/],
  [getGroups, { skip: -1 }, /skip must not be negative/],
  [getCount, { of: "planets" }, /^getCount: of must be one of accountAssociations, advisories, .*, tags$/],
  [getCount, {}, /^getCount: of must be one of/],
  [getCount, { of: "groups", limit: 1 }, /^getCount: limit is unknown/],
  [getCount, { of: "groups", name: "" }, /^getCount: name must not be empty/],
  [getGroups, { limit: -1 }, /limit must not be negative/],
  [getGroups, { limit: 1.5 }, /limit must be a whole number/],
  [getGroups, { childrenOf: "../x" }, /childrenOf must be a uid/],
  [getGroups, { ids: [] }, /ids must not be empty/],
  [getGroup, {}, /^getGroup needs uid, or name \(optional: ancestorsOf, .*, ids\)$/],
  [getGroup, { childrenOf: "a" }, /^getGroup: name is required$/],
  [getGroup, { uid: "a", name: "x" }, /^getGroup: uid cannot be given together with name$/],
  [getGroup, { uid: "a b" }, /^getGroup: uid must be a uid/],
  [getGroup, { name: "x", limit: 1 }, /limit is unknown/],
  [getIdentities, { relationshipType: "STATIC" }, /Did you mean RELATIONSHIP_TYPE_STATIC\?/],
  [getIdentities, { relationshipType: "RELATIONSHIP_TYPE_UNSPECIFIED" }, /relationshipType must not be empty/],
  [getIdentity, { issuer: "https://i.example.com" }, /^getIdentity: subject is required$/],
  [getIdentity, { issuer: "https://i.example.com", subject: "s", name: "x" }, /name is unknown/],
  [getRole, {}, /^getRole needs uid/],
  [getRoles, { parentUid: "a", childrenOf: "b" }, /cannot be set together with/],
  [getRoleBinding, {}, /^getRoleBinding needs uid, or .*identity, /],
  [getIdentityProvider, { uid: "" }, /uid must not be empty/],
  [setScimEnabled, { identityProviderUid: "a/b" }, /enabled is required/],
  [getExternalGroupRoleMapping, { externalGroup: "x" }, /Did you mean externalGroupId\?/],
  [batchDeleteExternalGroupRoleMappings, { identityProviderUid: "a/b", uids: [] }, /uids must not be empty/],
  [batchCreateRoleBindings, { parentUid: "a", bindings: [{ roleUid: "b" }] }, /bindings\[0\]\.identityUid is required/],
  [getGroupInvite, { keyId: "" }, /keyId must not be empty/],
  [checkAccountAssociation, { groupUid: "a", providerType: "AMAZON" }, /Did you mean ACCOUNT_PROVIDER_TYPE_AMAZON\?/],
  [getTermsAcceptances, {}, /group is required/],
  [requestGroupAccess, {}, /groupUid is required/],
  [getRepos, { deprecated: true }, /deprecated is unknown/],
  [getRepoReadme, { uid: "a/readme" }, /uid must be a uid/],
  [getTags, { repoUid: "a", digest: "latest" }, /digest must be sha256:/],
  [getTags, { updatedSince: "yesterday" }, /updatedSince must be an RFC 3339 timestamp/],
  [getImageSize, { repoUid: "a/b", digest: `sha256:${"A".repeat(64)}` }, /digest must be sha256:/],
  [
    getAdvisories,
    { artifactNames: ["curl"], origin: "curl" },
    /^getAdvisories: origin cannot be set together with artifactNames, because the platform ignores artifactNames if origin is set$/,
  ],
  [getAdvisories, { artifactNames: [] }, /artifactNames must not be empty/],
  [getAdvisories, { artifactNames: "curl" }, /artifactNames must be a list/],
  [getAdvisories, { aliases: [""] }, /aliases must not be empty/],
  [getAdvisory, { advisoryId: "x" }, /^getAdvisory: advisoryId is unknown. Must be one of: uid$/],
  [getAdvisory, {}, /^getAdvisory needs uid$/],
  [getAdvisoryDocuments, { cve: ["x"] }, /Did you mean cves\?/],
  [
    getResolvedVulnerabilities,
    { imageRefs: [{}], startTime: "2026-01-01T00:00:00Z", endTime: "x" },
    /imageRefs\[0\]\.repo is required; endTime must be/,
  ],
  [getArtifacts, {}, /ecosystems is required/],
  [getArtifacts, { ecosystems: [] }, /ecosystems must not be empty/],
  [getArtifacts, { ecosystems: ["JAVA"] }, /Did you mean ECOSYSTEM_JAVA\?/],
  [getArtifactVersions, { artifactId: "" }, /artifactId must not be empty/],
  [getArtifactCount, { ecosystems: ["ECOSYSTEM_JAVA"], query: "x" }, /query is unknown/],
  [getSubscription, { sink: "ftp://a.example.com" }, /sink must be an https URL/],
];

inBothModes("arguments of lookups", (scene) => {
  it("are refused before anything is sent when they are wrong, or when the platform would ignore one (row 234)", async () => {
    const { client, emulator } = scene();
    emulator.clearRequests();
    for (const [lookup, args, complaint] of refused) {
      await assert.rejects(lookup(client, args as never), (error: Error) => {
        assert.ok(error instanceof ArgumentError, `${JSON.stringify(args)}: ${error.stack}`);
        assert.match(error.message, complaint);
        return true;
      });
    }
    assert.deepEqual(emulator.requests, []);
  });
});

/** Lookups whose responses contain lists without pages. */
const whole: readonly (readonly [lookup: Lookup, args: object, key: string])[] = [
  [getAdvisoryDocuments, {}, "documents"],
  [getArtifactCount, { ecosystems: ["ECOSYSTEM_JAVA"] }, "counts"],
  [
    getResolvedVulnerabilities,
    { imageRefs: [{ repo: "nginx" }], startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-02T00:00:00Z" },
    "resolvedVulnsReports",
  ],
  [batchDeleteExternalGroupRoleMappings, { identityProviderUid: "a/b", uids: ["a/b/c"] }, "externalGroupRoleMappings"],
  [batchCreateRoleBindings, { parentUid: "a", bindings: [{ identityUid: "a/i", roleUid: "r" }] }, "roleBindings"],
];

describe("a list that comes in one answer (row 55)", () => {
  it("is empty when the answer has none, and an error when it has something other than a list", async () => {
    for (const [lookup, args, key] of whole) {
      for (const json of [{}, { [key]: null }, { [key]: [] }]) {
        assert.deepEqual(await lookup(scriptedClient([{ json }]).client, args as never), [], key);
      }
      for (const value of [{}, "x", 5, [5], [null]]) {
        const { client } = scriptedClient([{ json: { [key]: value } }]);
        await assert.rejects(lookup(client, args as never), {
          name: "ProtocolError",
          message: new RegExp(`: "${key}" must be a list of objects$`),
        });
      }
    }
  });
});

describe("an unusual answer to a lookup", () => {
  it("is filtered again when the server ignored the filter", async () => {
    const roles = ["viewer", "editor"].map((name) => ({ uid: name, name, capabilities: [] }));
    const { client, requests } = scriptedClient([{ json: { roles } }, { json: { roles } }]);
    assert.deepEqual(
      (await getRoles(client, { name: "editor", limit: 1 })).map(({ uid }) => uid),
      ["editor"],
    );
    assert.equal((await getRole(client, { name: "viewer" })).uid, "viewer");
    assert.deepEqual(requests[0]?.query, [
      ["name", "editor"],
      ["page_size", "200"],
    ]);
  });

  it("has the one object with a name although its count is wrong or not a number (row 54)", async () => {
    const roles = [{ uid: "r", name: "viewer", capabilities: [] }];
    for (const totalCount of ["500", "9007199254740993", "abc", "-1", 500, null]) {
      const { client } = scriptedClient(Array(2).fill({ json: { roles, totalCount } }));
      assert.equal((await getRole(client, { name: "viewer" })).uid, "r", String(totalCount));
    }
  });

  it("is an error when an object has no uid", async () => {
    const { client } = scriptedClient([{ json: { roles: [{ name: "viewer" }] } }]);
    await assert.rejects(getRoles(client), { name: "ProtocolError", message: /without a uid/ });
  });
});
