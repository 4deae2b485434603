import assert from "node:assert/strict";
import { Urns } from "../../../../src/hosts/dynamic/run";
import { Ownership } from "../../../../src/hosts/shared/ownership";
import { group } from "../../../../src/resources/group";
import { roleBinding } from "../../../../src/resources/role-binding";
import type { ResourceSpec } from "../../../../src/spec/resource";
import { UNKNOWN } from "../../../../src/spec/unknown";
import type { Values } from "../../../../src/spec/values";

const inputs = { parentUid: "org", name: "team" };

describe("the resource of a diff or a create", () => {
  const inputsOf = (name: string) => ({ parentUid: "org", identityUid: name, roleUid: "viewer" });
  let ownership: Ownership;
  let urns: Urns;
  beforeEach(() => {
    ownership = new Ownership();
    urns = new Urns(ownership.declared);
  });
  const check = (spec: ResourceSpec, urn: string, isRecorded: boolean, inputs: Values) => {
    ownership.noteCheck({ spec, urn }, inputs, isRecorded);
    urns.note(urn, inputs);
  };
  const checked = (urn: string, isRecorded: boolean) => check(roleBinding, urn, isRecorded, inputsOf(urn));
  const next = (name: string, verb: "diff" | "create") => urns.of(roleBinding, inputsOf(name), verb);

  it("is the one whose check returned the inputs, with keys in any order", () => {
    for (const urn of ["a", "b"]) checked(urn, true);
    assert.equal(next("b", "diff"), "b");
    assert.equal(urns.of(roleBinding, { roleUid: "viewer", identityUid: "a", parentUid: "org" }, "diff"), "a");
  });

  it("is one of the same place if a policy has changed the inputs", () => {
    check(group, "team", true, inputs);
    const changed = { ...inputs, description: "by policy" };
    assert.equal(urns.of(group, changed, "diff"), "team");
    assert.equal(urns.of(group, changed, "create"), undefined);
  });

  it("is the one that waits for a diff if a policy has changed its place, and none if inputs are unknown", () => {
    check(group, "team", true, inputs);
    assert.equal(urns.of(group, { ...inputs, name: "corp-team" }, "diff"), "team");
    assert.equal(urns.of(group, { ...inputs, parentUid: UNKNOWN }, "diff"), undefined);
  });

  it("is none for a diff without a check before, and for a resource that is replaced without a diff", () => {
    assert.equal(next("a", "diff"), undefined);
    checked("a", true);
    checked("a", false);
    assert.equal(next("a", "diff"), undefined);
    assert.equal(next("a", "create"), "a");
  });
});
