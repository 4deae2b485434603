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
  const uidOf = async (name: string) => String((await engine.recorded()).get(name)?.id);

  it("shows in the plan which resources are replaced with it, and protect prevents that (row 99) (row 201)", async () => {
    await start();
    engine.declare(team(root));
    succeeded(await engine.stack.up());
    engine.declare(team(elsewhere));
    const plan = succeeded(await engine.stack.preview());
    assert.match(
      plan.output,
      /warning: the change of parentUid replaces the Group "team" \([0-9a-f/]+\) and everything in it/,
    );
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

  it("stays in place while it contains objects of others, even on a platform that deletes its content (row 99)", async () => {
    await start({ cascade: true });
    engine.declare(team(root));
    succeeded(await engine.stack.up());
    const [group, repo] = [await uidOf("team"), await uidOf("web")];
    const strangers = [
      String(engine.emulator.put("registry:Tag", repo, { name: "pushed", digest: `sha256:${"a".repeat(64)}` }).uid),
      String(
        engine.emulator.put("iam:Identity", group, { name: "someone", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" })
          .uid,
      ),
    ];
    engine.declare(team(elsewhere));
    // The second run finds the old objects in the state as ones that are still to be deleted.
    for (const run of [1, 2]) {
      const refused = await engine.stack.up();
      assert.equal(refused.code, 1, `run ${run}: ${refused.output}`);
      assert.match(refused.output, /cannot be deleted yet \(it contains objects that this run does not delete\)/);
      assert.ok(
        strangers.some((uid) => refused.output.includes(uid)),
        refused.output,
      );
      for (const uid of [group, repo, ...strangers]) assert.ok(engine.emulator.get(uid), `run ${run}: ${uid}`);
    }
    // To go back is refused too, and deletes nothing: the former group awaits its delete. As it says: put the change back.
    const moved = [await uidOf("team"), await uidOf("web")];
    engine.declare(team(root));
    const back = await engine.stack.up();
    assert.equal(back.code, 1);
    assert.match(
      back.output,
      /Pulumi cannot replace the Group, [\s\S]*- Otherwise undo the change that requires the replacement/,
    );
    assert.doesNotMatch(back.output, /adoptUid/);
    for (const uid of [...moved, group, repo]) assert.ok(engine.emulator.get(uid), uid);
    engine.declare(team(elsewhere));
    // As it says: delete it there.
    for (const uid of strangers) engine.emulator.remove(uid);
    succeeded(await engine.stack.up());
    for (const uid of [group, repo]) assert.equal(engine.emulator.get(uid), undefined);
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });
});
