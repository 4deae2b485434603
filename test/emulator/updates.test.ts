import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator/index";
import { clockAt, test, testWith, withEmulator } from "./local";

const claimMatch = { issuer: "https://token.example.com", subject: "repo:o/r" };

/** An identity in the organization; answers its uid. */
const identityOf = ({ organization, put }: Emulator): string =>
  String(put("iam:Identity", organization.uid, { name: "ci", claimMatch }).uid);

describe("an update in the emulator", () => {
  test("names the message that lacks a nested key", async (emulator) => {
    const reply = await emulator.call(`PATCH /iam/v2/identities/${identityOf(emulator)}`, {
      claimMatch: { audiences: [] },
    });
    const message = 'could not find field "audiences" in "platform.iam.v2.Identity.ClaimMatch"';
    assert.deepEqual([reply.status, reply.body], [400, { code: 3, message }]);
  });

  test("answers 404 for a missing resource", async ({ call }) => {
    const reply = await call("PATCH /iam/v2/groups/none", { name: "x" });
    assert.deepEqual([reply.status, reply.body.message], [404, 'Not found: iam.platform.example/Group "none"']);
  });

  test("is refused for built-in roles", async ({ list, call }) => {
    const reply = await call(`PATCH /iam/v2/roles/${list("iam:Role")[0]?.uid}`, { name: "x" });
    const message = "Permission denied: managed roles cannot be updated";
    assert.deepEqual([reply.status, reply.body.message], [403, message]);
  });

  test("is refused for a repo name that is taken", async ({ organization, put, call }) => {
    put("registry:Repo", organization.uid, { name: "taken" });
    const { uid } = put("registry:Repo", organization.uid, { name: "app" });
    assert.equal((await call(`PATCH /registry/v2/repos/${uid}`, { name: "taken" })).status, 409);
    assert.equal((await call(`PATCH /registry/v2/repos/${uid}`, { name: "app" })).status, 200);
  });

  it("advances updateTime each time, even without a change and with a stopped clock", async () => {
    const clock = clockAt("2026-01-05T08:30:08Z");
    await withEmulator({ now: clock.now }, async (emulator, call) => {
      const uid = identityOf(emulator);
      assert.equal((await call(`PATCH /iam/v2/identities/${uid}`, {})).body.updateTime, "2026-01-05T08:30:08.001Z");
      assert.equal((await call(`PATCH /iam/v2/identities/${uid}`, {})).body.updateTime, "2026-01-05T08:30:08.002Z");
      clock.move(60_000);
      const { body } = await call(`PATCH /iam/v2/identities/${uid}`, {});
      assert.deepEqual([body.createTime, body.updateTime], ["2026-01-05T08:30:08Z", "2026-01-05T08:31:08Z"]);
    })();
  });

  testWith({ now: () => new Date("2026-01-01T00:00:00Z") })(
    "keeps the server's fields in a message that is replaced",
    async ({ organization, put, call }) => {
      const made = put("registry:Repo", organization.uid, { name: "m", sync_config: { source: "public-org/nginx" } });
      const { source } = made.sync_config as { source: string };
      const body = { sync_config: { source, google: "g@example.com" } };
      const reply = await call(`PATCH /registry/v2/repos/${made.uid}?updateMask=sync_config`, body);
      const expirationTime = "2026-01-15T00:00:00Z";
      assert.deepEqual(reply.body.sync_config, { source, google: "g@example.com", expirationTime, gracePeriod: true });
      const cleared = await call(`PATCH /registry/v2/repos/${made.uid}?updateMask=sync_config.google`, {});
      assert.deepEqual(cleared.body.sync_config, { source, expirationTime, gracePeriod: true });
      assert.equal(
        (await call(`PATCH /registry/v2/repos/${made.uid}`, { sync_config: null })).body.sync_config,
        undefined,
      );
    },
  );

  test("does not create a message in order to clear a field in it", async ({ organization, put, call }) => {
    const { uid } = put("registry:Repo", organization.uid, { name: "app" });
    const reply = await call(`PATCH /registry/v2/repos/${uid}?updateMask=custom_overlay.environment`, {});
    assert.deepEqual([reply.status, reply.body.customOverlay], [200, undefined]);
  });

  test("fills in a syncing repo only when its source is set", async ({ organization, put, call }) => {
    const { uid } = put("registry:Repo", organization.uid, {
      name: "m",
      sync_config: { source: "public-org/python" },
    });
    const cleared = await call(`PATCH /registry/v2/repos/${uid}`, { description: "", bundles: [] });
    assert.deepEqual(
      [cleared.body.description, cleared.body.bundles, cleared.body.aliases],
      [undefined, undefined, ["python3:latest"]],
    );
    const moved = await call(`PATCH /registry/v2/repos/${uid}`, { sync_config: { source: "public-org/nginx" } });
    assert.deepEqual([moved.body.description, moved.body.catalogTier], [undefined, "CATALOG_TIER_BASE"]);
    const { body } = await call(`PATCH /registry/v2/repos/${uid}`, { sync_config: { source: "public-org/python" } });
    assert.deepEqual([body.description, body.bundles], ["The Python interpreter", ["base", "featured"]]);
  });

  test("ignores fields that only the server sets", async ({ organization, put, edit, call }) => {
    const uid = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    edit(uid, { kind: "ORG_KIND_DEV", verified: true });
    const { body } = await call(`PATCH /iam/v2/groups/${uid}`, {
      description: "d",
      kind: "ORG_KIND_INFRA",
      verified: false,
    });
    assert.deepEqual([body.description, body.kind, body.verified], ["d", "ORG_KIND_DEV", true]);
  });

  test("checks changed references, but not an unchanged one to a deleted object", async ({
    organization,
    put,
    remove,
    list,
    call,
  }) => {
    const identityUid = String(put("iam:Identity", organization.uid, { name: "ci", claimMatch }).uid);
    const [role, other] = list("iam:Role").map(({ uid }) => uid);
    const { uid } = put("iam:RoleBinding", organization.uid, { identityUid, roleUid: role });
    remove(identityUid);
    assert.equal((await call(`PATCH /iam/v2/roleBindings/${uid}`, { roleUid: other })).status, 200);
    const reply = await call(`PATCH /iam/v2/roleBindings/${uid}`, { roleUid: "none" });
    assert.deepEqual([reply.status, reply.body.message], [404, 'Not found: iam.platform.example/Role "none"']);
  });
});
