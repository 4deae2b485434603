import assert from "node:assert/strict";
import { call } from "../support/command";
import { assertSettled, succeeded } from "../support/engine";
import { describeEngine } from "./describe-engine";

describeEngine("the SCIM token of a stack", (engine) => {
  const idp = () => engine.world.uids["iam:IdentityProvider"]?.[0];
  const scim = () => engine.emulator.get(String(idp()), "iam:IdentityProvider")?.scim as Record<string, unknown>;
  const declare = (args: object) =>
    engine.declare([
      { name: "scim", class: "ScimToken", args: { identityProviderUid: idp(), neverExpires: true, ...args } },
    ]);
  const somebody = async (verb: string, body: object) => {
    const url = `${engine.emulator.url}/iam/v2/identityProviders/${idp()}:${verb}`;
    const headers = { authorization: `Bearer ${engine.emulator.token}` };
    const sent = JSON.stringify({ ...body, etag: scim().etag });
    assert.equal((await fetch(url, { method: "POST", headers, body: sent })).status, 200);
  };
  /** Whether `drift` says that the settings were changed, for each finding of SCIM. */
  const findings = async () => {
    const { environment } = engine.stack;
    const words = ["drift", "--cwd", engine.workspace.directory, "-o", "json", "--fail-on", "unmanaged"];
    const { code, stdout, stderr } = await call(words, { environment });
    const found = JSON.parse(stdout).scim.map(({ isChanged }: { isChanged: boolean }) => isChanged);
    assert.equal(code, found.length === 0 ? 0 : 2, stdout + stderr);
    return found;
  };

  it("is no drift after its creation, and a finding after somebody created another one and switched SCIM, whatever else happens, until rotate (rows 215, 264)", async () => {
    for (const provisioning of [true, undefined]) {
      const rotate = String(provisioning);
      declare({ rotate, provisioning });
      succeeded(await engine.stack.up());
      assert.deepEqual(await findings(), []);
      await somebody("regenerateScimToken", { overlap: "0s", neverExpires: true });
      await somebody("setScimEnabled", { enabled: scim().enabled !== true });
      assert.deepEqual(await findings(), [true]);
      declare({ rotate, provisioning: true });
      succeeded(await engine.stack.up("--refresh"));
      assert.equal(scim().enabled, true);
      assert.deepEqual(await findings(), [true]);
      declare({ rotate: `${rotate} 2`, provisioning: true });
      succeeded(await engine.stack.up());
      assert.deepEqual(await findings(), []);
      await assertSettled(engine.stack);
    }
  });
});
