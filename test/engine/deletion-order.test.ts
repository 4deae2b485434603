import assert from "node:assert/strict";
import { type Declared, type Engine, succeeded } from "../support/engine";
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

/** The same resources, with the uids that they got written out as text: the engine knows of no dependency any more. */
async function withPlainUids(engine: Engine, declared: readonly Declared[]): Promise<Declared[]> {
  const recorded = await engine.recorded();
  const plain = (value: unknown): unknown => {
    const [, name] = /^\$\{(.*)\}$/.exec(String(value)) ?? [];
    return name === undefined ? value : recorded.get(name)?.id;
  };
  return declared.map((resource) => ({
    ...resource,
    args: { ...resource.args, parentUid: plain(resource.args.parentUid) },
  }));
}

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

  it("advances with each run of --continue-on-error when the engine does not know the order, and prints what to do", async () => {
    engine.declare(await withPlainUids(engine, declared));
    succeeded(await engine.stack.up("--expect-no-changes"));
    let runs = 0;
    for (let before = 40; before > 0; ) {
      const result = await engine.stack.destroy("--continue-on-error", "--parallel", "1");
      runs += 1;
      const now = (await engine.recorded()).size;
      if (result.code !== 0) {
        assert.ok(now < before, `run ${runs} deleted nothing:\n${result.output}`);
        assert.match(result.output, /parentUid: group\.id/);
        assert.match(result.output, /--parallel/);
        assert.match(result.output, /--continue-on-error/);
      }
      before = now;
      // One level of the tree at least with each run.
      assert.ok(runs <= 5, `it took more than ${runs} runs`);
    }
    assert.ok(runs > 1, "no run was refused");
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
