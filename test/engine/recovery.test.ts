import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { readPage } from "../support/pages";
import { HOST_PROCESS } from "../support/stack";
import { describeEngineHosts } from "./describe-engine";
import { IDENTICAL } from "./imported-place";
import { assertInvariants } from "./invariants";
import { hostProcessesBelow, waitUntilEnded } from "./processes";

/** The three commands of the page, as words after `pulumi`. */
const [, lines = ""] = /## An interrupted run[\s\S]*?```sh\n([\s\S]*?)```/.exec(readPage("docs/recovery.md")) ?? [];
const SKIP_CHECKPOINTS = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
const PENDING = /pending operations/;

describeEngineHosts("an up that was killed while it created", (engine) => {
  const names = ["one", "three", "two"];

  const recovers = async (environment: Readonly<Record<string, string>>) => {
    const parentUid = engine.emulator.organization.uid;
    engine.declare(names.map((name): Declared => ({ name, class: "Group", args: { parentUid } })));
    const gates = names.map((_, index) =>
      engine.emulator.fault({ method: "POST", nth: index + 1, when: "after", action: { kind: "hold" } }),
    );
    const run = engine.stack.start(["up", "--yes", "--skip-preview"], { ...HOST_PROCESS, ...environment });
    await Promise.all(gates.map(({ reached }) => reached));
    const hosts = hostProcessesBelow(run.pid);
    run.kill();
    for (const gate of gates) gate.remove();
    await run.ended;
    await waitUntilEnded(hosts, 20_000);

    assert.deepEqual(lines.trim().split("\n"), [
      "pulumi cancel",
      "PLATFORM_ADOPT_EXISTING=identical pulumi up --refresh",
      "pulumi refresh --clear-pending-creates",
    ]);
    const pending = (await engine.stack.export()).deployment.pending_operations ?? [];
    succeeded(await engine.stack.run(["cancel", "--yes"], environment));
    const up = await engine.stack.run(["up", "--yes", "--skip-preview", "--refresh"], { ...IDENTICAL, ...environment });
    succeeded(up);
    assert.deepEqual([...(await engine.recorded()).keys()].sort(), names);
    succeeded(await engine.stack.run(["refresh", "--clear-pending-creates", "--yes"], environment));
    const after = succeeded(await engine.stack.up("--expect-no-changes"));
    assert.doesNotMatch(after.output, PENDING);
    assert.deepEqual((await engine.stack.export()).deployment.pending_operations ?? [], []);
    assert.equal(mutations(engine.emulator.requests).length, names.length);
    await assertInvariants(engine);
    return pending.length;
  };

  it("is completed by the three commands of the page, and nothing stays pending (row 188)", async () => {
    assert.ok((await recovers({})) > 0);
  });

  it("is completed by them with checkpoints skipped, too (row 188)", async () => {
    assert.equal(await recovers(SKIP_CHECKPOINTS), 0);
  });
});
