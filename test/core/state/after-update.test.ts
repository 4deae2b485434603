import assert from "node:assert/strict";
import { outputsAfterUpdate } from "../../../src/core/state/after-update";
import { changes } from "../../../src/core/state/changes";
import { NOTES } from "../../../src/description/spec/proof";
import type { Values } from "../../../src/description/spec/values";
import { base, fields, later, time } from "../../support/server-fields";

const updated = (recorded: Values, desired: Values, observed: Values) =>
  outputsAfterUpdate(fields, { recorded, desired, changed: changes(fields, recorded, desired) }, observed);

describe("the outputs after an update", () => {
  const recorded = { ...base, description: "old", tags: ["a"], createTime: time, updateTime: time };

  it("contain changed fields and server fields of the response, and the other recorded values", () => {
    const desired = { ...base, name: "b", description: "old", tags: ["a"] };
    const answer = { name: "b", description: "by another", tags: ["z"], createTime: time, updateTime: later };
    assert.deepEqual(updated(recorded, desired, answer), {
      outputs: { ...recorded, name: "b", updateTime: later },
      unapplied: [],
    });
  });

  it("report a change that the response lacks", () => {
    const { unapplied } = updated(
      recorded,
      { ...base, name: "b", tags: ["a", "b"] },
      { name: "a", tags: ["a", "b"], description: "old" },
    );
    assert.deepEqual(unapplied, ["name", "description"]);
  });

  it("contain the program's new spelling of unchanged values", () => {
    const desired = { ...base, description: "new", tags: ["a", "a"] };
    assert.deepEqual(updated(recorded, desired, { description: "new" }).outputs, {
      ...base,
      description: "new",
      tags: ["a", "a"],
    });
  });

  it("note what the server filled in during the update", () => {
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

  it("drop the note of a filled value once the program sets it, and note it again once it does not", () => {
    const filled = { ...base, tier: "gold", [NOTES]: { filled: ["tier"] } };
    const mine = updated(filled, { ...base, tier: "silver" }, { tier: "silver" }).outputs;
    assert.deepEqual(mine, { ...base, tier: "silver" });
    assert.deepEqual(updated(mine, base, { tier: "gold" }).outputs, filled);
  });

  it("keep a filled value that the program does not mention, and fields left alone by an adoption", () => {
    const adopted = { ...base, description: "theirs", tier: "gold", [NOTES]: { filled: ["description", "tier"] } };
    assert.deepEqual(updated(adopted, { ...base, name: "b" }, { name: "b", description: "x" }), {
      outputs: { ...adopted, name: "b" },
      unapplied: [],
    });
  });

  it("note the server's form of a new reference", () => {
    const before = { ...base, sync: { source: "o/a" }, [NOTES]: { rewritten: { "sync.source": "uid-1" } } };
    const { outputs } = updated(before, { ...base, sync: { source: "o/b" } }, { sync: { source: "uid-2" } });
    assert.deepEqual(outputs, { ...base, sync: { source: "o/b" }, [NOTES]: { rewritten: { "sync.source": "uid-2" } } });
    const literal = updated(before, { ...base, sync: { source: "uid-3" } }, { sync: { source: "uid-3" } });
    assert.deepEqual(literal.outputs, { ...base, sync: { source: "uid-3" } });
  });
});
