import assert from "node:assert/strict";
import { changes } from "../../../src/core/state/changes";
import { createBody, patchOf } from "../../../src/core/state/wire";
import { repo } from "../../support/resources";
import { full, kinds } from "./kinds";

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
    assert.deepEqual(body, {
      text: "",
      time: null,
      flag: false,
      count: 0,
      level: "LEVEL_UNSPECIFIED",
      items: [],
      labels: {},
      inner: null,
      left: null,
    });
    assert.deepEqual(mask, Object.keys(full));
  });
});
