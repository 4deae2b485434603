import assert from "node:assert/strict";
import { describeDouble } from "../support/double/describe-double";
import { type Declared, type PlayedEngine, succeeded } from "../support/engine";
import { tree } from "../support/tree";

/** The same resources, with the uids that they got written out as text: the engine knows of no dependency any more. */
async function withPlainUids(engine: PlayedEngine, declared: readonly Declared[]): Promise<Declared[]> {
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

describeDouble(
  "the destruction of a tree of 40 resources",
  (engine) => {
    let declared: Declared[];
    beforeEach(async () => {
      declared = tree(engine.emulator.organization.uid);
      assert.equal(declared.length, 40);
      engine.declare(declared);
      succeeded(await engine.stack.up());
    });

    const left = async () => (await engine.recorded()).size;
    const isOnPlatform = () =>
      engine.emulator.list("iam:Group").some(({ name }) => ["top", "other"].includes(String(name)));

    it("takes one run with --parallel 64 when the engine does not know the order", async () => {
      engine.declare(await withPlainUids(engine, declared));
      succeeded(await engine.stack.up("--expect-no-changes"));
      succeeded(await engine.stack.destroy("--parallel", "64"));
      assert.equal(isOnPlatform(), false);
    });

    it("succeeds with repeated runs of --continue-on-error when the engine does not know the order", async () => {
      engine.declare(await withPlainUids(engine, declared));
      succeeded(await engine.stack.up("--expect-no-changes"));
      let runs = 0;
      for (let [before, isDone] = [40, false]; !isDone; ) {
        const result = await engine.stack.destroy("--continue-on-error", "--parallel", "2");
        runs += 1;
        isDone = result.code === 0;
        const now = await left();
        assert.ok(isDone || now < before, `run ${runs} deleted nothing:\n${result.output}`);
        before = now;
      }
      // One level of the tree at least with each run.
      assert.ok(runs <= 5, `it took ${runs} runs`);
      assert.equal(isOnPlatform(), false);
    });

    it("advances with each run at the default parallelism, loses nothing, and prints what to do", async () => {
      engine.declare(await withPlainUids(engine, declared));
      succeeded(await engine.stack.up("--expect-no-changes"));
      let runs = 0;
      for (let before = 40; before > 0; ) {
        const result = await engine.stack.destroy();
        runs += 1;
        const now = await left();
        if (result.code !== 0) {
          assert.ok(now < before, `run ${runs} deleted nothing:\n${result.output}`);
          assert.match(result.output, /parentUid: group\.id/);
          assert.match(result.output, /--parallel/);
          assert.match(result.output, /--continue-on-error/);
        }
        before = now;
        assert.ok(runs <= 12, `it took more than ${runs} runs`);
      }
      assert.ok(runs > 1, "no run was refused");
      assert.equal(isOnPlatform(), false);
    });
  },
  { seed: 3 },
);
