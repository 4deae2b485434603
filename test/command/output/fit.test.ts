import assert from "node:assert/strict";
import { column, columns, named, type Table, uids, wrapping } from "../../../src/command/declaration";
import { tableText, wideText } from "../../../src/command/output/table";

const root = "89d5a4b0c1d2e3f405162738495a6b7c8d9eaf01";
const uidOf = (id: string) => `${root}/0123456789abcdef/${id}`;

const grants: Table = {
  title: "Unmanaged grants",
  columns: columns(
    named("WHO", { isFinding: true }),
    named("ROLE", { isFinding: true }),
    named("GROUP"),
    "KIND",
    wrapping("WHY"),
    uids("UID"),
  ),
  rows: [
    [
      "acme/data/data-reader",
      "registry.pull",
      "acme/data",
      "iam:RoleBinding",
      "a reason of some length that may be cut",
      uidOf("4ecd951c40ecbe0c"),
    ],
    ["acme/platform/deploy", "owner", "acme", "iam:RoleBinding", "short", uidOf("aaaaaaaaaaaaaaaa")],
  ],
};
const names = ["acme/data/data-reader", "registry.pull", "acme/data", "acme/platform/deploy", "owner"];
const at = (width: number | undefined) => tableText(grants, { columns: width, hasColors: false });

describe("a table in the width of a terminal", () => {
  it("shows uids whole where they fit, in short where they do not, and then not at all", () => {
    assert.ok(at(200).includes(uidOf("4ecd951c40ecbe0c")));
    assert.match(at(120), / …\/4ecd951c40ecbe0c$/m);
    assert.doesNotMatch(at(120), /0123456789abcdef/);
    assert.doesNotMatch(at(80), /4ecd951c40ecbe0c/);
    assert.match(at(80), /^Hidden: UID\. Use -o wide to show all columns\.$/m);
    assert.ok(wideText(grants, { hasColors: false }).includes(uidOf("4ecd951c40ecbe0c")));
  });

  const deep = "acme/platform-engineering/developer-experience/build-and-release/ci-runners-production";

  it("wraps sentences where there is room, leaves out groups of paths, and keeps the words before a path", () => {
    for (const name of names) assert.ok(at(80).includes(name), name);
    assert.match(at(80), / {2}a reason of some length that$/m);
    assert.match(at(64), /^…\/data-reader +registry\.pull +…\/data +a reason of some length$/m);
    assert.match(at(64), /^ {38}that may be cut$/m);
    const unread = columns(named("WHAT"), wrapping("WHY", { isFinding: true }));
    const rows = [[`iam:Role in ${deep}`, "the platform refuses it"]];
    const text = tableText({ columns: unread, rows }, { columns: 80, hasColors: false });
    assert.match(text, /^iam:Role in …\/build-and-release\/ci-runners-production +the platform refuses it$/m);
  });

  const spaced = "acme/data platform/machine-learning-research";
  const deepGrants: Table = {
    columns: columns(
      named("WHO", { isFinding: true }),
      named("ROLE", { isFinding: true }),
      named("GROUP"),
      "KIND",
      column("BELOW", { isNumber: true }),
      uids("UID"),
    ),
    rows: [
      [
        `${deep}/github-actions-deploy-production`,
        "owner",
        deep,
        "iam:RoleBinding",
        "12345",
        uidOf("4ecd951c40ecbe0c"),
      ],
      [`${spaced}/nightly-training`, "artifact-promoter-and-cleaner", spaced, "iam:GroupInvite", "0", uidOf("aaaa")],
      ['whoever redeems the invite for "a/b@example.com"', "viewer", "acme", "iam:GroupInvite", "1", uidOf("bbbb")],
    ],
  };

  for (const width of [80, 120])
    it(`at ${width} columns shows each name of a deep organization whole, if need be in several lines`, () => {
      const lines = tableText(deepGrants, { columns: width, hasColors: false }).split("\n");
      for (const line of lines) assert.ok(line.length <= width, line);
      const gaps = [...(lines[0] ?? "").matchAll(/\S+/g)].map(({ index }) => index);
      const cells = gaps.map((from, i) => lines.map((line) => line.slice(from, gaps[i + 1]).trim()).join(""));
      const [who = "", role = "", group = ""] = cells;
      for (const name of ["/github-actions-deploy-production", "/nightly-training"]) assert.ok(who.includes(name), who);
      assert.ok(who.replaceAll(" ", "").includes('whoeverredeemstheinvitefor"a/b@example.com"'), who);
      assert.ok(role.includes("artifact-promoter-and-cleaner"), role);
      for (const name of ["/ci-runners-production", "/machine-learning-research"])
        assert.ok(group.includes(name), group);
    });

  it("says what all rows have in common once, unless that is the finding", () => {
    assert.match(at(200), /^Unmanaged grants\nSame in all rows: KIND iam:RoleBinding\nWHO +ROLE +GROUP +WHY +UID$/m);
    const alike = { ...grants, rows: grants.rows.map(([who = "", , ...rest]) => [who, "owner", ...rest]) };
    assert.match(tableText(alike, { columns: 200, hasColors: false }), /^acme\/data\/data-reader +owner /m);
  });
});
