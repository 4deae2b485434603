import assert from "node:assert/strict";
import { CallError } from "../../../src/command/declaration";
import { parseSorts } from "../../../src/command/ignoring/sorts";

describe("the sorts of drift that a call names", () => {
  it("are separated by commas, in any order", () => {
    assert.deepEqual(parseSorts("unmanaged, changed"), ["changed", "unmanaged"]);
    assert.deepEqual(parseSorts("deleted"), ["deleted"]);
    assert.deepEqual(parseSorts("never"), []);
  });

  it("are refused if one is unknown", () => {
    for (const text of ["", "all", "changed,", "never,changed"]) assert.throws(() => parseSorts(text), CallError, text);
  });
});
