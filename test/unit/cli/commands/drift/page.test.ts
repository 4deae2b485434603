import assert from "node:assert/strict";
import { ruleText } from "../../../../../src/cli/commands/drift/remedies";
import { CLEAN, FOUND, type Report } from "../../../../../src/cli/declaration";
import { readRules } from "../../../../../src/cli/ignoring/ignore-file";
import { rendered } from "../../../../../src/cli/output/render";
import type { FindingsPage } from "../../../../../src/cli/page";
import { driftFindings, findingsPage } from "../../../../support/drift-page";

const actionsOf = ({ sections }: FindingsPage) =>
  sections.flatMap(({ details = [] }) => details.flatMap(({ actions }) => actions));
const pageOf = ({ page }: Report): FindingsPage => {
  assert.ok(page?.kind === "findings");
  return page;
};

describe("the page of drift", () => {
  it("has a rule for each finding, and all rules together hide everything", () => {
    const report = driftFindings(60);
    assert.equal(report.exit, FOUND);
    const rules = actionsOf(pageOf(report)).filter(({ label }) => label.includes(".pulumi-platform-ignore"));
    assert.equal(rules.length, 60);
    const text = rules.flatMap(({ lines }) => lines).join("\n");
    const ignored = driftFindings(60, { rules: text });
    assert.equal(ignored.exit, CLEAN);
    assert.deepEqual(
      pageOf(ignored).sections.map(({ empty }) => empty),
      ["There is no drift."],
    );
  });

  it("offers to delete each unmanaged object, and then no longer has it", () => {
    const uids = actionsOf(findingsPage(60)).flatMap(({ label, lines }) => (label.includes("delete it") ? lines : []));
    assert.equal(uids.length, 40);
    const { counts } = pageOf(driftFindings(60, { gone: new Set(uids) }));
    assert.deepEqual(
      counts.map(({ text }) => text),
      ["0", "0", "10", "10"],
    );
  });

  it("writes rules that name one object and one field, for any ids and names", () => {
    const named = { kind: "aws:s3:Bucket", uid: "a b#c", name: 'x\n"y" until 2027-01-01' };
    const text = ruleText(named, { field: "tags.a b" });
    assert.equal(text, 'aws:s3:Bucket "a b#c" "tags.a b" # x "y" until 2027-01-01');
    const [rule] = readRules(text ?? "", "rules");
    assert.deepEqual([rule?.objectText, rule?.field?.test("tags.a b"), rule?.until], ["a b#c", true, undefined]);
    assert.equal(ruleText({ ...named, uid: 'a"b' }, { when: "deleted" }), undefined);
    assert.equal(
      ruleText({ ...named, uid: "when" }, { when: "deleted" })?.split(" #")[0],
      'aws:s3:Bucket "when" when deleted',
    );
  });

  it("counts four sorts of findings, with their sections, and says which were not checked", () => {
    const { counts, sections } = findingsPage(60);
    assert.deepEqual(
      counts.map(({ text, label, section }) => [text, label, sections[section ?? -1]?.title]),
      [
        ["30", "unmanaged grants", "Unmanaged grants"],
        ["10", "other unmanaged objects", "Other unmanaged objects"],
        ["10", "changed", "Changed outside of Pulumi"],
        ["10", "deleted", "Deleted outside of Pulumi"],
      ],
    );
    assert.deepEqual(
      findingsPage(0).counts.map(({ section }) => section),
      [undefined, undefined, undefined, undefined],
    );
  });

  it("says at the top what could not be checked, and lists it below the findings, which alone are red", () => {
    const gap = { kind: "iam:Role", group: "acme", message: "the list failed" };
    const report = driftFindings(60, { unlisted: [gap] });
    assert.deepEqual(report.warnings, ["The result is incomplete: not all unmanaged objects could be checked."]);
    const { sections } = pageOf(report);
    assert.deepEqual(
      sections.map(({ title }) => title),
      [
        "Unmanaged grants",
        "Other unmanaged objects",
        "Changed outside of Pulumi",
        "Deleted outside of Pulumi",
        "Could not be checked",
      ],
    );
    const red = sections.filter(({ rows }) =>
      rows.some((cells) => cells.some((cell) => typeof cell !== "string" && cell.tone === "bad")),
    );
    assert.deepEqual(
      red.map(({ title }) => title),
      ["Unmanaged grants"],
    );
    assert.deepEqual(driftFindings(60).warnings, []);
  });

  for (const width of [80, 100, 120, 200]) {
    it(`its tables at ${width} columns shorten uids before names`, () => {
      const sink = { write: () => undefined, isTerminal: true, columns: width, hasColors: false };
      const text = rendered(driftFindings(120), "table", { sink });
      for (const name of [
        "acme/team-3/data-reader-12",
        "registry.pull",
        "giving access",
        "by-hand-9",
        "deployer-changed-3",
      ])
        assert.ok(text.includes(name), `${name} at ${width}`);
      for (const line of text.split("\n").filter((one) => one.includes("data-reader")))
        assert.ok(line.length <= width, line);
    });
  }
});
