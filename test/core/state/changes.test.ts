import assert from "node:assert/strict";
import { changes } from "../../../src/core/state/changes";
import { pathText } from "../../../src/core/state/paths";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import type { Values } from "../../../src/description/spec/values";
import { full, kinds } from "./kinds";

const pathsOf = (recorded: Values, desired: Values) =>
  changes(kinds, recorded, desired).map(({ path }) => pathText(path));

describe("changes", () => {
  it("name a whole message that is new, removed, or contains an unknown value", () => {
    const { inner: _, ...without } = full;
    assert.deepEqual(pathsOf(without, full), ["inner"]);
    assert.deepEqual(pathsOf(full, without), ["inner"]);
    assert.deepEqual(pathsOf({ ...full, inner: { leaf: "" } }, full), ["inner"]);
    assert.deepEqual(pathsOf(full, { ...full, inner: { leaf: UNKNOWN, other: "o" } }), ["inner"]);
  });
});
