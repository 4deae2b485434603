import assert from "node:assert/strict";
import { describeEngine, describeEngineHosts } from "../support/describe-engine";
import { type Declared, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";
import { tree } from "../support/tree";

describeEngine("the destruction of a tree of 40 resources", (engine) => {
  let declared: Declared[];
  beforeEach(async () => {
    declared = tree(engine.emulator.organization.uid);
    assert.equal(declared.length, 40);
    engine.declare(declared);
    succeeded(await engine.stack.up());
  });

  const isOnPlatform = () =>
    engine.emulator.list("iam:Group").some(({ name }) => ["top", "other"].includes(String(name)));

  it("takes one run when resources refer to each other by id (row 24)", async () => {
    await assertInvariants(engine);
    assert.equal(isOnPlatform(), false);
  });
});

describeEngineHosts("blocked deletes of one uid", (engine) => {
  it("all end within the operation's time, for a group and its association, or an object that the state has twice (row 95)", async () => {
    const root = engine.emulator.organization.uid;
    const team = (name: string, args: object = {}): Declared => ({
      name,
      class: "Group",
      args: { parentUid: root, name: "team", ...args },
    });
    const accounts: Declared = {
      name: "accounts",
      class: "AccountAssociation",
      args: { parentUid: "${first}", amazon: { account: "123456789012" } },
    };
    engine.declare([team("first"), accounts]);
    succeeded(await engine.stack.up());
    const uid = String((await engine.recorded()).get("first")?.id);
    // A run that breaks off between an adoption and the former entry's end.
    const refused: Declared = {
      name: "refused",
      class: "Group",
      args: { parentUid: "-/-" },
      opts: { dependsOn: ["second"] },
    };
    engine.declare([team("second", { adoptUid: uid }), refused]);
    assert.equal((await engine.stack.up()).code, 1);
    assert.deepEqual([...(await engine.recorded()).keys()].sort(), ["accounts", "first", "second"]);

    const inside = String(engine.emulator.put("registry:Repo", uid, { name: "stranger" }).uid);
    const blocked = await engine.stack.run(["destroy", "--yes", "--skip-preview", "--continue-on-error"], {
      PLATFORM_OPERATION_TIMEOUT: "8",
    });
    assert.equal(blocked.code, 1, blocked.output);
    assert.ok(blocked.output.split(`Group ${uid} cannot be deleted yet`).length > 2, blocked.output);
    assert.ok(engine.emulator.get(uid, "iam:Group"));
    engine.emulator.remove(inside);
    succeeded(await engine.stack.destroy());
    assert.equal(engine.emulator.get(uid, "iam:Group"), undefined);
  });
});
