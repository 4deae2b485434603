import assert from "node:assert/strict";
import { group } from "../../../src/description/resources/group";
import { roleBinding } from "../../../src/description/resources/role-binding";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import type { Values } from "../../../src/description/spec/values";
import { Urns } from "../../../src/hosts/dynamic/run";
import { Ownership } from "../../../src/hosts/shared/ownership";

const inputs = { parentUid: "org", name: "team" };

describe("the resource of a diff or a create", () => {
  const inputsOf = (name: string) => ({ parentUid: "org", identityUid: name, roleUid: "viewer" });
  let ownership: Ownership;
  let urns: Urns;
  beforeEach(() => {
    ownership = new Ownership();
    urns = new Urns(ownership.declared);
  });
  const check = (spec: ResourceSpec, urn: string, recorded: Values, inputs: Values) => {
    ownership.noteCheck({ spec, urn }, inputs, Object.keys(recorded).length > 0);
    urns.note(spec, urn, [recorded, inputs]);
  };
  const checked = (urn: string, isRecorded = true) =>
    check(roleBinding, urn, isRecorded ? inputsOf(urn) : {}, inputsOf(urn));
  const diffed = (recorded: string, desired = recorded) =>
    urns.ofDiff({ spec: roleBinding, uid: `org/${recorded}` }, inputsOf(recorded), inputsOf(desired));
  const team = (desired: Values, recorded: Values = inputs) =>
    urns.ofDiff({ spec: group, uid: "org/team" }, recorded, desired);

  it("is the one whose check got these recorded inputs, with keys in any order", () => {
    for (const urn of ["a", "b"]) checked(urn);
    assert.equal(diffed("b"), "b");
    const reordered = { roleUid: "viewer", identityUid: "a", parentUid: "org" };
    assert.equal(urns.ofDiff({ spec: roleBinding, uid: "org/a" }, reordered, reordered), "a");
  });

  it("is found if a policy has changed the inputs, also their place", () => {
    check(group, "team", inputs, inputs);
    assert.equal(team({ ...inputs, description: "by policy" }), "team");
    assert.equal(team({ ...inputs, name: "corp-team" }), "team");
    assert.equal(team({ ...inputs, parentUid: UNKNOWN }), "team");
    assert.equal(urns.ofCreate(group, inputs), undefined);
  });

  it("is found if an update that stopped half-way recorded inputs of another place", () => {
    check(group, "team", inputs, inputs);
    assert.equal(team(inputs, { ...inputs, name: "former" }), "team");
  });

  it("is none for another object, whose diff in a refresh comes before its check", () => {
    checked("a");
    assert.equal(diffed("b"), undefined);
    // The resources of a list are shifted: "a" gets what "b" has.
    check(roleBinding, "a", inputsOf("a"), inputsOf("b"));
    assert.equal(diffed("b"), undefined);
    assert.equal(diffed("a", "b"), "a");
  });

  it("is none for a diff without a check before, and for a resource that is replaced without a diff", () => {
    assert.equal(diffed("a"), undefined);
    checked("a");
    checked("a", false);
    assert.equal(diffed("a"), undefined);
    assert.equal(urns.ofCreate(roleBinding, inputsOf("a")), "a");
  });
});
