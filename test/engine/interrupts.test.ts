import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { HOST_PROCESS, PROGRAM_PROCESS } from "../support/stack";
import { describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";
import { hostProcessesBelow, waitUntilEnded } from "./processes";

describeEngineHosts("a run that is interrupted while it creates", (engine) => {
  let names: string[];
  beforeEach(async () => {
    names = ["one", "three", "two"];
    const parentUid = engine.emulator.organization.uid;
    engine.declare(names.map((name): Declared => ({ name, class: "Group", args: { parentUid } })));
  });

  /** An `up` in which all three creates are under way, and whatever lets them go on. */
  const midway = async () => {
    const gates = names.map((_, index) =>
      engine.emulator.fault({ method: "POST", nth: index + 1, action: { kind: "hold" } }),
    );
    // As a user's Ctrl-C meets it: with processes of its own.
    const own = { ...HOST_PROCESS, ...PROGRAM_PROCESS };
    const run = engine.stack.start(["up", "--yes", "--skip-preview"], own);
    await Promise.all(gates.map(({ reached }) => reached));
    const release = () => {
      for (const gate of gates) gate.remove();
    };
    return { run, hosts: hostProcessesBelow(run.pid), release };
  };

  it("finishes and records running operations after one Ctrl-C (row 5)", async () => {
    const { run, release } = await midway();
    process.kill(run.pid, "SIGINT");
    release();
    await run.ended;
    assert.deepEqual([...(await engine.recorded()).keys()].sort(), names);
    assert.deepEqual((await engine.stack.export()).deployment.pending_operations ?? [], []);
    succeeded(await engine.stack.up());
    await assertInvariants(engine);
  });

  it("leaves pending creates after two Ctrl-C, which the next run finds and names (row 6)", async () => {
    const { run, hosts, release } = await midway();
    process.kill(run.pid, "SIGINT");
    // The CLI takes two that come at once for one.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    process.kill(run.pid, "SIGINT");
    assert.notEqual((await run.ended).code, 0);
    release();
    await waitUntilEnded(hosts, 20_000);
    await engine.stack.run(["cancel", "--yes"]);
    const made = engine.emulator.list("iam:Group").filter(({ name }) => names.includes(String(name)));
    const refused = await engine.stack.up("--continue-on-error");
    const recorded = await engine.recorded();
    for (const { uid, name } of made) {
      const isRecorded = recorded.get(String(name))?.id === uid;
      assert.ok(isRecorded || refused.output.includes(`adoptUid: "${uid}"`), `${name}:\n${refused.output}`);
    }
    const parentUid = engine.emulator.organization.uid;
    const uidOf = new Map(made.map(({ name, uid }) => [name, uid]));
    engine.declare(
      names.map((name): Declared => ({ name, class: "Group", args: { parentUid, adoptUid: uidOf.get(name) } })),
    );
    succeeded(await engine.stack.up());
    assert.equal(mutations(engine.emulator.requests).filter(({ method }) => method === "POST").length, names.length);
    await assertInvariants(engine);
  });
});
