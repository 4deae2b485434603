import assert from "node:assert/strict";
import { brief, makeOwners, makeProvider, roleNamed, scimOf, test, testWith, violationOf } from "./local";

describe("SCIM in the emulator", () => {
  testWith({ emitUnpopulated: true })("needs two owners, and its etag changes with every change", async (emulator) => {
    const idp = makeProvider(emulator);
    const { post, state } = scimOf(emulator.call, idp);
    const { etag } = (await post("generateScimToken")).body;
    await post("revokeScimToken");
    const seen = (await state()).etag;
    assert.notEqual(seen, etag);
    for (const owners of [0, 1]) {
      makeOwners(emulator, owners);
      const few = "Precondition failed: at least two owner bindings made by hand are required";
      assert.deepEqual(brief(await post("setScimEnabled", { enabled: true, etag: seen })), [400, 9, few]);
    }
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
  });

  for (const scimOwnership of [true, false])
    testWith({ scimOwnership })(
      `clears the default role when it is switched on, which is required before, and manages bindings: ${scimOwnership}`,
      async (emulator) => {
        const { call } = emulator;
        const idp = makeProvider(emulator);
        const { post } = scimOf(call, idp);
        const viewer = roleNamed(emulator, "viewer");
        const patch = (defaultRole: string) => call(`PATCH /iam/v2/identityProviders/${idp}`, { defaultRole });
        const required = { field: "default_role", description: "default_role is required" };
        assert.deepEqual(violationOf(await patch("")), required);
        const oidc = { issuer: "https://o.example.com", clientId: "c", pkceEnabled: true };
        const create = `POST /iam/v2/identityProviders/${emulator.organization.uid}`;
        assert.deepEqual(violationOf(await call(create, { name: "sso", oidc })), required);
        makeOwners(emulator, 2);
        const { etag } = (await post("generateScimToken")).body;
        await post("setScimEnabled", { enabled: true, etag });
        const { defaultRole } = (await call(`GET /iam/v2/identityProviders/${idp}`)).body;
        assert.equal(defaultRole, scimOwnership ? undefined : viewer);
        assert.equal((await patch(viewer)).body.defaultRole, viewer);
        assert.equal((await patch("")).status, scimOwnership ? 200 : 400);
        const managed = emulator.list("iam:RoleBinding").map(({ managedBy }) => managedBy);
        assert.deepEqual([...new Set(managed)], [scimOwnership ? "MANAGED_BY_MANUAL" : undefined]);
      },
    );

  test("refuses changes of role bindings that it manages, and does not count their owners", async (emulator) => {
    const { call } = emulator;
    const idp = makeProvider(emulator);
    makeOwners(emulator, 2);
    const isOwner = ({ role }: Record<string, unknown>) => (role as { name: string }).name === "owner";
    const binding = emulator.list("iam:RoleBinding").find(isOwner);
    const path = `/iam/v2/roleBindings/${binding?.uid}`;
    emulator.edit(String(binding?.uid), { managedBy: "MANAGED_BY_SCIM", managedByUidp: idp });
    for (const request of [`DELETE ${path}`, `PATCH ${path}`])
      assert.equal((await call(request, { roleUid: roleNamed(emulator, "viewer") })).body.code, 9);
    const { post } = scimOf(call, idp);
    const { etag } = (await post("generateScimToken")).body;
    assert.equal((await post("setScimEnabled", { enabled: true, etag })).status, 400);
  });

  test("is unaffected by changes of the provider", async (emulator) => {
    const idp = makeProvider(emulator);
    const { post, state } = scimOf(emulator.call, idp);
    await post("generateScimToken");
    const before = await state();
    const change = { description: "d", scim: { enabled: true } };
    const patched = await emulator.call(`PATCH /iam/v2/identityProviders/${idp}`, change);
    assert.deepEqual([patched.status, patched.body.scim], [200, undefined]);
    assert.deepEqual(await state(), before);
  });
});
