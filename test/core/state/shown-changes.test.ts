import assert from "node:assert/strict";
import { changes } from "../../../src/core/state/changes";
import { shownChanges } from "../../../src/core/state/shown-changes";
import { resources } from "../../../src/description/resources/index";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import type { Values } from "../../../src/description/spec/values";
import { group, identity, identityProvider, subscription } from "../../support/resources";
import { maximalInputs } from "../../support/samples";
import { anyWorld } from "../laws/arbitraries";

const shown = (spec: ResourceSpec, recorded: Values, desired: Values, mayShow = (_: string) => true) =>
  shownChanges(changes(spec.fields, recorded, desired), [recorded, desired], mayShow);

describe("changes in words", () => {
  it("have the former and the new value of each field", () => {
    const before = { parentUid: "org", name: "a", description: "made by hand" };
    assert.deepEqual(shown(group, before, { ...before, description: "now managed" }), [
      'description: "made by hand" → "now managed"',
    ]);
    assert.deepEqual(shown(group, { parentUid: "org", name: "a" }, before), ['description: (none) → "made by hand"']);
    assert.deepEqual(shown(group, before, { ...before, description: UNKNOWN }), [
      'description: "made by hand" → (not known yet)',
    ]);
  });

  it("go down to the fields of a message, and show what another member of a oneof clears", () => {
    const before = { claimMatch: { issuer: "https://a.example.com", subject: "s" } };
    const after = { claimMatch: { issuer: "https://b.example.com", subjectPattern: "s.*" } };
    assert.deepEqual(shown(identity, before, after).sort(), [
      'claimMatch.issuer: "https://a.example.com" → "https://b.example.com"',
      'claimMatch.subject: "s" → (none)',
      'claimMatch.subjectPattern: (none) → "s.*"',
    ]);
    const fresh = { oidc: { issuer: "https://a.example.com", clientId: "c", clientSecret: "not to be seen" } };
    assert.deepEqual(shown(identityProvider, {}, fresh), [
      'oidc.issuer: (none) → "https://a.example.com"',
      'oidc.clientId: (none) → "c"',
      "oidc.clientSecret: [secret] will be set",
    ]);
  });

  it("show neither value of a secret, and no more of a sink than its origin (row 116)", () => {
    const hidden = shown(group, { description: "old secret" }, { description: "new secret" }, () => false);
    assert.deepEqual(hidden, ["description: [secret] will be set"]);
    assert.deepEqual(
      shown(group, { description: "old secret" }, { description: "" }, () => false),
      ["description: [secret] will be cleared"],
    );
    const sinks = shown(subscription, { sink: "https://a.example.com/t0ken" }, { sink: "https://b.example.com/t1ken" });
    assert.deepEqual(sinks, ["sink: https://a.example.com/… → https://b.example.com/…"]);
    for (const spec of Object.values(resources)) {
      const desired = maximalInputs(anyWorld, spec);
      const texts = shown(spec, {}, desired, () => false).join("; ");
      for (const value of Object.values(desired))
        if (typeof value === "string") assert.ok(!texts.includes(value), `${spec.type}: ${texts}`);
    }
  });

  it("have what others wrote in quotes, on one line, cut after 200 characters (row 118)", () => {
    const [text = ""] = shown(group, { description: 'x" → "y"\n; all is well' }, { description: "z".repeat(500) });
    assert.ok(text.startsWith(`description: "x' → 'y' ; all is well" → "zzz`), text);
    assert.ok(text.length < 300 && !text.includes("\n"));
  });
});
