import assert from "node:assert/strict";
import { narrowed, plans } from "../../../tools/bench/plan";

describe("the plan of the benchmark", () => {
  it("has each scenario once, and begins each with the creation", () => {
    for (const [size, scenarios] of Object.entries(plans)) {
      const names = scenarios.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length, size);
      for (const { operations, name } of scenarios) assert.equal(operations[0], "create", name);
      for (const { count, name } of scenarios) assert.ok(name.endsWith(`-${count}`), name);
    }
  });

  it("has peers side by side wherever they are compared", () => {
    for (const { name, peers } of plans.usual) {
      if (!/parallel|throttled/.test(name)) assert.ok(peers.includes("ours") && peers.includes("naive"), name);
    }
  });

  it("is narrowed by a part of a name, by operations, and by the number of resources", () => {
    assert.deepEqual(
      narrowed(plans.usual, { only: ["20ms"] }).map(({ name }) => name),
      ["20ms-500"],
    );
    const [one, ...more] = narrowed(plans.usual, { only: ["skipped-500"], count: 5, operations: ["destroy"] });
    assert.deepEqual([one?.name, one?.count, one?.operations, more], ["skipped-5", 5, ["create", "destroy"], []]);
    assert.deepEqual(narrowed(plans.usual, { only: ["nowhere"] }), []);
  });

  it("is narrowed to peers, without scenarios that none of them is in", () => {
    const found = narrowed(plans.usual, { peers: ["noop"] });
    assert.ok(found.length > 0 && found.length < plans.usual.length);
    for (const { peers } of found) assert.deepEqual(peers, ["noop"]);
  });
});
