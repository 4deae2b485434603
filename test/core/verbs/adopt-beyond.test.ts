import assert from "node:assert/strict";
import { diff } from "../../../src/core/verbs/diff";
import { defaults } from "../../../src/emulator/checks";
import type { FaultAction } from "../../../src/emulator/index";
import { placed } from "../../support/local-platform";
import { madeBy } from "../../support/local-verbs";
import { accountAssociation, repo } from "../../support/resources";
import { runWith } from "./existing-rows";

describe("a field that the adoption left alone", () => {
  const inputs = { parentUid: "org", name: "app" };

  it("is the program's once that sets a part of it: an input of a read, and cleared when it is removed again", async () => {
    const overlay = (A: string) => ({ customOverlay: { environment: { A } } });
    const synced = { ...inputs, syncConfig: { source: "org/source" } };
    const { adopt, read, update } = runWith(placed(repo, "org/r", { ...synced, ...overlay("1") }), repo);
    const { outputs } = madeBy(await adopt(synced));
    const ours = await update("org/r", outputs, { ...synced, ...overlay("2") });
    assert.deepEqual((await read("org/r", ours))?.inputs, { ...synced, ...overlay("2") });
    assert.equal(diff(repo, ours, synced).changed, true);
    await update("org/r", ours, synced);
    assert.equal((await read("org/r", {}))?.outputs.customOverlay, undefined);
  });
});

describe("a block that is named by a setting (row 140)", () => {
  const bindings = { serviceBindings: { builder: "org/i" } };
  const named = (key: string): FaultAction => ({
    kind: "body",
    status: 200,
    body: JSON.stringify({ uid: "org", name: "accounts", [key]: bindings }),
  });
  const accounts = { name: "accounts" };

  it("is named as kept, with the setting and without it", async () => {
    const there = placed(accountAssociation, "org", { name: "accounts" });
    for (const key of ["another", defaults.vendor]) {
      const { platform, adopt } = runWith(there, accountAssociation);
      platform.fault({ method: "GET", action: named(key) });
      madeBy(await adopt(accounts));
      assert.deepEqual(platform.printed, [
        "AccountAssociation org is adopted, and keeps values that the program does not set: vendor",
      ]);
    }
  });

  it("is drift when somebody adds it, also without the setting", async () => {
    const { platform, read } = runWith(placed(accountAssociation, "org", accounts), accountAssociation);
    const { outputs = {} } = (await read("org", {})) ?? {};
    platform.fault({ method: "GET", action: named("another") });
    assert.deepEqual((await read("org", outputs))?.inputs.vendor, bindings);
  });
});
