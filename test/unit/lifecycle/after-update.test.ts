import assert from "node:assert/strict";
import { outputsAfterUpdate } from "../../../src/lifecycle/state/after-update";
import { changes } from "../../../src/lifecycle/state/changes";
import { NOTES } from "../../../src/lifecycle/state/notes";
import type { Values } from "../../../src/spec/values";
import { base, fields, later, time } from "../../support/server-fields";

const updated = (recorded: Values, desired: Values, observed: Values) =>
  outputsAfterUpdate(fields, { recorded, desired, changed: changes(fields, recorded, desired) }, observed);

describe("what is recorded after an update", () => {
  const recorded = { ...base, description: "old", tags: ["a"], createTime: time, updateTime: time };

  it("takes the changed fields and the server's own from the answer, and keeps the others as they were recorded", () => {
    const desired = { ...base, name: "b", description: "old", tags: ["a"] };
    const answer = { name: "b", description: "by another", tags: ["z"], createTime: time, updateTime: later };
    assert.deepEqual(updated(recorded, desired, answer), {
      outputs: { ...recorded, name: "b", updateTime: later },
      unapplied: [],
    });
  });

  it("names a change that the answer lacks", () => {
    const { unapplied } = updated(
      recorded,
      { ...base, name: "b", tags: ["a", "b"] },
      { name: "a", tags: ["a", "b"], description: "old" },
    );
    assert.deepEqual(unapplied, ["name", "description"]);
  });

  it("takes the program's new spelling of what did not change", () => {
    const desired = { ...base, description: "new", tags: ["a", "a"] };
    assert.deepEqual(updated(recorded, desired, { description: "new" }).outputs, {
      ...base,
      description: "new",
      tags: ["a", "a"],
    });
  });

  it("notes what the server filled in along with the update", () => {
    const desired = { ...base, sync: { source: "o/a" } };
    const { outputs, unapplied } = updated(base, desired, {
      name: "a",
      tier: "gold",
      sync: { source: "uid-1", region: "eu" },
    });
    assert.deepEqual(unapplied, []);
    assert.deepEqual(outputs, {
      ...desired,
      tier: "gold",
      sync: { source: "o/a", region: "eu" },
      [NOTES]: { filled: ["sync.region", "tier"], rewritten: { "sync.source": "uid-1" } },
    });
  });

  it("forgets that a value was filled in once the program sets it, and lets it be filled in again once it does not", () => {
    const filled = { ...base, tier: "gold", [NOTES]: { filled: ["tier"] } };
    const mine = updated(filled, { ...base, tier: "silver" }, { tier: "silver" }).outputs;
    assert.deepEqual(mine, { ...base, tier: "silver" });
    assert.deepEqual(updated(mine, base, { tier: "gold" }).outputs, filled);
  });

  it("keeps a filled value that the program does not mention, and what was left alone at an adoption", () => {
    const adopted = { ...base, description: "theirs", tier: "gold", [NOTES]: { filled: ["description", "tier"] } };
    assert.deepEqual(updated(adopted, { ...base, name: "b" }, { name: "b", description: "x" }), {
      outputs: { ...adopted, name: "b" },
      unapplied: [],
    });
  });

  it("notes anew what the server made of a new reference", () => {
    const before = { ...base, sync: { source: "o/a" }, [NOTES]: { rewritten: { "sync.source": "uid-1" } } };
    const { outputs } = updated(before, { ...base, sync: { source: "o/b" } }, { sync: { source: "uid-2" } });
    assert.deepEqual(outputs, { ...base, sync: { source: "o/b" }, [NOTES]: { rewritten: { "sync.source": "uid-2" } } });
    const literal = updated(before, { ...base, sync: { source: "uid-3" } }, { sync: { source: "uid-3" } });
    assert.deepEqual(literal.outputs, { ...base, sync: { source: "uid-3" } });
  });
});
