import assert from "node:assert/strict";
import { brief, makeProvider, roleNamed, send, test, testWith, uidOf, violationOf, withEmulator } from "./local";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describe("a strict emulator", () => {
  it("refuses values that break a rule, and names the field like the platform, unless it is not strict", async () => {
    const name = "^[a-z0-9 ._-]{1,}$";
    const cases: readonly (readonly [collection: string, body: object, field: string, description: RegExp | string])[] =
      [
        ["iam/v2/groups", { name: "Team" }, "name", `name must match "${name}"`],
        ["iam/v2/identities", { name: "Ci", claimMatch }, "name", `name must match "${name}"`],
        [
          "iam/v2/identities",
          { name: "ci", claimMatch: { issuer: claimMatch.issuer, subjectPattern: "(" } },
          "claim_match.subject_pattern",
          /^subject_pattern must be a pattern of RE2/,
        ],
        ["iam/v2/roles", { name: "A", capabilities: ["CAP_REPO_LIST"] }, "name", `name must match "${name}"`],
        ["iam/v2/groups", { name: "team", description: "a\nb" }, "description", /^description must match "\^\[\\S \]/],
        ["registry/v2/repos", { name: "Web" }, "name", /^name must match "/],
        ["registry/v2/repos", { name: "web", bundles: ["base", "web"] }, "bundles", "bundles has an unknown value"],
        ["registry/v2/repos", { name: "web", aliases: ["web"] }, "aliases[0]", /^aliases\[0\] must match "/],
        [
          "registry/v2/repos",
          { name: "web", customOverlay: { environment: { VENDOR_X: "1" } } },
          "custom_overlay.environment.VENDOR_X",
          /must not begin with VENDOR/,
        ],
      ];
    for (const [collection, body, field, description] of cases) {
      await withEmulator({ strict: true }, async ({ organization }, call) => {
        const reply = await call(`POST /${collection}/${organization.uid}`, body);
        const violation = violationOf(reply) as { field: string; description: string } | undefined;
        assert.equal(reply.status, 400, JSON.stringify(reply.body));
        assert.equal(violation?.field, field);
        if (typeof description === "string") assert.equal(violation?.description, description);
        else assert.match(violation?.description ?? "", description);
      })();
      await withEmulator({}, async ({ organization }, call) => {
        assert.equal((await call(`POST /${collection}/${organization.uid}`, body)).status, 200, field);
      })();
    }
  });

  testWith({ strict: true })("accepts what only a preview warns about", async ({ organization, call }) => {
    for (const [collection, body] of [
      ["iam/v2/identities", { name: "ci", claimMatch }],
      ["iam/v2/groups", { name: "a".repeat(64) }],
      ["events/v2/subscriptions", { sink: "http://localhost/callback" }],
    ] as const)
      assert.equal((await call(`POST /${collection}/${organization.uid}`, body)).status, 200, collection);
  });

  testWith({ strict: true })(
    "refuses an unsafe readme, and keeps the former one",
    async ({ organization, put, call }) => {
      const { uid } = put("registry:Repo", organization.uid, { name: "web" });
      const readme = `/registry/v2/repos/${uid}/readme`;
      assert.equal((await call(`PATCH ${readme}`, { content: "# web" })).status, 200);
      const refused = await call(`PATCH ${readme}`, { content: "<script>x</script>" });
      assert.equal((violationOf(refused) as { field: string }).field, "content");
      assert.equal((await call(`GET ${readme}`)).body.content, "# web");
    },
  );

  testWith({ strict: true })(
    "lets an object that breaks a rule be changed in other fields and deleted",
    async ({ organization, put, edit, call }) => {
      const uid = String(put("iam:Group", organization.uid, { name: "team" }).uid);
      edit(uid, { name: "X", description: "two\nlines" });
      assert.equal((await call(`PATCH /iam/v2/groups/${uid}`, { description: "one line" })).status, 200);
      assert.equal((await call(`PATCH /iam/v2/groups/${uid}`, { name: "Y" })).status, 400);
      assert.equal((await call(`DELETE /iam/v2/groups/${uid}`)).status, 200);
    },
  );

  testWith({ strict: true })(
    "accepts only the organization as the scope of a mapping, and each mapping once",
    async (emulator) => {
      const { organization, put } = emulator;
      const provider = makeProvider(emulator);
      const team = put("iam:Group", organization.uid, { name: "team" }).uid;
      const mapping = { externalGroupId: "g", roleUid: roleNamed(emulator, "viewer") };
      const path = `POST /iam/v2/externalGroupRoleMappings/${provider}`;
      const description = "scope must be the root group of the organization";
      assert.deepEqual(violationOf(await emulator.call(path, { ...mapping, scope: team })), {
        field: "scope",
        description,
      });
      assert.equal((await emulator.call(path, { ...mapping, scope: organization.uid })).status, 200);
      assert.equal((await emulator.call(path, { ...mapping, scope: organization.uid })).status, 409);
    },
  );

  for (const settings of [{ uniqueTags: true, gracePeriod: false }, {}]) {
    testWith({ strict: true, emitUnpopulated: true, ...settings })(
      `fills in what the organization set for syncing: ${JSON.stringify(settings)} (row 241)`,
      async ({ organization, call }) => {
        const mirror = { name: "mirror", sync_config: { source: "public-org/nginx" } };
        const { body } = await call(`POST /registry/v2/repos/${organization.uid}`, mirror);
        const { uniqueTags, gracePeriod } = body.sync_config as Record<string, unknown>;
        assert.deepEqual({ uniqueTags, gracePeriod }, { uniqueTags: false, gracePeriod: true, ...settings });
      },
    );
  }

  testWith({ strict: true })(
    "refuses a change of inherited fields of a syncing repo, and of no others",
    async ({ organization, put, call }) => {
      const repos = "/registry/v2/repos";
      const source = "public-org/python";
      const own = await call(`POST ${repos}/${organization.uid}`, {
        name: "a",
        bundles: ["ai"],
        sync_config: { source },
      });
      assert.equal((violationOf(own) as { field: string }).field, "bundles");
      const mirror = { name: "mirror", bundles: ["base", "featured"], sync_config: { source } };
      const made = await call(`POST ${repos}/${organization.uid}`, mirror);
      assert.equal(made.status, 200, "the source's own value does not change anything");
      const path = `PATCH ${repos}/${uidOf(made)}`;
      for (const [change, field] of [
        [{ catalogTier: "CATALOG_TIER_AI" }, "catalog_tier"],
        [{ bundles: [] }, "bundles"],
        [{ aliases: ["a:b"] }, "aliases"],
        [{ activeTags: ["v1"] }, "active_tags"],
      ] as const) {
        assert.equal((violationOf(await call(path, change)) as { field: string }).field, field);
      }
      assert.equal((await call(path, { description: "ours" })).status, 200);
      const grown = put("registry:Repo", organization.uid, { name: "grown", bundles: ["ai"] });
      const synced = await call(`PATCH ${repos}/${grown.uid}`, { sync_config: { source } });
      assert.deepEqual(synced.body.bundles, ["base", "featured"], "the source's values take the place of its own");
      assert.equal((await call(path, { sync_config: null, bundles: ["ai"] })).status, 200, "it syncs no longer");
    },
  );
});

describe("an overlay in the emulator", () => {
  it(
    "needs a source to sync from, at creation and later",
    withEmulator({ strict: true }, async ({ organization, put, edit }, call) => {
      const customOverlay = { environment: { A: "1" } };
      const sync_config = { source: "public-org/nginx" };
      const path = `POST /registry/v2/repos/${organization.uid}`;
      const refusal = { field: "custom_overlay", description: "custom_overlay requires a sync_config" };
      assert.deepEqual(violationOf(await call(path, { name: "own", customOverlay })), refusal);
      const synced = await call(path, { name: "synced", customOverlay, sync_config });
      assert.equal(synced.status, 200);
      const patch = `PATCH /registry/v2/repos/${uidOf(synced)}`;
      assert.deepEqual(violationOf(await call(patch, { sync_config: null })), refusal);
      assert.equal((await call(patch, { sync_config: null, customOverlay: null })).status, 200);
      assert.deepEqual(violationOf(await call(patch, { customOverlay })), refusal);
      const older = String(put("registry:Repo", organization.uid, { name: "older" }).uid);
      edit(older, { customOverlay });
      assert.equal((await call(`PATCH /registry/v2/repos/${older}`, { description: "d" })).status, 200);
    }),
  );
});

describe("who hands on a role in the emulator", () => {
  testWith({ strict: true })(
    "must have the capabilities that it grants by a mapping and by a default role",
    async (emulator) => {
      const { organization, put, url, idToken } = emulator;
      const provider = makeProvider(emulator);
      const identityUid = put("iam:Identity", organization.uid, { name: "bot", claimMatch }).uid;
      const capabilities = [
        "CAP_IAM_IDENTITY_PROVIDERS_CREATE",
        "CAP_IAM_IDENTITY_PROVIDERS_UPDATE",
        "CAP_IAM_ROLE_BINDINGS_CREATE",
        "CAP_REPO_LIST",
      ];
      const own = put("iam:Role", organization.uid, { name: "own", capabilities });
      put("iam:RoleBinding", organization.uid, { identityUid, roleUid: own.uid });
      const idJwt = await idToken({ ...claimMatch, audience: new URL(url).host });
      const exchange = `POST /sts/exchange?aud=${encodeURIComponent(url)}&identity=${identityUid}`;
      const { body } = await send(url, exchange, undefined, idJwt);
      const token = String(body.token);
      const mapping = (roleUid: unknown) =>
        emulator.call(
          `POST /iam/v2/externalGroupRoleMappings/${provider}`,
          { externalGroupId: "g", roleUid, scope: organization.uid },
          token,
        );
      const refusal = /^Permission denied: caller lacks [\w.]+, which the role grants$/;
      const refused = brief(await mapping(roleNamed(emulator, "owner")));
      assert.deepEqual(refused.slice(0, 2), [403, 7]);
      assert.match(String(refused[2]), refusal);
      assert.equal((await mapping(own.uid)).status, 200);
      const change = (defaultRole: unknown) =>
        emulator.call(`PATCH /iam/v2/identityProviders/${provider}`, { defaultRole }, token);
      assert.match(String(brief(await change(roleNamed(emulator, "owner")))[2]), refusal);
      assert.equal((await change(own.uid)).status, 200);
    },
  );
});

describe("batches of deletes of mappings in the emulator", () => {
  test("skip deleted mappings, refuse those of another provider, and return those that they deleted", async (emulator) => {
    const { organization, put, list } = emulator;
    const provider = makeProvider(emulator);
    const roleUid = roleNamed(emulator, "viewer");
    const mapping = (parent: string, externalGroupId: string) =>
      String(put("iam:ExternalGroupRoleMapping", parent, { externalGroupId, roleUid, scope: organization.uid }).uid);
    const [one, two] = [mapping(provider, "one"), mapping(provider, "two")];
    const oidc = { issuer: "https://o.example.com", clientId: "c", pkceEnabled: true };
    const body = { name: "other", defaultRole: roleUid, oidc };
    const foreign = mapping(String(put("iam:IdentityProvider", organization.uid, body).uid), "foreign");
    const path = "POST /iam/v2/externalGroupRoleMappings:batchDelete";
    const stray = await emulator.call(path, { parent: provider, names: [one, foreign] });
    assert.equal((violationOf(stray) as { field: string }).field, "names[1]");
    assert.equal(list("iam:ExternalGroupRoleMapping").length, 3, "nothing was deleted");
    const deleted = await emulator.call(path, { parent: provider, names: [one, `${provider}/gone`, two] });
    const uids = (deleted.body.externalGroupRoleMappings as { uid: string }[]).map(({ uid }) => uid);
    assert.deepEqual(uids, [one, two]);
    assert.deepEqual(
      list("iam:ExternalGroupRoleMapping").map(({ uid }) => uid),
      [foreign],
    );
  });
});

describe("a role in the emulator", () => {
  test("can be deleted while an invite names it, which then has none", async ({ organization, put, call }) => {
    const role = put("iam:Role", organization.uid, { name: "own", capabilities: ["CAP_REPO_LIST"] });
    const invite = put("iam:GroupInvite", organization.uid, { roleUid: role.uid, ttl: "3600s" });
    assert.equal((await call(`DELETE /iam/v2/roles/${role.uid}`)).status, 200);
    const { body } = await call(`GET /iam/v2/groupInvites/${invite.uid}`);
    assert.deepEqual([body.roleUid, body.role], [role.uid, undefined]);
  });
});
