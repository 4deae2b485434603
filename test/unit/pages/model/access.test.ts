import assert from "node:assert/strict";
import type { GraphPage } from "../../../../src/cli/page";
import { Access } from "../../../../src/pages/model/access";
import { closedAtFirst, focusOf } from "../../../../src/pages/model/focus";
import { graphPage } from "../../../support/page-data";

const page: GraphPage = {
  kind: "graph",
  title: "Access",
  groups: [
    { id: "g1", name: "acme", parent: undefined },
    { id: "g2", name: "web", parent: 0 },
    { id: "g3", name: "api", parent: 0 },
  ],
  identities: [
    { id: "i1", name: "ci", group: 1 },
    { id: "i2", name: "Ada", group: undefined },
  ],
  roles: [
    { id: "r1", name: "owner", capabilities: [0, 1], givesAccess: true },
    { id: "r2", name: "auditor", capabilities: [0] },
  ],
  capabilities: ["CAP_A", "CAP_B"],
  bindings: [
    [1, 0, 0],
    [0, 1, 1, "added"],
    [0, 1, 2],
    [1, 1, 1],
  ],
};
const all = { text: "", role: "", capability: "", identity: "", change: "" };

describe("the access that a page shows", () => {
  const access = new Access(page);
  const left = (filter: Partial<typeof all>) =>
    [...access.filtered({ ...all, ...filter })].map((bound) => `b${access.bound.indexOf(bound) + 1}`);

  it("is a tree of groups by name, with the bindings in each by name", () => {
    const [root] = access.roots;
    assert.deepEqual(
      root?.children.map(({ group }) => group.name),
      ["api", "web"],
    );
    assert.deepEqual(
      root?.children[1]?.bound.map(({ identity }) => identity.path),
      ["Ada", "acme/web/ci"],
    );
    assert.equal(access.groups.get("g2")?.path, "acme/web");
  });

  it("is filtered by each field, by all of them, and by words in all names above", () => {
    assert.deepEqual(left({}), ["b1", "b2", "b3", "b4"]);
    assert.deepEqual(left({ role: "r2" }), ["b2", "b3", "b4"]);
    assert.deepEqual(left({ capability: "CAP_B" }), ["b1"]);
    assert.deepEqual(left({ identity: "i1" }), ["b2", "b3"]);
    assert.deepEqual(left({ change: "added" }), ["b2"]);
    assert.deepEqual(left({ text: "ACME auditor" }), ["b2", "b3", "b4"]);
    assert.deepEqual(left({ text: "api", identity: "i2" }), []);
    assert.deepEqual(access.capabilities(), ["CAP_A", "CAP_B"]);
  });

  it("refuses places that the page does not have, and a group listed before its parent", () => {
    assert.throws(() => new Access({ ...page, bindings: [[9, 0, 0]] }), /no item 9 of 2/);
    const circle = page.groups.map((group) => (group.id === "g1" ? { ...group, parent: 1 } : group));
    assert.throws(() => new Access({ ...page, groups: circle }), /no item 1 of 0/);
  });
});

describe("what a thing is linked to", () => {
  const access = new Access(page);
  const lines = (kind: "group" | "identity" | "role", id: string) =>
    focusOf(access, { kind, id })?.children.flatMap(({ name, children }) =>
      children.map((child) => [name, child.name, child.note].filter(Boolean).join(" | ")),
    );

  it("is, for an identity, its roles and the paths of the groups where it has them", () => {
    assert.deepEqual(lines("identity", "i1"), ["auditor | acme/api", "auditor | acme/web | added"]);
  });

  it("is, for a role, the paths of the groups where it is given and to whom", () => {
    assert.deepEqual(lines("role", "r2"), ["acme/api | ci | in acme/web", "acme/web | Ada", "acme/web | ci | added"]);
  });

  it("is, for a group, the roles in it and who has them, also those from above, and roles that give access first", () => {
    assert.deepEqual(lines("group", "g2"), ["owner | Ada | from acme", "auditor | Ada", "auditor | ci | added"]);
    assert.deepEqual(lines("group", "g1"), ["owner | Ada"]);
  });

  it("is, for a group, also what applies in every group, which is the last root with bindings", () => {
    const everywhere = new Access({
      ...page,
      groups: [
        ...page.groups,
        { id: "", name: "every group", parent: undefined },
        { id: "g4", name: "a public one", parent: undefined },
      ],
      bindings: [...page.bindings, [0, 0, 3]],
    });
    assert.deepEqual(
      everywhere.roots.map(({ group }) => group.name),
      ["acme", "every group", "a public one"],
    );
    const names = (id: string) =>
      focusOf(everywhere, { kind: "group", id })?.children.flatMap(({ children }) => children.map(({ note }) => note));
    assert.ok(names("g2")?.includes("from every group"));
    assert.equal(names("")?.length, 1);
  });

  it("is nothing for what the page does not have", () => {
    for (const id of ["unseen", "__proto__", "r1"]) assert.equal(focusOf(access, { kind: "group", id }), undefined);
  });

  it("holds each binding once, of a large organization too, and begins with large branches closed", () => {
    const large = new Access(graphPage(500));
    const links = [...large.roles.keys()].map(
      (id) =>
        focusOf(large, { kind: "role", id })?.children.reduce((sum, { children }) => sum + children.length, 0) ?? 0,
    );
    assert.equal(
      links.reduce((sum, count) => sum + count, 0),
      500,
    );
    const root = focusOf(large, { kind: "group", id: "root" });
    assert.ok(root);
    assert.ok(
      closedAtFirst({ ...root, children: root.children.map((child) => ({ ...child, children: Array(9).fill(root) })) })
        .size > 0,
    );
    const small = focusOf(access, { kind: "group", id: "g2" });
    assert.ok(small);
    assert.equal(closedAtFirst(small).size, 0);
  });
});
