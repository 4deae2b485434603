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
  violationOf,
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

  test("clears the default role when it is switched on, which is required before, and allowed again afterwards", async (emulator) => {
    const { call } = emulator;
    const idp = makeProvider(emulator);
    const { post } = scimOf(call, idp);
    const patch = (defaultRole: string) => call(`PATCH /iam/v2/identityProviders/${idp}`, { defaultRole });
    const required = { field: "default_role", description: "default_role is required" };
    assert.deepEqual(violationOf(await patch("")), required);
    const oidc = { issuer: "https://o.example.com", clientId: "c", pkceEnabled: true };
    const { uid } = emulator.organization;
    assert.deepEqual(violationOf(await call(`POST /iam/v2/identityProviders/${uid}`, { name: "sso", oidc })), required);
    makeOwners(emulator, 2);
    const { etag } = (await post("generateScimToken")).body;
    await post("setScimEnabled", { enabled: true, etag });
    const role = async () => (await call(`GET /iam/v2/identityProviders/${idp}`)).body.defaultRole;
    assert.equal(await role(), undefined);
    assert.equal((await patch(roleNamed(emulator, "viewer"))).status, 200);
    assert.equal(await role(), roleNamed(emulator, "viewer"));
    assert.equal((await patch("")).status, 200);
  });

  test("refuses changes of role bindings that it manages, and does not count their owners", async (emulator) => {
    const { call } = emulator;
    const idp = makeProvider(emulator);
    makeOwners(emulator, 2);
    const [binding] = emulator
      .list("iam:RoleBinding")
      .filter(({ role }) => (role as { name: string }).name === "owner");
    const path = `/iam/v2/roleBindings/${binding?.uid}`;
    assert.equal((await call(`GET ${path}`)).body.managedBy, "MANAGED_BY_MANUAL");
    emulator.edit(String(binding?.uid), { managedBy: "MANAGED_BY_SCIM", managedByUidp: idp });
    for (const request of [`DELETE ${path}`, `PATCH ${path}`])
      assert.equal((await call(request, { roleUid: roleNamed(emulator, "viewer") })).body.code, 9);
    const { post } = scimOf(call, idp);
    const { etag } = (await post("generateScimToken")).body;
    assert.equal((await post("setScimEnabled", { enabled: true, etag })).status, 400);
  });

  testWith({ scimOwnership: false })(
    "leaves default roles and role bindings as they were before September 2026 if an option says so",
    async (emulator) => {
      const { call } = emulator;
      const idp = makeProvider(emulator);
      makeOwners(emulator, 2);
      const { post } = scimOf(call, idp);
      const { etag } = (await post("generateScimToken")).body;
      await post("setScimEnabled", { enabled: true, etag });
      const role = (await call(`GET /iam/v2/identityProviders/${idp}`)).body.defaultRole;
      assert.equal(role, roleNamed(emulator, "viewer"));
      assert.equal((await call(`PATCH /iam/v2/identityProviders/${idp}`, { defaultRole: "" })).status, 400);
      assert.ok(emulator.list("iam:RoleBinding").every((binding) => !("managedBy" in binding)));
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
