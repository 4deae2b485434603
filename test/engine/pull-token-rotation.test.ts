import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { assertSettled, plannedSteps, succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";
import { declareToken, login, loginFile, pull, putImage, writes } from "./pull-token";

const DAY_MS = 86_400_000;

describeEngine("the rotation of a pull token", (engine) => {
  beforeEach(() => putImage(engine));

  const works = [200, 200];
  const isOver = [401];

  it("by rotate keeps the former token valid until the end of the update (row 258)", async () => {
    declareToken(engine, 'rotate: "1"');
    succeeded(await engine.stack.up());
    const former = login(engine);
    declareToken(engine, 'rotate: "2"');
    const planned = plannedSteps(succeeded(await engine.stack.preview("--json")));
    assert.equal(planned.get("cluster")?.op, "replace");
    assert.deepEqual(await pull(engine, former), works);
    rmSync(loginFile(engine));
    engine.emulator.clearRequests();
    const held = engine.emulator.fault({ method: "DELETE", path: "/iam", times: 2, action: { kind: "hold" } });
    const update = engine.stack.up();
    await held.reached;
    const next = login(engine);
    assert.notEqual(next.username, former.username);
    assert.deepEqual([await pull(engine, former), await pull(engine, next)], [works, works]);
    held.release();
    succeeded(await update);
    assert.deepEqual(writes(engine), [
      "POST identities",
      "POST roleBindings",
      "DELETE roleBindings",
      "DELETE identities",
    ]);
    assert.deepEqual([await pull(engine, former), await pull(engine, next)], [isOver, works]);
    await assertSettled(engine.stack);
    await assertInvariants(engine, { secrets: [former.password, next.password] });
  });

  it("with --target needs --target-dependents, which also repairs it afterwards, as the page says (row 270)", async () => {
    declareToken(engine, 'rotate: "1"');
    succeeded(await engine.stack.up());
    const former = login(engine);
    declareToken(engine, 'rotate: "2"');
    succeeded(await engine.stack.up("--target", "**SignedToken::cluster"));
    const halved = login(engine);
    assert.equal(halved.username, former.username);
    assert.deepEqual([await pull(engine, former), await pull(engine, halved)], [works, isOver]);
    succeeded(await engine.stack.up("--target", "**SignedToken::cluster", "--target-dependents"));
    const next = login(engine);
    assert.deepEqual([await pull(engine, former), await pull(engine, next)], [isOver, works]);
    await assertInvariants(engine, { secrets: [former, halved, next].map(({ password }) => password) });
  });

  /** Sets the recorded end of the token to some days from now. */
  async function endIn(days: number): Promise<void> {
    const state = await engine.stack.export();
    const signed = state.deployment.resources?.find(({ type }) => type.endsWith(":SignedToken"));
    assert.ok(signed?.outputs);
    signed.outputs.expirationTime = new Date(Date.now() + days * DAY_MS).toISOString();
    writeFiles(engine.workspace.directory, { "state.json": state });
    const file = join(engine.workspace.directory, "state.json");
    succeeded(await engine.stack.run(["stack", "import", "--file", file]));
  }

  it("happens in an update in the last days, as a preview reports (row 259)", async () => {
    declareToken(engine, "rotateDaysBefore: 10");
    succeeded(await engine.stack.up());
    const former = login(engine);
    await assertSettled(engine.stack);
    // Another number of days is no reason for another token.
    declareToken(engine, "rotateDaysBefore: 5");
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up());
    assert.deepEqual([writes(engine), login(engine)], [[], former]);
    await endIn(4);
    const planned = plannedSteps(succeeded(await engine.stack.preview("--json")));
    assert.equal(planned.get("cluster")?.op, "replace");
    succeeded(await engine.stack.up());
    assert.deepEqual([await pull(engine, former), await pull(engine, login(engine))], [isOver, works]);
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });
});
