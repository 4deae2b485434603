import assert from "node:assert/strict";
import { assertSettled, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { HOST_PROCESS } from "../support/stack";
import { writeFiles } from "../support/workspace";
import { describeEngine, describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";
import { keyedProgram, putAll } from "./keyed-objects";
import { hostProcessesBelow, waitUntilEnded } from "./processes";

const UP = ["up", "--yes", "--skip-preview"];

/** The number of objects in the one line of a command about all that it takes over unchanged. */
function unchangedIn(output: string): number {
  const [, end = ""] = output.split("Diagnostics:");
  const [line, ...others] = end.split("\n").filter((line) => /exists? already/.test(line));
  assert.ok(line !== undefined && others.length === 0, output);
  if (/\) exists already and is taken over unchanged$/.test(line)) return 1;
  return Number(
    /^ *(\d+) objects exist already and are taken over unchanged\. PLATFORM_LOG=debug names/.exec(line)?.[1],
  );
}

describeEngineHosts(
  "a run that is killed with checkpoints skipped",
  (engine, shell) => {
    // To lose the whole state is the same on each host.
    for (const victim of shell === "plugin" ? (["host"] as const) : (["CLI", "host"] as const))
      it(`is completed by the next up, which takes over its objects: none is lost or doubled (kill of the ${victim}) (row 127)`, async () => {
        const program = keyedProgram(engine, 3);
        engine.declare(program);
        engine.emulator.clearRequests();
        const gate = engine.emulator.fault({ method: "POST", nth: 15, when: "after", action: { kind: "hold" } });
        const run = engine.stack.start(["up", "--yes", "--skip-preview"], HOST_PROCESS);
        await gate.reached;
        const hosts = hostProcessesBelow(run.pid);
        if (victim === "CLI") run.kill();
        else for (const host of hosts) process.kill(host, "SIGKILL");
        gate.remove();
        await run.ended;
        await waitUntilEnded(hosts, 150_000);
        if (victim === "CLI") await engine.stack.recover();
        const made = mutations(engine.emulator.requests).filter(({ method }) => method === "POST").length;
        assert.ok(made >= 15 && made < program.length, `${made} made`);
        const { size } = await engine.recorded();
        if (victim === "CLI") assert.equal(size, 0, "the state knows nothing of them");

        const { output } = succeeded(await engine.stack.operate(UP, HOST_PROCESS));
        const posts = mutations(engine.emulator.requests).filter(({ method }) => method === "POST").length;
        assert.equal(posts, program.length, "each object is made once");
        // The killed run may have ended with each of its objects in the state.
        if (made > size) assert.equal(unchangedIn(output), made - size);
        assert.equal((await engine.recorded()).size, program.length);
        await assertSettled(engine.stack);
        await assertInvariants(engine);
      });
  },
  { writesOnce: true, adoptExisting: "identical" },
);

describeEngine(
  "an organization that exists",
  (engine) => {
    it("is updated if it differs and the setting allows it (row 127)", async () => {
      const { emulator, stack } = engine;
      const program = keyedProgram(engine, 1);
      putAll(engine, program);
      const [group] = emulator.list("iam:Group").filter(({ name }) => name === "group-0");
      emulator.edit(String(group?.uid), { description: "made by hand" }, "iam:Group");
      engine.declare(
        program.map((one) => (one.class === "Group" ? { ...one, args: { ...one.args, description: "ours" } } : one)),
      );
      emulator.clearRequests();
      succeeded(await stack.run(["config", "set", "platform:adoptExisting", "identical"]));
      for (const command of [() => stack.preview(), () => stack.up()]) {
        const refused = await command();
        assert.notEqual(refused.code, 0);
        assert.match(
          refused.output,
          /it differs in description\.\n\s*- .* run once with PLATFORM_ADOPT_EXISTING=sameKey/,
        );
        assert.doesNotMatch(refused.output, /made by hand/);
      }
      succeeded(await stack.run(["config", "set", "platform:adoptExisting", "sameKey"]));
      assert.match(
        succeeded(await stack.preview()).output,
        /group-0: takes over .*description: "made by hand" → "ours"/,
      );
      succeeded(await stack.up());
      assert.deepEqual(
        mutations(emulator.requests).map(({ method, mask }) => [method, mask]),
        [["PATCH", "description"]],
      );
      await assertSettled(stack);
      await assertInvariants(engine);
    });

    it("is reported without a name from a secret of the config", async () => {
      const { emulator, stack, workspace } = engine;
      emulator.put("iam:Group", engine.root, { name: "canary-crew" });
      writeFiles(workspace.directory, {
        "index.js": `
          const platform = require("pulumi-platform");
          const name = new (require("@pulumi/pulumi").Config)().requireSecret("name");
          new platform.Group("crew", { parentUid: "${engine.root}", name });
        `,
      });
      succeeded(await stack.run(["config", "set", "--secret", "name", "canary-crew"]));
      succeeded(await stack.run(["config", "set", "platform:adoptExisting", "identical"]));
      const { output } = succeeded(await stack.run(["up", "--yes"], HOST_PROCESS));
      assert.match(output, /Group "\[secret\]" \(.*\) exists already and is taken over unchanged/);
      assert.doesNotMatch(output, /canary/);
      succeeded(await stack.destroy());
    });
  },
  { writesOnce: true },
);

describeEngine("an organization that exists, of many objects", (engine) => {
  it("is taken over by one up without a write, as the first refusal and the preview say (row 127)", async () => {
    const { emulator, stack } = engine;
    const program = keyedProgram(engine, 6);
    putAll(engine, program);
    const all = engine.foreignObjects.size;
    engine.declare(program);
    const refused = await stack.up();
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, /run once with PLATFORM_ADOPT_EXISTING=identical/);
    assert.equal((await engine.recorded()).size, 0);

    succeeded(await stack.run(["config", "set", "platform:adoptExisting", "identical"]));
    emulator.clearRequests();
    // What lies in a group that is not in the state yet has a place that is not known before the update.
    assert.equal(unchangedIn(succeeded(await stack.operate(["preview"], HOST_PROCESS)).output), 18);
    assert.equal(unchangedIn(succeeded(await stack.operate(UP, HOST_PROCESS)).output), program.length);
    assert.deepEqual(mutations(emulator.requests), []);
    assert.equal(engine.foreignObjects.size, all);
    assert.equal((await engine.recorded()).size, program.length);
    await assertSettled(stack);
    await assertInvariants(engine);
  });
});

describeEngine(
  "an organization that exists, with the setting in the environment",
  (engine) => {
    it("is taken over through an explicit provider by the provider's own setting alone (row 127)", async () => {
      const { emulator, stack, root } = engine;
      emulator.put("iam:Group", root, { name: "crew", description: "made by hand" });
      const own = { baseUrl: emulator.url, token: emulator.token, adoptExisting: "identical" };
      const previewed = async (description: string) => {
        const args = { parentUid: root, description };
        engine.declare([
          { name: "own", class: "Provider", args: own },
          { name: "crew", class: "Group", args, opts: { provider: "own" } },
        ]);
        return (await stack.operate(["preview"], HOST_PROCESS)).output;
      };
      assert.match(await previewed("ours"), /not taken over, because it differs in description/);
      assert.match(await previewed("made by hand"), /crew: takes over Group .*; changes nothing/);
    });
  },
  { adoptExisting: "sameKey" },
);
