import assert from "node:assert/strict";
import { accessGraph, overlay, partAround } from "../../../../src/cli/access/graph";
import { modelOf } from "../../../../src/cli/access/model";
import { liveObject, smallOrganization } from "../../../support/organizations";

const model = modelOf([
  ...smallOrganization(),
  liveObject("iam:RoleBinding", "r/t/second", { identityUid: "r/t/ci", roleUid: "b1" }),
  liveObject("iam:Identity", "r/idle", { name: "idle" }),
]);

describe("the graph of access", () => {
  it("has the tree of groups, and one arrow for all roles of an identity in a group", () => {
    const { nodes, edges } = accessGraph(model);
    assert.deepEqual(
      nodes.map(({ kind, label }) => `${kind} ${label}`),
      [
        "group acme",
        "group acme/ops",
        "group acme/team",
        "group acme/team/web",
        "identity acme/team/ci",
        "identity ann@example.com",
      ],
    );
    assert.deepEqual(edges, [
      { from: "r", to: "r/o" },
      { from: "r", to: "r/t" },
      { from: "r/t", to: "r/t/w" },
      { from: "identity r/t/ci", to: "r/t", label: "puller, viewer" },
      { from: "identity person", to: "r", label: "viewer" },
    ]);
  });

  it("around a group has what lies above and below it, and what reaches that", () => {
    const part = partAround(model, "r/o");
    assert.deepEqual([...part.groups.keys()], ["r", "r/o"]);
    assert.deepEqual([...part.bindings.keys()], ["r/y"]);
    assert.deepEqual([...part.identities.keys()], ["person"]);
    assert.deepEqual([...part.roles.keys()], ["b1"]);
    assert.equal(partAround(model, undefined), model);
    // The identity is in a group outside of the part, and still has its whole path.
    const elsewhere = modelOf([
      ...smallOrganization(),
      liveObject("iam:RoleBinding", "r/o/z", { identityUid: "r/t/ci", roleUid: "b1" }),
    ]);
    const labels = accessGraph(partAround(elsewhere, "r/o"), elsewhere).nodes.map(({ label }) => label);
    assert.ok(labels.includes("acme/team/ci"), labels.join());
  });

  it("with a change has added and removed bindings, but not those that are only recreated", () => {
    const binding = (uid: string, identityUid: string, roleUid: string) =>
      liveObject("iam:RoleBinding", uid, { identityUid, roleUid });
    const before = modelOf(smallOrganization());
    const after = modelOf([
      ...smallOrganization().filter(({ uid }) => uid !== "r/y"),
      // The same grant again, another one by the same binding, and a new one.
      binding("r/anew", "person", "b1"),
      binding("r/t/x", "r/t/ci", "b1"),
      binding("r/o/new", "r/t/ci", "r/p"),
    ]);
    const { model: both, changes } = overlay(before, after, after);
    assert.deepEqual(
      [...both.bindings].map(([key, { uid, roleUid }]) => [key, uid, roleUid, changes.get(key)]),
      [
        ["r/t/x", "r/t/x", "b1", "added"],
        ["r/anew", "r/anew", "b1", undefined],
        ["r/o/new", "r/o/new", "r/p", "added"],
        ["r/t/x now", "r/t/x now", "r/p", "removed"],
      ],
    );
    const arrows = accessGraph(both, both, changes).edges.filter(({ label }) => label !== undefined);
    assert.deepEqual(
      arrows.map(({ to, label, change }) => [to, label, change]),
      [
        ["r/o", "puller", "added"],
        ["r/t", "viewer", "added"],
        ["r/t", "puller", "removed"],
        ["r", "viewer", undefined],
      ],
    );
    assert.equal(overlay(before, before, before).changes.size, 0);
  });
});
