import assert from "node:assert/strict";
import { call } from "../support/command";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { describeEngineHosts } from "./describe-engine";

describeEngineHosts("the SCIM token of a stack", (engine, shell) => {
  const idp = () => engine.world.uids["iam:IdentityProvider"]?.[0];
  const scim = () => engine.emulator.get(String(idp()), "iam:IdentityProvider")?.scim as Record<string, unknown>;
  const declare = (args: object, opts?: Declared["opts"]) =>
    engine.declare([
      {
        name: "scim",
        class: "ScimToken",
        args: { identityProviderUid: idp(), neverExpires: true, ...args },
        ...(opts && { opts }),
      },
    ]);
  const somebody = async (verb: string, body: object) => {
    const url = `${engine.emulator.url}/iam/v2/identityProviders/${idp()}:${verb}`;
    const headers = { authorization: `Bearer ${engine.emulator.token}` };
    const sent = { ...body, ...(verb === "generateScimToken" ? {} : { etag: scim().etag }) };
    assert.equal((await fetch(url, { method: "POST", headers, body: JSON.stringify(sent) })).status, 200);
  };
  const renew = () => somebody("regenerateScimToken", { overlap: "0s", neverExpires: true });
  /** Whether `drift` says that the settings were changed, for each finding of SCIM. */
  const findings = async () => {
    const { environment } = engine.stack;
    const words = ["drift", "--cwd", engine.workspace.directory, "-o", "json", "--fail-on", "unmanaged"];
    const { code, stdout, stderr } = await call(words, { environment });
    const found = JSON.parse(stdout).scim.map(({ isChanged }: { isChanged: boolean }) => isChanged);
    assert.equal(code, found.length === 0 ? 0 : 2, stdout + stderr);
    return found;
  };

  it("is no drift after all that the program does (row 215)", async () => {
    const overlap = "1s";
    for (const args of [
      {},
      { provisioning: true },
      { provisioning: false },
      { provisioning: false, rotate: "2", overlap },
      { provisioning: true, rotate: "3", overlap },
      { rotate: "3" },
    ]) {
      declare(args);
      succeeded(await engine.stack.up());
      assert.deepEqual(await findings(), [], JSON.stringify(args));
    }
    await assertSettled(engine.stack);
    succeeded(await engine.stack.refresh("--yes"));
    assert.deepEqual(await findings(), []);
  });

  it("is a finding after somebody created another one and switched SCIM, whatever else happens, until rotate (rows 215, 264)", async () => {
    for (const provisioning of [true, undefined]) {
      const rotate = String(provisioning);
      declare({ rotate, provisioning });
      succeeded(await engine.stack.up());
      assert.deepEqual(await findings(), []);
      await renew();
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

  if (shell !== "plugin") return;
  it("is a finding if it was only imported, until rotate (rows 172, 215)", async () => {
    await somebody("generateScimToken", { neverExpires: true });
    const imported = { neverExpires: undefined };
    declare(imported, { import: String(idp()) });
    succeeded(await engine.stack.up());
    declare(imported);
    succeeded(await engine.stack.up());
    assert.deepEqual(await findings(), [false]);
    await renew();
    await somebody("setScimEnabled", { enabled: true });
    succeeded(await engine.stack.up("--refresh"));
    assert.deepEqual(await findings(), [false]);
    declare({ rotate: "1" });
    succeeded(await engine.stack.up());
    assert.deepEqual(await findings(), []);
    await assertSettled(engine.stack);
  });
});
