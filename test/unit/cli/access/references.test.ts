import assert from "node:assert/strict";
import { PlannedReferences } from "../../../../src/cli/access/references";
import { findSpec } from "../../../../src/cli/organization/read";
import type { PlannedStep } from "../../../../src/cli/stack/preview";
import { resources } from "../../../../src/resources";
import { storedTypeOf } from "../../../../src/spec/place";
import { UNKNOWN } from "../../../../src/spec/unknown";

const step = (
  op: string,
  [kind, urn]: readonly [string, string],
  {
    uid,
    from = {},
    ...inputs
  }: Readonly<Record<string, unknown>> & { uid?: string; from?: Record<string, string[]> } = {},
): PlannedStep => {
  const state = { inputs, outputs: {}, dependencies: from, isRetained: false, ...(uid === undefined ? {} : { uid }) };
  return { op, urn, kind, ...(op === "create" ? {} : { before: state }), after: state };
};
const references = (steps: readonly PlannedStep[], known: ReadonlyMap<string, string> = new Map()) =>
  new PlannedReferences(new Map(steps.map((one) => [one.urn, one])), known);

describe("the uid of a planned resource", () => {
  const team = step("create", ["iam:Group", "team"], { parentUid: "r" });
  const web = step("create", ["iam:Group", "web"], { parentUid: UNKNOWN, from: { parentUid: ["team"] } });

  it("is the real one where there is one, and else one that no platform gives, below its parent's", () => {
    const of = references([team, web, step("update", ["iam:Role", "p"], { uid: "r/p" })]);
    assert.equal(of.uidOf(step("update", ["iam:Role", "p"], { uid: "r/p" })), "r/p");
    const [above, below] = [of.uidOf(team), of.uidOf(web)];
    assert.match(above, /^r\/~\d+$/);
    assert.ok(below.startsWith(`${above}/~`), below);
    assert.deepEqual([of.uidOf(team), of.uidOf(web)], [above, below]);
    assert.equal(references([team], new Map([["team", "r/t"]])).uidOf(team), "r/t");
  });

  it("is the same in each run, in any order of the steps", () => {
    const ops = step("create", ["iam:Group", "ops"], { parentUid: "r" });
    const uids = (...steps: PlannedStep[]) => {
      const of = references(steps);
      return [...steps].sort((a, b) => (a.urn < b.urn ? -1 : 1)).map((one) => of.uidOf(one));
    };
    assert.deepEqual(uids(web, ops, team), uids(team, web, ops));
  });

  it("of an organization lies below nothing", () => {
    const root = step("create", ["iam:Organization", "o"], { name: "o" });
    assert.match(references([root]).uidOf(root), /^~\d+$/);
    assert.deepEqual(
      [storedTypeOf("iam:Organization", resources), storedTypeOf("iam:Role", resources)],
      ["iam:Group", "iam:Role"],
    );
  });

  it("of a replaced one is another than before", () => {
    const replaced = step("replace", ["iam:Group", "team"], { uid: "r/t", parentUid: "r" });
    assert.match(references([replaced]).uidOf(replaced), /^r\/~/);
  });
});

describe("a reference of a planned resource", () => {
  it("through a computed output of one that is updated means that one", () => {
    const role = step("update", ["iam:Role", "p"], { uid: "r/p", parentUid: "r" });
    const binding = step("create", ["iam:RoleBinding", "b"], { roleUid: UNKNOWN, from: { roleUid: ["p"] } });
    const { after } = binding;
    assert.ok(after !== undefined);
    assert.deepEqual(references([role, binding]).meant("b", after, "roleUid"), { uid: "r/p" });
  });

  it("of the resource itself, or of a kind that this version does not know, is unknown", () => {
    const own = step("create", ["iam:RoleBinding", "b"], { roleUid: UNKNOWN, from: { roleUid: ["b"] } });
    const strange = step("create", ["iam:Wizard", "w"]);
    const other = step("create", ["iam:RoleBinding", "c"], { roleUid: UNKNOWN, from: { roleUid: ["w"] } });
    const among = references([own, strange, other]);
    for (const { urn, after } of [own, other]) {
      assert.ok(after !== undefined);
      assert.deepEqual(among.meant(urn, after, "roleUid"), { why: "roleUid is only known after the update" });
    }
    assert.equal(findSpec("iam:Wizard"), undefined);
    assert.equal(findSpec("constructor"), undefined);
  });
});
