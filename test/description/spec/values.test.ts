import assert from "node:assert/strict";
import { integer, list, map, message, optional, set, string, timestamp } from "../../../src/description/spec/types";
import { inFormerOrder, isEmpty, isEqual } from "../../../src/description/spec/values";

describe("equality of values", () => {
  it("ignores the difference between absent and empty values", () => {
    for (const [type, empty] of [
      [string(), ""],
      [list(string()), []],
      [map(string()), {}],
      [integer, 0],
      [message({ note: optional(string()) }), { note: "" }],
    ] as const) {
      assert.equal(isEqual(type, undefined, empty), true, type.kind);
      assert.equal(isEmpty(type, empty), true, type.kind);
    }
  });

  it("compares timestamps as instants", () => {
    assert.equal(isEqual(timestamp, "2026-01-05T08:30:08Z", "2026-01-05T08:30:08.000Z"), true);
    assert.equal(isEqual(timestamp, "2026-01-05T08:30:08Z", "2026-01-05T08:30:08.001Z"), false);
  });

  it("respects the order of a list, but not of a set", () => {
    assert.equal(isEqual(list(string()), ["a", "b"], ["b", "a"]), false);
    assert.equal(isEqual(set(string()), ["a", "b"], ["b", "a"]), true);
    assert.equal(isEqual(set(string()), ["a", "b"], ["b", "a", "a"]), true);
    assert.equal(isEqual(set(string()), ["a", "b"], ["b", "c"]), false);
  });

  it("compares maps by keys and values", () => {
    assert.equal(isEqual(map(string()), { a: "1" }, { a: "1" }), true);
    assert.equal(isEqual(map(string()), { a: "1" }, { b: "1" }), false);
    assert.equal(isEqual(map(string()), { a: "1" }, { a: "2" }), false);
  });
});

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
