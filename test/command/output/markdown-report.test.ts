import assert from "node:assert/strict";
import type { Table } from "../../../src/command/declaration";
import { markdownReport } from "../../../src/command/output/markdown";

const tableOf = (count: number, cell: string, title = "Changed"): Table => ({
  title,
  columns: [{ key: "name", heading: "NAME" }],
  rows: Array.from({ length: count }, () => [cell]),
  empty: "None.",
});

const reportOf = (tables: readonly Table[], notes: readonly string[], comment = { id: "x", headline: "h" }) => ({
  // A report has a table at least, which a test of its head does not need.
  tables: tables as [Table, ...Table[]],
  notes,
  comment,
});

describe("a report in Markdown", () => {
  it("begins with a line that nobody sees, by which it is found again, and a headline", () => {
    const text = markdownReport(
      reportOf([tableOf(1, "web")], ["One note."], { id: "drift site dev", headline: "No drift" }),
    );
    assert.equal(
      text,
      "<!-- pulumi-platform drift site dev -->\n## No drift\n\n### Changed\n\n| NAME |\n| --- |\n| web |\n\n- One note.\n",
    );
  });

  it("holds nothing in its first line that would end it", () => {
    const [first] = markdownReport(reportOf([], [], { id: "drift a-->b\n<b> --x", headline: "h" })).split("\n");
    assert.equal(first, "<!-- pulumi-platform drift a-_b__b_ -x -->");
  });

  it("makes nothing of the names in its headline and notes", () => {
    const comment = { id: "x", headline: 'Drift in "@team"' };
    const text = markdownReport(reportOf([], ['The rule "[a](http://b)" matches nothing.'], comment));
    assert.match(text, /## Drift in `@team`\n/);
    assert.match(text, /- The rule `\[a\]\(http:\/\/b\)` matches nothing\./);
  });

  it("has at most as many characters as it may, and counts the rows and notes without room (row 158)", () => {
    const long = "x".repeat(500);
    const notes = Array.from({ length: 100 }, () => long);
    const report = reportOf([tableOf(300, long, "First"), tableOf(7, long, "Second")], notes);
    for (const [maxLength, least] of [
      [undefined, 59_000],
      [2000, 900],
    ] as const) {
      const text = markdownReport(report, maxLength);
      assert.ok(text.length <= (maxLength ?? 60_000) && text.length > least, String(text.length));
      const shown = text.split("\n").filter((line) => line.startsWith("| x")).length;
      assert.match(text, new RegExp(`\\n${300 - shown} more rows are missing here\\. Standard error`));
      assert.match(text, /### Second\n\n7 more rows are missing here\./);
      assert.match(text, /- \d+ more notes are missing here\. .*\.\n$/);
    }
    assert.doesNotMatch(markdownReport(report, Number.POSITIVE_INFINITY), /missing here/);
  });

  it("uses all the room it has, and no more, however much that is (row 158)", () => {
    const report = reportOf(
      [tableOf(40, "y".repeat(90), "First"), tableOf(40, "z".repeat(40), "Second")],
      ["One note."],
    );
    const whole = markdownReport(report, Number.POSITIVE_INFINITY);
    for (let maxLength = 2000; maxLength < whole.length + 400; maxLength += 97) {
      const text = markdownReport(report, maxLength);
      assert.ok(text.length <= maxLength, `${text.length} of ${maxLength}`);
      assert.equal(text !== whole, text.includes("missing here"));
    }
  });
});
