import assert from "node:assert/strict";
import { changes } from "../../../src/core/state/changes";
import { observe, patchOf } from "../../../src/core/state/wire";
import { atMostOneOf } from "../../../src/description/spec/field-options";
import {
  boolean,
  enumOf,
  type Fields,
  integer,
  list,
  map,
  message,
  optional,
  string,
} from "../../../src/description/spec/types";

/** One field of every kind, and what JavaScript calls its values. */
const kinds: Fields = {
  string: optional(string()),
  boolean: optional(boolean),
  number: optional(integer),
  level: optional(enumOf("LEVEL_UNSPECIFIED", "LEVEL_ONE")),
  items: optional(list(string())),
  labels: optional(map(string())),
  inner: optional(message({ leaf: optional(string()) })),
};

describe("a patch", () => {
  it("clears a field with its empty value, and a oneof's member with null, because an empty text would be a value", () => {
    const fields: Fields = { text: optional(string()), left: optional(string(), atMostOneOf("side")) };
    const made = changes(fields, { text: "t", left: "x" }, {});
    assert.deepEqual(patchOf(fields, made, {}).body, { text: "", left: null });
  });
});

describe("the reader of a response", () => {
  it("treats a value of another kind as absent, and throws nothing", () => {
    for (const odd of [5, "x", true, [], ["x"], {}, { x: 1 }, null])
      for (const name of Object.keys(kinds)) {
        const seen = observe(kinds, { [name]: odd })[name];
        const expected = name === "level" ? "string" : name in { string: 1, boolean: 1, number: 1 } ? name : "object";
        assert.ok(seen === undefined || typeof seen === expected, `${name}: ${JSON.stringify(odd)}`);
      }
  });

  it("keeps zeros inside of lists and maps, and drops what does not fit", () => {
    assert.deepEqual(observe(kinds, { items: ["", "a", null, 5], labels: { a: "", b: null } }), {
      items: ["", "a"],
      labels: { a: "", b: "" },
    });
  });
});
