import assert from "node:assert/strict";
import { changes } from "../../../src/core/state/changes";
import { createBody, observe, patchOf } from "../../../src/core/state/wire";
import { repo } from "../../support/resources";
import { full, kinds } from "./kinds";

/** The empty value of each kind, but for a oneof's member. */
const empty = {
  text: "",
  time: null,
  flag: false,
  count: 0,
  level: "LEVEL_UNSPECIFIED",
  items: [],
  labels: {},
  inner: null,
};

describe("the body of a create", () => {
  it("has the set inputs under their wire names, without the parent, sub-resources and what only the server sets", () => {
    const syncConfig = { source: "o/a", google: "" };
    const inputs = { parentUid: "org", name: "app", description: "", readme: "# app", bundles: [], syncConfig };
    assert.deepEqual(createBody(repo, { ...inputs, createTime: "2026-01-01T00:00:00Z", uid: "org/x" }), {
      name: "app",
      sync_config: { source: "o/a" },
    });
  });

  it("keeps empty strings in maps and lists, where they have a meaning", () => {
    const overlay = {
      environment: { EMPTY: "" },
      contents: { runtimeRepositories: ["a", ""] },
      accounts: { users: [{ username: "u", uid: 0, shell: "" }] },
    };
    assert.deepEqual(createBody(repo, { parentUid: "org", name: "a", customOverlay: overlay }), {
      name: "a",
      customOverlay: {
        environment: { EMPTY: "" },
        contents: { runtimeRepositories: ["a", ""] },
        accounts: { users: [{ username: "u" }] },
      },
    });
  });
});

describe("a patch", () => {
  it("clears every kind of value with its kind's empty value, and a oneof's member with null", () => {
    const made = changes(kinds, full, {});
    const { body, mask } = patchOf(kinds, made, {});
    assert.deepEqual(body, { ...empty, left: null });
    assert.deepEqual(mask, Object.keys(full));
  });
});

describe("the reader of a response", () => {
  it("treats absent, null and zero fields alike", () => {
    assert.deepEqual(observe(kinds, { ...empty, left: "", stamp: null }), {});
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
