import assert from "node:assert/strict";
import { nameOf, type ResourceSpec } from "../../src/description/spec/resource";
import { collections, type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { separateParent } from "../support/platform";
import { minimalInputs } from "../support/samples";
import { type CommandResult, HOST_PROCESS } from "../support/stack";
import { describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";
import { hostProcessesBelow, waitUntilEnded } from "./processes";

describeEngineHosts("a write whose answer is lost", (engine) => {
  const declared = (spec: ResourceSpec): Declared => {
    const name = nameOf(spec).toLowerCase();
    const own = separateParent(engine.emulator, engine.world, spec, name);
    return { name, class: nameOf(spec), args: { ...minimalInputs(engine.world, spec), ...own } };
  };
  const team = (): Declared => ({
    name: "team",
    class: "Group",
    args: { parentUid: engine.emulator.organization.uid },
  });
  const teams = () => engine.emulator.list("iam:Group").filter(({ name }) => name === "team");

  /** An `up` of which a create has been carried out, and its answer is still to come. */
  const midway = async (path: string) => {
    const fault = engine.emulator.fault({ method: "POST", path, when: "after", action: { kind: "hold" } });
    const run = engine.stack.start(["up", "--yes", "--skip-preview"], HOST_PROCESS);
    await fault.reached;
    const hosts = hostProcessesBelow(run.pid);
    assert.equal(hosts.length, 1);
    return { run, hosts, fault };
  };

  /** The refusal names the one object there is, and what to write; written, it brings the stack to its end. */
  const adopted = async (refused: CommandResult) => {
    const [made, ...twins] = teams();
    assert.deepEqual([refused.code, twins], [1, []]);
    assert.ok(refused.output.includes(`adoptUid: "${made?.uid}"`), refused.output);
    engine.declare([{ ...team(), args: { ...team().args, adoptUid: made?.uid } }]);
    succeeded(await engine.stack.up());
    await assertInvariants(engine);
  };

  it("succeeds in the same run, with one object, for every kind, and names an object that it takes over, or that may be of somebody else (rows 1, 14, 97, 98)", async () => {
    const all = collections.map(declared);
    // The platform has an organization among the groups.
    const others = (type: string) => (type === "iam:Group" ? engine.emulator.list("iam:Organization").length : 0);
    const counts = () => collections.map(({ type }) => engine.emulator.list(type).length - others(type));
    const before = counts();
    for (const { collection } of collections)
      engine.emulator.fault({ method: "POST", path: collection, when: "after", action: { kind: "reset" } });
    // The hosts of the tests pass lines on by a shell, which ends with the run: one more resource keeps it alive until the end.
    const names = all.map(({ name }) => name);
    const root = engine.emulator.organization.uid;
    engine.declare([...all, { name: "last", class: "Group", args: { parentUid: root }, opts: { dependsOn: names } }]);
    const { output } = succeeded(await engine.stack.up());
    const recorded = await engine.recorded();
    for (const spec of collections) {
      const uid = String(recorded.get(nameOf(spec).toLowerCase())?.id);
      // What is taken over is named; of an invite another one is made, and the one found, which may be anybody's, is named.
      if (!spec.peculiar?.mayLapse)
        assert.match(
          output,
          new RegExp(`warning: the response to the create of ${nameOf(spec)} .* was lost\\. ${uid} `),
        );
      else {
        const [, named = ""] = /warning: a response was lost, .* of GroupInvite (\S+), which/.exec(output) ?? [];
        assert.ok(named !== uid && engine.emulator.get(named), output);
        assert.match(output, new RegExp(`If nobody else created ${named}, delete it`));
        engine.emulator.remove(named);
      }
    }
    assert.deepEqual(
      counts(),
      before.map((count, index) => count + (collections[index]?.type === "iam:Group" ? 2 : 1)),
    );
    await assertInvariants(engine);
  });

  it("is found again after the CLI was killed during it (row 3), and the host ends by itself (row 7)", async () => {
    engine.declare([team()]);
    const { run, hosts, fault } = await midway("/iam/v2/groups");
    run.kill();
    await run.ended;
    fault.release();
    await waitUntilEnded(hosts, 20_000);
    assert.equal(teams().length, 1);

    await engine.stack.recover();
    const refused = await engine.stack.up();
    assert.equal(refused.code, 1);
    await adopted(refused);
  });

  it("is found again after the host was killed during it (row 4)", async () => {
    engine.declare([team()]);
    const { run, hosts, fault } = await midway("/iam/v2/groups");
    for (const pid of hosts) process.kill(pid, "SIGKILL");
    fault.release();
    assert.notEqual((await run.ended).code, 0);
    const refused = await engine.stack.up();
    assert.deepEqual([teams().length, mutations(engine.emulator.requests).length], [1, 1]);
    await adopted(refused);
  });

  it("fails with parent, key and advice when the search fails too, and creates no second object later (row 2)", async () => {
    engine.emulator.fault({ method: "POST", path: "/iam/v2/groups", when: "after", action: { kind: "reset" } });
    const blind = engine.emulator.fault({
      method: "GET",
      path: /groups$/,
      nth: 2,
      times: Number.POSITIVE_INFINITY,
      action: { kind: "status", code: "UNAVAILABLE" },
    });
    engine.declare([team()]);
    const lost = await engine.stack.up();
    assert.equal(lost.code, 1);
    assert.match(lost.output, new RegExp(`Group with this name may exist under ${engine.emulator.organization.uid}`));
    blind.remove();
    await adopted(await engine.stack.up());
  });

  it("results in one object when it is carried out three seconds after the first search (row 10)", async () => {
    engine.emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "late", ms: 3_000 } });
    engine.declare([team()]);
    succeeded(await engine.stack.up());
    assert.equal(teams().length, 1);
    await assertInvariants(engine);
  });

  it("is undone, if it is an update, as its error says", async () => {
    const described = (description: string): Declared => ({ ...team(), args: { ...team().args, description } });
    engine.declare([described("one")]);
    succeeded(await engine.stack.up());
    const fault = engine.emulator.fault({ method: "PATCH", when: "after", times: 9, action: { kind: "reset" } });
    engine.declare([described("two")]);
    assert.match(
      (await engine.stack.up()).output,
      /may have done it\. If you undo the change, run pulumi up --refresh\./,
    );
    fault.remove();
    assert.equal(teams()[0]?.description, "two");
    engine.declare([described("one")]);
    succeeded(await engine.stack.up("--refresh"));
    assert.equal(teams()[0]?.description, "one");
  });
});
