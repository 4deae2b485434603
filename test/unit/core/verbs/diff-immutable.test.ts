import assert from "node:assert/strict";
import { diff } from "../../../../src/core/verbs/diff";
import { defineResource } from "../../../../src/spec/resource";
import { message, optional, string } from "../../../../src/spec/types";

describe("an immutable message", () => {
  const spec = defineResource({
    type: "test:Fixed",
    collection: "/test/v2/fixed",
    needs: { see: ["CAP_IAM_GROUPS_LIST"] },
    update: "patch",
    fields: {
      inner: optional(message({ leaf: optional(string()), other: optional(string()) }), { immutable: true }),
      free: optional(message({ leaf: optional(string()) })),
    },
  });

  it("replaces the resource when a field in it changes", () => {
    const before = { inner: { leaf: "a", other: "o" }, free: { leaf: "a" } };
    assert.deepEqual(diff(spec, before, { ...before, inner: { leaf: "b", other: "o" } }).replaces, ["inner"]);
    assert.deepEqual(diff(spec, before, { ...before, free: { leaf: "b" } }).replaces, []);
  });
});
