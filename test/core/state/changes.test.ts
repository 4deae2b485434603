import assert from "node:assert/strict";
import { inputsOf, outputsAfterRead } from "../../../src/core/state/after-read";
import { changes } from "../../../src/core/state/changes";
import { pathText } from "../../../src/core/state/paths";
import { identity } from "../../../src/description/resources/identity";
import { NOTES } from "../../../src/description/spec/proof";
import type { Fields } from "../../../src/description/spec/types";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import type { Values } from "../../../src/description/spec/values";
import { full, kinds } from "./kinds";

const pathsOf = (fields: Fields, recorded: Values, desired: Values) =>
  changes(fields, recorded, desired).map(({ path, byServer }) => pathText(path) + (byServer ? " (implied)" : ""));

const issuer = "https://i.example.com";
const claims = (more: Values = {}) => ({ claimMatch: { issuer, subject: "s", ...more } });

describe("changes", () => {
  it("never clear what is kept when it is left out, be it another's or of a state that notes nothing of it", () => {
    const recorded = { parentUid: "org", name: "bot", ...claims(), company: "Acme" };
    const { company: _, ...desired } = recorded;
    assert.deepEqual(pathsOf(identity.fields, recorded, desired), []);
    assert.deepEqual(pathsOf(identity.fields, recorded, { ...desired, company: "Other" }), ["company"]);
    const read = outputsAfterRead(identity.fields, desired, recorded);
    assert.deepEqual(inputsOf(identity.fields, read), desired, "a read makes it no input");
  });

  it("name a whole message that is new, removed, or contains an unknown value", () => {
    const { inner: _, ...without } = full;
    assert.deepEqual(pathsOf(kinds, without, full), ["inner"]);
    assert.deepEqual(pathsOf(kinds, full, without), ["inner"]);
    assert.deepEqual(pathsOf(kinds, { ...full, inner: { leaf: "" } }, full), ["inner"]);
    assert.deepEqual(pathsOf(kinds, full, { ...full, inner: { leaf: UNKNOWN, other: "o" } }), ["inner"]);
  });

  it("leave out what the server filled in and the program does not mention", () => {
    const recorded = (...filled: readonly string[]) => ({ ...full, [NOTES]: { filled } });
    const desired = { ...full, text: "", inner: { leaf: "l" } };
    assert.deepEqual(pathsOf(kinds, recorded("text", "inner.other"), desired), []);
    assert.deepEqual(pathsOf(kinds, recorded("text"), { ...full, text: "mine" }), ["text"]);
  });
});
