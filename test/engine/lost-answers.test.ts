import assert from "node:assert/strict";
import { resources } from "../../src/resources";
import { nameOf, type ResourceSpec } from "../../src/spec/resource";
import { assertSettled, type Declared, type Engine, startEngine, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { ownParent } from "../support/platform";
import { allEnded, hostsBelow } from "../support/processes";
import { minimalInputs } from "../support/samples";

/** Kinds that are created by a POST to their collection. */
const collections = Object.values(resources).filter(({ lifecycle }) => lifecycle === undefined);

describe("a create whose answer is lost (catalogue A)", function () {
  this.timeout(180_000);
  let engine: Engine;
  beforeEach(async () => {
    engine = await startEngine();
  });
  afterEach(() => engine.close());

  const declared = (spec: ResourceSpec): Declared => {
    const name = nameOf(spec).toLowerCase();
    const own = ownParent(engine.emulator, engine.world, spec, name);
    return { name, class: nameOf(spec), args: { ...minimalInputs(engine.world, spec), ...own } };
  };
  const team = (): Declared => ({
    name: "team",
    class: "Group",
    args: { parentUid: engine.emulator.organization.uid },
  });
  const teams = () => engine.emulator.list("iam:Group").filter(({ name }) => name === "team");

  it("ends well in the same run, with one object, for every kind (row 1)", async () => {
    const all = collections.map(declared);
    const before = collections.map(({ type }) => engine.emulator.list(type).length);
    for (const { collection } of collections) {
      engine.emulator.fault({ method: "POST", path: collection, when: "after", action: { kind: "reset" } });
    }
    engine.declare(all);
    succeeded(await engine.stack.up());
    const after = collections.map(({ type }) => engine.emulator.list(type).length);
    assert.deepEqual(
      after,
      before.map((count) => count + 1),
    );
    await assertSettled(engine.stack);
  });

  it("names parent, key and what to do when looking fails too, and makes no twin later (row 2)", async () => {
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
    assert.match(lost.output, new RegExp(`Group with name "team" may exist under ${engine.emulator.organization.uid}`));
    blind.remove();
    const [made] = teams();
    const refused = await engine.stack.up();
    assert.equal(refused.code, 1);
    assert.ok(refused.output.includes(`adoptUid: "${made?.uid}"`), refused.output);
    assert.equal(teams().length, 1);
    engine.declare([{ ...team(), args: { ...team().args, adoptUid: made?.uid } }]);
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
  });

  it("is found again after the CLI was killed in the middle of it (row 3), and the host ends by itself (row 7)", async () => {
    const fault = engine.emulator.fault({
      method: "POST",
      path: "/iam/v2/groups",
      when: "after",
      action: { kind: "hold" },
    });
    engine.declare([team()]);
    const run = engine.stack.start(["up", "--yes", "--skip-preview"]);
    await fault.reached;
    const hosts = hostsBelow(run.pid);
    assert.equal(hosts.length, 1);
    run.kill();
    await run.ended;
    fault.release();
    await allEnded(hosts, 20_000);
    assert.equal(teams().length, 1);

    succeeded(await engine.stack.run(["cancel", "--yes"]));
    const refused = await engine.stack.up();
    assert.equal(refused.code, 1);
    assert.ok(refused.output.includes(`adoptUid: "${teams()[0]?.uid}"`), refused.output);
    assert.equal(teams().length, 1);
  });

  it("is found again after the host was killed in the middle of it (row 4)", async () => {
    const fault = engine.emulator.fault({
      method: "POST",
      path: "/iam/v2/groups",
      when: "after",
      action: { kind: "hold" },
    });
    engine.declare([team()]);
    const run = engine.stack.start(["up", "--yes", "--skip-preview"]);
    await fault.reached;
    for (const pid of hostsBelow(run.pid)) process.kill(pid, "SIGKILL");
    fault.release();
    assert.notEqual((await run.ended).code, 0);
    const refused = await engine.stack.up();
    assert.ok(refused.output.includes(`adoptUid: "${teams()[0]?.uid}"`), refused.output);
    assert.deepEqual([teams().length, mutations(engine.emulator.requests).length], [1, 1]);
  });
});
