import assert from "node:assert/strict";
import type { Client } from "../../../src/client/api/client";
import { listAdvisoryDocuments } from "../../../src/description/operations/advisory-feed";
import { requestGroupAccess } from "../../../src/description/operations/groups";
import { ask } from "../../../src/program/lookups/ask";
import { setScimEnabled } from "../../../src/program/lookups/identity-providers";
import { batchCreateRoleBindings } from "../../../src/program/lookups/role-bindings";
import { getResolvedVulnerabilities } from "../../../src/program/lookups/vulnerabilities";
import { getRole, getRoles } from "../../support/kind-lookups";
import { scriptedClient } from "../../support/scripted";
import { lookupStories } from "./lookup-stories";

type Lookup = (client: Client, args: never) => Promise<unknown>;

describe("arguments of lookups", () => {
  const days = '"startTime":"2026-01-01T00:00:00Z","endTime":"x"';
  lookupStories(`
    # are refused before anything is sent when they are wrong, or when the platform would ignore one (row 234)
    getGroups {"nam":"x"} -> throws ArgumentError: getGroups: nam is unknown. Did you mean name?
    getGroups {"name":""} -> throws ArgumentError: getGroups: name must not be empty. Leave it out to list everything
    getGroups {"orderBy":"name down"} -> throws ArgumentError: …orderBy must match…
    getGroups {"skip":-1} -> throws ArgumentError: …skip must not be negative…
    getCount {"of":"planets"} -> throws ArgumentError: getCount: of must be one of accountAssociations, advisories, …, tags
    getCount {"of":"groups","limit":1} -> throws ArgumentError: getCount: limit is unknown…
    getGroups {"childrenOf":"../x"} -> throws ArgumentError: …childrenOf must be a uid…
    getGroups {"ids":[]} -> throws ArgumentError: …ids must not be empty…
    getGroup {} -> throws ArgumentError: getGroup needs uid, or name (optional: ancestorsOf, …, ids)
    getGroup {"childrenOf":"a"} -> throws ArgumentError: getGroup: name is required
    getGroup {"uid":"a","name":"x"} -> throws ArgumentError: getGroup: uid cannot be given together with name
    getIdentities {"relationshipType":"STATIC"} -> throws ArgumentError: …Did you mean RELATIONSHIP_TYPE_STATIC?…
    getIdentities {"relationshipType":"RELATIONSHIP_TYPE_UNSPECIFIED"}
    -> throws ArgumentError: …relationshipType must not be empty…
    getIdentity {"issuer":"https://i.example.com","subject":"s","name":"x"} -> throws ArgumentError: …name is unknown…
    getRoleBinding {} -> throws ArgumentError: getRoleBinding needs uid, or …identity, …
    getTags {"repoUid":"a","digest":"latest"} -> throws ArgumentError: …digest must be sha256:…
    getAdvisories {"artifactNames":["curl"],"origin":"curl"}
    -> throws ArgumentError: getAdvisories: origin cannot be set together with artifactNames, because the platform ignores artifactNames if origin is set
    getAdvisories {"artifactNames":"curl"} -> throws ArgumentError: …artifactNames must be a list…
    getAdvisory {"advisoryId":"x"} -> throws ArgumentError: getAdvisory: advisoryId is unknown. Must be one of: uid
    getResolvedVulnerabilities {"imageRefs":[{}],${days}}
    -> throws ArgumentError: …imageRefs[0].repo is required; endTime must be…
    getSubscription {"sink":"ftp://a.example.com"} -> throws ArgumentError: …sink must be an https URL…
  `);

  const changes: readonly (readonly [lookup: Lookup, args: object, complaint: RegExp])[] = [
    [setScimEnabled, { identityProviderUid: "a/b" }, /enabled is required/],
    [
      batchCreateRoleBindings,
      { parentUid: "a", bindings: [{ roleUid: "b" }] },
      /bindings\[0\]\.identityUid is required/,
    ],
    [ask(requestGroupAccess), {}, /groupUid is required/],
  ];
  it("of changes are refused alike (row 234)", async () => {
    for (const [lookup, args, message] of changes) {
      const { client, requests } = scriptedClient([]);
      await assert.rejects(lookup(client, args as never), { name: "ArgumentError", message });
      assert.deepEqual(requests, []);
    }
  });
});

/** Lookups whose responses contain lists without pages. */
const whole: readonly (readonly [lookup: Lookup, args: object, key: string])[] = [
  [ask(listAdvisoryDocuments), {}, "documents"],
  [
    getResolvedVulnerabilities,
    { imageRefs: [{ repo: "nginx" }], startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-02T00:00:00Z" },
    "resolvedVulnsReports",
  ],
  [batchCreateRoleBindings, { parentUid: "a", bindings: [{ identityUid: "a/i", roleUid: "r" }] }, "roleBindings"],
];

describe("a list that comes in one answer (row 55)", () => {
  it("is empty when the answer has none, and an error when it has something other than a list", async () => {
    for (const [lookup, args, key] of whole) {
      for (const json of [{}, { [key]: null }, { [key]: [] }])
        assert.deepEqual(await lookup(scriptedClient([{ json }]).client, args as never), [], key);
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
    const found = (await getRoles(client, { name: "editor", limit: 1 })).map(({ uid }) => uid);
    assert.deepEqual(found, ["editor"]);
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
