import assert from "node:assert/strict";
import { outputsAfterRead } from "../../../src/core/state/after-read";
import { role } from "../../support/resources";

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
});
