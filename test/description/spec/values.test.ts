import assert from "node:assert/strict";
import { list, set, string } from "../../../src/description/spec/types";
import { inFormerOrder } from "../../../src/description/spec/values";

describe("a value in the order of an earlier one", () => {
  it("keeps the order of a set's items that are still there, and appends what is new", () => {
    const reordered = (...now: unknown[]) => inFormerOrder(set(string()), ["c", "a", "b"], now);
    assert.deepEqual(reordered("a", "b", "c", "d"), ["c", "a", "b", "d"]);
    assert.deepEqual(reordered("e", "a", "d", "c"), ["c", "a", "e", "d"]);
    assert.deepEqual(reordered("x", "y"), ["x", "y"]);
    assert.deepEqual(reordered(), []);
  });

  it("is the value itself for a list whose order counts, and where there is no earlier one", () => {
    assert.deepEqual(inFormerOrder(list(string()), ["b", "a"], ["a", "b", "c"]), ["a", "b", "c"]);
    assert.deepEqual(inFormerOrder(set(string()), undefined, ["b", "a"]), ["b", "a"]);
    assert.equal(inFormerOrder(set(string()), ["a"], undefined), undefined);
    assert.equal(inFormerOrder(string(), "a", "b"), "b");
  });
});
