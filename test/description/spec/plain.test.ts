import assert from "node:assert/strict";
import fc from "fast-check";
import { plain } from "../../../src/description/spec/plain";

describe("a plain copy", () => {
  it("contains only JSON, whatever the original contains (row 83)", () => {
    const original = {
      date: new Date("2026-01-05T08:30:00Z"),
      count: 9007199254740993n,
      map: new Map<string, unknown>([["a", new Map([["b", 1n]])]]),
      set: new Set([1n, "b"]),
      list: [undefined, Number.NaN, new Date(0)],
      nothing: undefined,
      call: () => 1,
    };
    assert.deepEqual(plain(original), {
      date: "2026-01-05T08:30:00.000Z",
      count: "9007199254740993",
      map: { a: { b: "1" } },
      set: ["1", "b"],
      list: [null, null, "1970-01-01T00:00:00.000Z"],
    });
  });

  it("shares nothing with the original, which may be frozen (row 83)", () => {
    const inner = Object.freeze({ a: Object.freeze(["b"]) });
    const original = Object.freeze({ inner });
    const copy = plain(original) as { inner: { a: string[] } };
    copy.inner.a.push("c");
    Object.assign(copy, { more: 1 });
    assert.deepEqual(original, { inner: { a: ["b"] } });
    assert.deepEqual(plain(original), { inner: { a: ["b"] } });
  });

  it("of plain data equals it (row 83)", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        const copy = plain(values);
        assert.equal(JSON.stringify(copy), JSON.stringify(values));
        assert.deepEqual(plain(copy), copy);
      }),
    );
  });
});
