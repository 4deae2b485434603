import assert from "node:assert/strict";
import { test, testWith, uidOf } from "./local";

const claimMatch = { issuer: "https://token.example.com", subject: "repo:o/r" };

describe("a create in the emulator", () => {
  test("needs an existing parent, and names the parent's kind", async ({ organization, call }) => {
    const uid = `${organization.uid}/ffffffffffffffff`;
    const reply = await call(`POST /registry/v2/repos/${uid}`, { name: "app" });
    assert.deepEqual([reply.status, reply.body.message], [404, `Not found: iam.platform.example/Group "${uid}"`]);
  });

  test("needs a parent for every kind but groups", async ({ call }) => {
    const reply = await call("POST /registry/v2/repos", { name: "app" });
    assert.deepEqual([reply.status, reply.body.message], [404, 'Not found: iam.platform.example/Group ""']);
  });

  test("refuses a parent of another kind", async ({ organization, put, call }) => {
    const { uid } = put("iam:Identity", organization.uid, { name: "ci", claimMatch });
    assert.equal((await call(`POST /iam/v2/groups/${uid}`, { name: "team" })).status, 404);
  });

  test("allows two objects with one key if the API does not guarantee uniqueness", async ({
    organization,
    list,
    call,
  }) => {
    const bodies = {
      "iam:Group": ["/iam/v2/groups", { name: "twin" }],
      "iam:Identity": ["/iam/v2/identities", { name: "twin", claimMatch }],
      "iam:Role": ["/iam/v2/roles", { name: "twin", capabilities: ["CAP_REPO_LIST"] }],
      "events:Subscription": ["/events/v2/subscriptions", { sink: "https://sink.example.com/" }],
    } as const;
    for (const [type, [collection, body]] of Object.entries(bodies)) {
      const before = list(type).length;
      for (const _ of [1, 2]) assert.equal((await call(`POST ${collection}/${organization.uid}`, body)).status, 200);
      assert.equal(list(type).length, before + 2, type);
    }
  });

  testWith({ latencyMs: 5 })(
    "creates one repo when several creates with one name arrive at once",
    async ({ organization, list, call }) => {
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => call(`POST /registry/v2/repos/${organization.uid}`, { name: "app" })),
      );
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)]);
      assert.equal(list("registry:Repo").filter(({ name }) => name === "app").length, 1);
    },
  );

  test("allows one repo name in two groups, and the name of a deleted repo again", async ({ organization, call }) => {
    const team = uidOf(await call(`POST /iam/v2/groups/${organization.uid}`, { name: "team" }));
    const first = uidOf(await call(`POST /registry/v2/repos/${organization.uid}`, { name: "app" }));
    assert.equal((await call(`POST /registry/v2/repos/${team}`, { name: "app" })).status, 200);
    await call(`DELETE /registry/v2/repos/${first}`);
    assert.equal((await call(`POST /registry/v2/repos/${organization.uid}`, { name: "app" })).status, 200);
  });

  test("refuses to bind a missing identity or role", async ({ organization, put, list, call }) => {
    const identityUid = put("iam:Identity", organization.uid, { name: "ci", claimMatch }).uid;
    const roleUid = list("iam:Role")[0]?.uid;
    const bind = (body: unknown) => call(`POST /iam/v2/roleBindings/${organization.uid}`, body);
    const noIdentity = await bind({ identityUid: "none", roleUid });
    assert.deepEqual(
      [noIdentity.status, noIdentity.body.message],
      [404, 'Not found: iam.platform.example/Identity "none"'],
    );
    const noRole = await bind({ identityUid, roleUid: "none" });
    assert.deepEqual([noRole.status, noRole.body.message], [404, 'Not found: iam.platform.example/Role "none"']);
  });

  test("gives a group the kind of its root group", async ({ call }) => {
    const root = uidOf(await call("POST /iam/v2/groups", { name: "neworg" }));
    assert.match(root, /^[0-9a-f]{40}$/);
    const { body: child } = await call(`POST /iam/v2/groups/${root}`, { name: "team" });
    assert.deepEqual([child.kind, child.status], [undefined, "ORG_STATUS_READY"]);
  });

  testWith({ strict: true })("fills a mirror's empty fields from its source", async ({ organization, call }) => {
    const body = { name: "py", description: "ours", sync_config: { source: "public-org/python" } };
    const reply = await call(`POST /registry/v2/repos/${organization.uid}`, body);
    const { description, catalogTier, bundles, aliases, activeTags } = reply.body;
    assert.deepEqual(
      { description, catalogTier, bundles, aliases, activeTags },
      {
        description: "ours",
        catalogTier: "CATALOG_TIER_BASE",
        bundles: ["base", "featured"],
        aliases: ["python3:latest"],
        activeTags: ["latest", "latest-dev"],
      },
    );
  });

  test("is refused in the public organization", async ({ list, call }) => {
    const publicOrg = list("iam:Group").find(({ name }) => name === "public-org")?.uid;
    const reply = await call(`POST /iam/v2/roleBindings/${publicOrg}`, { identityUid: "x", roleUid: "y" });
    const message = "Permission denied: caller lacks role_bindings.create";
    assert.deepEqual([reply.status, reply.body.code, reply.body.message], [403, 7, message]);
  });
});
