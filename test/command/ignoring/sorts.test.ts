import assert from "node:assert/strict";
import { parseSorts } from "../../../src/command/ignoring/sorts";

describe("the sorts of drift that a call names", () => {
  it("are separated by commas, and refused if one is unknown", () => {
    assert.deepEqual(["unmanaged, changed", "never"].map(parseSorts), [["changed", "unmanaged"], []]);
    for (const text of ["", "never,changed"]) assert.throws(() => parseSorts(text), { name: "CallError" }, text);
  });
});
