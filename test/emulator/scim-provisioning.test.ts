import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  brief,
  type Call,
  makeOwners,
  makeProvider,
  type Reply,
  roleNamed,
  test,
  testWith,
  withEmulator,
} from "./local";

/** The SCIM verbs of a provider, and what a Get shows of it. */
const scimOf = (call: Call, idp: string) => ({
  post: (verb: string, body: unknown = {}): Promise<Reply> =>
    call(`POST /iam/v2/identityProviders/${idp}:${verb}`, body),
  state: async () => (await call(`GET /iam/v2/identityProviders/${idp}`)).body.scim as Record<string, unknown>,
});

describe("SCIM in the emulator", () => {
  testWith({ emitUnpopulated: true })(
    "can be switched on and off, and its etag changes with every change",
    async (emulator) => {
      const idp = makeProvider(emulator);
      const { post, state } = scimOf(emulator.call, idp);
      const { etag } = (await post("generateScimToken")).body;
      await post("revokeScimToken");
      const seen = (await state()).etag;
      assert.notEqual(seen, etag);
      const few = await post("setScimEnabled", { enabled: true, etag: seen });
      const owners = "Precondition failed: at least two owner bindings made by hand are required";
      assert.deepEqual(brief(few), [400, 9, owners]);
      makeOwners(emulator, 1);
      assert.deepEqual(brief(await post("setScimEnabled", { enabled: true, etag: seen })), [400, 9, owners]);
      makeOwners(emulator, 1);
      const on = await post("setScimEnabled", { enabled: true, etag: seen });
      assert.deepEqual(on.body, { identityProviderUid: idp, etag: on.body.etag, enabled: true });
      assert.notEqual(on.body.etag, etag);
      assert.equal((await state()).enabled, true);
      const again = await post("setScimEnabled", { enabled: true, etag: on.body.etag });
      assert.equal(again.body.etag, on.body.etag);
      const off = await post("setScimEnabled", { etag: on.body.etag });
      assert.deepEqual(off.body, { identityProviderUid: idp, etag: off.body.etag, enabled: false });
      assert.equal((await state()).enabled, false);
    },
  );

  test("is unaffected by changes of the provider", async (emulator) => {
    const idp = makeProvider(emulator);
    const { post, state } = scimOf(emulator.call, idp);
    await post("generateScimToken");
    const before = await state();
    const patched = await emulator.call(`PATCH /iam/v2/identityProviders/${idp}`, {
      description: "d",
      scim: { enabled: true },
    });
    assert.deepEqual([patched.status, patched.body.scim], [200, undefined]);
    assert.deepEqual(await state(), before);
  });

  test("answers 404 for a missing provider, and needs a token", async ({ call }) => {
    const path = "POST /iam/v2/identityProviders/none:generateScimToken";
    assert.deepEqual(brief(await call(path, {})), [404, 5, 'Not found: iam.platform.example/IdentityProvider "none"']);
    assert.equal((await call(path, {}, null)).status, 401);
  });

  it("survives a restart, and no file ever contains a token or a code", async () => {
    const folder = mkdtempSync(join(tmpdir(), "emulator-"));
    const file = join(folder, "state.json");
    try {
      let idp = "";
      const told: string[] = [];
      await withEmulator({ file }, async (emulator, call) => {
        idp = makeProvider(emulator);
        told.push(String((await scimOf(call, idp).post("generateScimToken")).body.token));
        const invite = { roleUid: roleNamed(emulator, "viewer"), ttl: "60s" };
        told.push(String(emulator.put("iam:GroupInvite", emulator.organization.uid, invite).code));
      })();
      for (const text of told) assert.equal(readFileSync(file, "utf8").includes(text), false);
      await withEmulator({ file }, async ({ list }, call) => {
        assert.equal((await scimOf(call, idp).state()).credentialState, "CREDENTIAL_STATE_LIVE");
        assert.equal(list("iam:GroupInvite").length, 1);
      })();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
