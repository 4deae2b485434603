import assert from "node:assert/strict";
import { outputsAfterRead } from "../../../src/core/state/after-read";
import { NOTES } from "../../../src/description/spec/proof";
import { repo, role } from "../../support/resources";

const base = { parentUid: "org", name: "a" };

describe("the outputs after a read", () => {
  it("keep the recorded order of a set that differs, and append what is new", () => {
    for (const [observed, expected] of [
      ["abcd", "cabd"],
      ["bc", "cb"],
    ] as const) {
      const recorded = { ...base, capabilities: [..."cab"] };
      const outputs = outputsAfterRead(role.fields, recorded, { ...base, capabilities: [...observed] });
      assert.deepEqual(outputs, { ...base, capabilities: [...expected] });
    }
  });

  it("have no note of a value that differs or was removed", () => {
    const moved = { ...base, syncConfig: { source: "uid-2" } };
    const recorded = {
      ...base,
      syncConfig: { source: "o/a" },
      [NOTES]: { rewritten: { "syncConfig.source": "uid-1" } },
    };
    assert.deepEqual(outputsAfterRead(repo.fields, recorded, moved), moved);
    const filled = { ...base, description: "of the source", [NOTES]: { filled: ["description"] } };
    assert.deepEqual(outputsAfterRead(repo.fields, filled, base), base);
  });
});
