import assert from "node:assert/strict";
import { inputsOf, outputsAfterRead } from "../../../src/lifecycle/state/after-read";
import { NOTES } from "../../../src/lifecycle/state/notes";
import type { Values } from "../../../src/spec/values";
import { base, fields, later, time } from "../../support/server-fields";

describe("what is recorded after a read", () => {
  const read = (recorded: Values, observed: Values) =>
    outputsAfterRead(fields, recorded, { ...observed, parentUid: "org" });

  it("is what was recorded where that means the same, to the letter", () => {
    const recorded = { ...base, tags: ["b", "a"], until: "2030-01-01T02:00:00+02:00", description: "", token: "t" };
    assert.deepEqual(read(recorded, { name: "a", tags: ["a", "b"], until: "2030-01-01T00:00:00.000Z" }), recorded);
  });

  it("is what is there where it differs, and nothing where it is gone", () => {
    const recorded = { ...base, description: "old", tags: ["a"], sync: { source: "o/a" } };
    const outputs = read(recorded, { name: "b", tags: ["a", "b"] });
    assert.deepEqual(outputs, { parentUid: "org", name: "b", tags: ["a", "b"] });
    assert.deepEqual(inputsOf(fields, outputs), outputs);
  });

  it("keeps the program's reference while the server's own is the same, and shows the server's when it is another", () => {
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

  it("lets a filled value move without making an input of it, and forgets it when it is gone", () => {
    const recorded = { ...base, tier: "gold", [NOTES]: { filled: ["tier"] } };
    const moved = read(recorded, { name: "a", tier: "silver" });
    assert.deepEqual(moved, { ...recorded, tier: "silver" });
    assert.deepEqual(inputsOf(fields, moved), base);
    assert.deepEqual(read(recorded, { name: "a" }), base);
  });

  it("follows what the server moves only where it was recorded: not for a resource that is only read", () => {
    const moving = { name: "a", createTime: time, updateTime: later, sync: { source: "s", seen: later } };
    assert.deepEqual(read({}, moving), { ...base, createTime: time, sync: { source: "s" } });
    const recorded = { ...base, updateTime: time, sync: { source: "s", seen: time } };
    assert.deepEqual(read(recorded, moving), {
      ...base,
      createTime: time,
      updateTime: later,
      sync: { source: "s", seen: later },
    });
  });
});
