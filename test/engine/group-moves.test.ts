import assert from "node:assert/strict";
import { assertSettled, type Declared, type Engine, startEngine, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";

describe("a group that moves to another parent", function () {
  this.timeout(180_000);
  let engine: Engine;
  let root: string;
  let elsewhere: string;
  afterEach(() => engine.close());
  const start = async (options: Parameters<typeof startEngine>[0] = {}) => {
    engine = await startEngine(options);
    root = engine.emulator.organization.uid;
    elsewhere = engine.world.uids["iam:Group"]?.[0] ?? "";
  };

  const team = (parentUid: string, opts: object = {}): Declared[] => [
    { name: "team", class: "Group", args: { parentUid }, opts: { ...opts } },
    { name: "web", class: "Repo", args: { parentUid: "${team}" } },
  ];

  it("shows in the plan what is replaced with it, and protect refuses it (row 99) (advice protect)", async () => {
    await start();
    engine.declare(team(root));
    succeeded(await engine.stack.up());
    engine.declare(team(elsewhere));
    const plan = succeeded(await engine.stack.preview());
    assert.match(plan.output, /warning: the change of parentUid replaces 1 group and everything in it/);
    engine.declare(team(root, { protect: true }));
    succeeded(await engine.stack.up());
    engine.declare(team(elsewhere, { protect: true }));
    const refused = await engine.stack.up();
    assert.equal(refused.code, 1);
    assert.match(refused.output, /unable to replace resource/);
    engine.declare(team(elsewhere));
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });
});
