import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { describeEngine, describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";

/** 40 resources in a tree four levels deep: groups, and what lies in them. */
function tree(root: string): Declared[] {
  const claimMatch = { issuer: "https://i.example.com", subject: "s" };
  const below = (name: string, parentUid: string): Declared[] => [
    { name, class: "Group", args: { parentUid } },
    { name: `${name}-id`, class: "Identity", args: { parentUid: `\${${name}}`, claimMatch } },
    { name: `${name}-repo`, class: "Repo", args: { parentUid: `\${${name}}` } },
    { name: `${name}-sub`, class: "Subscription", args: { parentUid: `\${${name}}`, sink: "https://s.example.com" } },
  ];
  const names = ["top", "top-b", "top-b-c", "top-b-c-d", "top-e", "top-e-f", "top-g", "other", "other-i", "other-i-j"];
  return names.flatMap((name) => {
    const end = name.lastIndexOf("-");
    return below(name, end < 0 ? root : `\${${name.slice(0, end)}}`);
  });
}

describeEngine("the destruction of a tree of 40 resources", (engine) => {
  it("takes one run when resources refer to each other by id (row 24)", async () => {
    const declared = tree(engine.root);
    assert.equal(declared.length, 40);
    engine.declare(declared);
    succeeded(await engine.stack.up());
    await assertInvariants(engine);
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
