import assert from "node:assert/strict";
import { outputsAfterUpdate } from "../../../src/core/state/after-update";
import { changes } from "../../../src/core/state/changes";
import { NOTES } from "../../../src/description/spec/proof";
import type { Values } from "../../../src/description/spec/values";
import { base, fields } from "./server-fields";

const updated = (recorded: Values, desired: Values, observed: Values) =>
  outputsAfterUpdate(fields, { recorded, desired, changed: changes(fields, recorded, desired) }, observed);

describe("the outputs after an update", () => {
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
});
