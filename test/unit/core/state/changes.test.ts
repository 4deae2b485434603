import assert from "node:assert/strict";
import { inputsOf, outputsAfterRead } from "../../../../src/core/state/after-read";
import { changes } from "../../../../src/core/state/changes";
import { pathText } from "../../../../src/core/state/paths";
import { identity } from "../../../../src/resources/identity";
import { repo } from "../../../../src/resources/repo";
import { NOTES } from "../../../../src/spec/proof";
import type { Fields } from "../../../../src/spec/types";
import { UNKNOWN } from "../../../../src/spec/unknown";
import type { Values } from "../../../../src/spec/values";
import { full, kinds } from "../../../support/kinds";

const pathsOf = (fields: Fields, recorded: Values, desired: Values) =>
  changes(fields, recorded, desired).map(({ path, implied }) => pathText(path) + (implied ? " (implied)" : ""));

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

  it("ignore the difference between absent and empty values, for every kind", () => {
    const empty = {
      text: "",
      time: "",
      flag: false,
      count: 0,
      level: "LEVEL_UNSPECIFIED",
      items: [],
      labels: {},
      inner: { leaf: "" },
      left: "",
      right: {},
    };
    assert.deepEqual(pathsOf(kinds, {}, empty), []);
    assert.deepEqual(pathsOf(kinds, empty, {}), []);
    assert.deepEqual(pathsOf(kinds, full, { ...full, stamp: "2026-01-01T00:00:00Z" }), []);
  });

  it("name each field that differs, and the fields of a message that is on both sides", () => {
    assert.deepEqual(pathsOf(kinds, full, { ...full, inner: { leaf: "new", other: "o" }, count: 4 }), [
      "count",
      "inner.leaf",
    ]);
    assert.deepEqual(pathsOf(kinds, full, { ...full, inner: { leaf: "l" } }), ["inner.other"]);
    assert.deepEqual(pathsOf(identity.fields, claims({ claims: { a: "1" } }), claims({ claims: { a: "2", b: "3" } })), [
      "claimMatch.claims",
    ]);
  });

  it("name a whole message that is new, removed, or contains an unknown value", () => {
    const { inner: _, ...without } = full;
    assert.deepEqual(pathsOf(kinds, without, full), ["inner"]);
    assert.deepEqual(pathsOf(kinds, full, without), ["inner"]);
    assert.deepEqual(pathsOf(kinds, { ...full, inner: { leaf: "" } }, full), ["inner"]);
    assert.deepEqual(pathsOf(kinds, full, { ...full, inner: { leaf: UNKNOWN, other: "o" } }), ["inner"]);
  });

  it("name whole lists and maps, a list also for its order, a set not", () => {
    assert.deepEqual(pathsOf(kinds, { items: ["a", "b"] }, { items: ["b", "a"] }), ["items"]);
    assert.deepEqual(pathsOf(repo.fields, { bundles: ["a", "b"] }, { bundles: ["b", "a"] }), []);
    assert.deepEqual(pathsOf(repo.fields, { bundles: ["a", "b"] }, { bundles: ["a"] }), ["bundles"]);
    assert.deepEqual(pathsOf(kinds, { labels: { a: "" } }, { labels: {} }), ["labels"]);
  });

  it("imply the removal of the former member of a oneof", () => {
    const { left: _, ...without } = full;
    assert.deepEqual(pathsOf(kinds, full, { ...without, right: { leaf: "r" } }), ["left (implied)", "right"]);
    assert.deepEqual(pathsOf(kinds, full, without), ["left"]);
    assert.deepEqual(pathsOf(identity.fields, claims(), { claimMatch: { issuer, subjectPattern: "s.*" } }), [
      "claimMatch.subject (implied)",
      "claimMatch.subjectPattern",
    ]);
    assert.deepEqual(pathsOf(identity.fields, claims(), { servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }), [
      "claimMatch (implied)",
      "servicePrincipal",
    ]);
  });

  it("leave out what the server filled in and the program does not mention", () => {
    const recorded = (...filled: readonly string[]) => ({ ...full, [NOTES]: { filled } });
    const desired = { ...full, text: "", inner: { leaf: "l" } };
    assert.deepEqual(pathsOf(kinds, recorded("text", "inner.other"), desired), []);
    assert.deepEqual(pathsOf(kinds, recorded("text"), { ...full, text: "mine" }), ["text"]);
  });
});
