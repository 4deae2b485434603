import assert from "node:assert/strict";
import { observe } from "../../../src/core/state/wire";
import { full, kinds } from "./kinds";

describe("the reader of a response", () => {
  it("treats absent, null and zero fields alike", () => {
    const zeros = {
      text: "",
      time: null,
      flag: false,
      count: 0,
      level: "LEVEL_UNSPECIFIED",
      items: [],
      labels: {},
      inner: null,
      left: "",
      stamp: null,
    };
    assert.deepEqual(observe(kinds, zeros), {});
    assert.deepEqual(observe(kinds, { inner: { leaf: "", other: "" }, right: {} }), {});
    assert.deepEqual(observe(kinds, {}), {});
    assert.deepEqual(observe(kinds, { ...full, stamp: "2026-01-01T00:00:00Z", extra: 1 }), {
      ...full,
      stamp: "2026-01-01T00:00:00Z",
    });
  });

  it("treats a value of another kind as absent, and throws nothing", () => {
    for (const odd of [5, "x", true, [], ["x"], {}, { x: 1 }, null]) {
      for (const [name, { type }] of Object.entries(kinds)) {
        const seen = observe(kinds, { [name]: odd })[name];
        const fits = {
          string: "string",
          enum: "string",
          boolean: "boolean",
          integer: "number",
          list: "object",
          map: "object",
          message: "object",
        }[type.kind];
        assert.ok(seen === undefined || typeof seen === fits, `${name}: ${JSON.stringify(odd)}`);
      }
    }
  });

  it("keeps zeros inside of lists and maps, and drops what does not fit", () => {
    assert.deepEqual(observe(kinds, { items: ["", "a", null, 5], labels: { a: "", b: null } }), {
      items: ["", "a"],
      labels: { a: "", b: "" },
    });
  });
});
