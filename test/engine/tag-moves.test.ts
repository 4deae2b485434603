import assert from "node:assert/strict";
import { assertSettled, type Declared, plannedSteps, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";

const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

describeEngineHosts("a tag", (engine) => {
  let repo: string;
  beforeEach(async () => {
    repo = String(engine.emulator.put("registry:Repo", engine.emulator.organization.uid, { name: "app" }).uid);
  });

  const tag = (args: object = {}): Declared => ({
    name: "v1",
    class: "Tag",
    args: { parentUid: repo, digest: digest("a"), bundles: ["base"], deprecated: true, ...args },
  });
  const posts = () => mutations(engine.emulator.requests);
  const move = () => ({ method: "POST", target: `/registry/v2/tags/${repo}` });

  it("moves in place, with one request for each change, and is never missing (row 96)", async () => {
    engine.declare([tag()]);
    succeeded(await engine.stack.up());
    const uid = String((await engine.recorded()).get("v1")?.id);
    for (const args of [
      { digest: digest("b") },
      { bundles: ["fips"] },
      { deprecated: false },
      { bundles: undefined },
    ]) {
      engine.declare([tag(args)]);
      assert.equal(plannedSteps(succeeded(await engine.stack.preview("--json"))).get("v1")?.op, "update");
      engine.emulator.clearRequests();
      succeeded(await engine.stack.up());
      assert.deepEqual(posts(), [move()], JSON.stringify(args));
      assert.equal((await engine.recorded()).get("v1")?.id, uid);
      await assertSettled(engine.stack);
    }
    engine.declare([tag({ name: "v2" })]);
    assert.match(plannedSteps(succeeded(await engine.stack.preview("--json"))).get("v1")?.op ?? "", /replace/);
    engine.declare([tag({ bundles: undefined })]);
    await assertInvariants(engine);
  });

  it("is moved back when somebody else has moved it, and keeps other changes by others (row 96)", async () => {
    engine.declare([tag()]);
    succeeded(await engine.stack.up());
    const uid = String((await engine.recorded()).get("v1")?.id);
    engine.emulator.edit(uid, { digest: digest("c") });
    assert.equal((await engine.stack.refresh("--preview-only", "--expect-no-changes")).code, 7);
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up("--refresh"));
    assert.deepEqual([posts(), engine.emulator.get(uid)?.digest], [[move()], digest("a")]);

    engine.emulator.edit(uid, { digest: digest("c") });
    engine.declare([tag({ bundles: ["fips"] })]);
    succeeded(await engine.stack.up());
    const { digest: theirs, bundles } = engine.emulator.get(uid) ?? {};
    assert.deepEqual([theirs, bundles], [digest("c"), ["fips"]]);
    succeeded(await engine.stack.up("--refresh"));
    await assertInvariants(engine);
  });

  it("that is deleted during a move is created again, and can be adopted as the error says (row 96)", async () => {
    engine.declare([tag()]);
    succeeded(await engine.stack.up());
    const uid = String((await engine.recorded()).get("v1")?.id);
    const held = engine.emulator.fault({ method: "POST", path: "/registry/v2/tags", action: { kind: "hold" } });
    engine.declare([tag({ digest: digest("b") })]);
    const run = engine.stack.start(["up", "--yes", "--skip-preview"]);
    await held.reached;
    engine.emulator.remove(uid);
    held.release();
    const failed = await run.ended;
    assert.equal(failed.code, 1);
    const [, adoptUid = ""] =
      /created another Tag in its place: \S+\.\s+- Run pulumi refresh.*adoptUid: "([^"]+)"/.exec(failed.output) ?? [];
    assert.ok(adoptUid !== uid && engine.emulator.get(adoptUid), failed.output);
    succeeded(await engine.stack.refresh("--yes"));
    engine.declare([tag({ digest: digest("b"), adoptUid })]);
    succeeded(await engine.stack.up());
    await assertInvariants(engine);
  });

  it("of somebody else is neither moved nor taken over, even if no list shows its name (row 15)", async () => {
    const { emulator, stack } = engine;
    const name = "1.2.3_git20260914";
    const theirs = String(emulator.put("registry:Tag", repo, { name, digest: digest("c") }).uid);
    engine.declare([tag({ name })]);
    const refused = await stack.up();
    assert.equal(refused.code, 1);
    assert.ok(refused.output.includes(`adoptUid: "${theirs}"`), refused.output);
    assert.deepEqual([posts(), emulator.get(theirs)?.digest], [[], digest("c")]);

    const hidden = { kind: "body", status: 200, body: '{"tags": []}' } as const;
    const fault = emulator.fault({ method: "GET", path: /\/tags$/, times: Number.POSITIVE_INFINITY, action: hidden });
    const moved = await stack.run(["up", "--yes", "--skip-preview"], { PLATFORM_OPERATION_TIMEOUT: "5" });
    assert.equal(moved.code, 1);
    assert.match(moved.output, /So it may have existed, and this create changed it/);
    assert.deepEqual([posts(), (await engine.recorded()).get("v1")], [[move()], undefined]);
    succeeded(await stack.run(["destroy", "--yes"]));
    assert.equal(emulator.get(theirs)?.digest, digest("a"), "nobody deletes it");
    engine.declare([tag({ name, adoptUid: theirs })]);
    succeeded(await stack.up());
    fault.remove();
    await assertSettled(stack);
  });
});
