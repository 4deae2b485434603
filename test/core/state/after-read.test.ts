import assert from "node:assert/strict";
import { inputsOf, outputsAfterRead, outputsOfGet } from "../../../src/core/state/after-read";
import { NOTES } from "../../../src/description/spec/proof";
import type { Values } from "../../../src/description/spec/values";
import { base, fields, later, time } from "./server-fields";

describe("the outputs after a read", () => {
  const read = (recorded: Values, observed: Values) =>
    outputsAfterRead(fields, recorded, { ...observed, parentUid: "org" });

  it("are exactly the recorded ones if they mean the same", () => {
    const recorded = { ...base, tags: ["b", "a"], until: "2030-01-01T02:00:00+02:00", description: "", token: "t" };
    assert.deepEqual(read(recorded, { name: "a", tags: ["a", "b"], until: "2030-01-01T00:00:00.000Z" }), recorded);
  });

  it("are the server's if it differs, and absent if the value was removed", () => {
    const recorded = { ...base, description: "old", tags: ["a"], sync: { source: "o/a" } };
    const outputs = read(recorded, { name: "b", tags: ["a", "b"] });
    assert.deepEqual(outputs, { parentUid: "org", name: "b", tags: ["a", "b"] });
    assert.deepEqual(inputsOf(fields, outputs), outputs);
  });

  it("keep the recorded order of a set that differs, and append what is new", () => {
    const recorded = { ...base, tags: ["c", "a", "b"] };
    assert.deepEqual(read(recorded, { name: "a", tags: ["a", "b", "c", "d"] }), {
      ...base,
      tags: ["c", "a", "b", "d"],
    });
    assert.deepEqual(read(recorded, { name: "a", tags: ["b", "c"] }), { ...base, tags: ["c", "b"] });
  });

  it("keep the program's reference while the server's value is unchanged, and show a new one", () => {
    const recorded = {
      ...base,
      sync: { source: "o/a", phase: "new" },
      [NOTES]: { rewritten: { "sync.source": "uid-1" } },
    };
    assert.deepEqual(read(recorded, { name: "a", sync: { source: "uid-1", phase: "on" } }), {
      ...recorded,
      sync: { source: "o/a", phase: "on" },
    });
    const moved = read(recorded, { name: "a", sync: { source: "uid-2", phase: "on" } });
    assert.deepEqual(moved, { ...base, sync: { source: "uid-2", phase: "on" } });
    assert.deepEqual(inputsOf(fields, moved), { ...base, sync: { source: "uid-2" } });
  });

  it("turn a server-filled value into an input once it has changed, and drop it when it is removed", () => {
    const recorded = { ...base, tier: "gold", [NOTES]: { filled: ["tier"] } };
    const same = read(recorded, { name: "a", tier: "gold" });
    assert.deepEqual(same, recorded);
    assert.deepEqual(inputsOf(fields, same), base);
    const moved = read(recorded, { name: "a", tier: "silver" });
    assert.deepEqual(moved, { ...base, tier: "silver" });
    assert.deepEqual(inputsOf(fields, moved), moved);
    assert.deepEqual(read(recorded, { name: "a" }), base);
  });

  it("contain fields that the server changes in the first read, and later only if they were recorded, not for a `get` resource", () => {
    const moving = { name: "a", createTime: time, updateTime: later, sync: { source: "s", seen: later } };
    assert.deepEqual(read({}, moving), { ...base, ...moving });
    const got = outputsOfGet(fields, read({}, moving));
    assert.deepEqual(got, { ...base, createTime: time, sync: { source: "s" } });
    assert.deepEqual(read(got, moving), got);
    const recorded = { ...base, updateTime: time, sync: { source: "s", seen: time } };
    assert.deepEqual(read(recorded, moving), {
      ...base,
      createTime: time,
      updateTime: later,
      sync: { source: "s", seen: later },
    });
  });
});
