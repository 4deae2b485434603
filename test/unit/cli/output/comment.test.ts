import assert from "node:assert/strict";
import type { Table } from "../../../../src/cli/declaration";
import { commentText } from "../../../../src/cli/output/comment";

const tableOf = (count: number, cell: string, title = "Changed"): Table => ({
  title,
  columns: [{ key: "name", heading: "NAME" }],
  rows: Array.from({ length: count }, () => [cell]),
  empty: "None.",
});

describe("a report as the comment of a pull request", () => {
  it("begins with a line that nobody sees, by which it is found again, and a headline", () => {
    const text = commentText({ id: "drift site dev", headline: "No drift" }, [tableOf(1, "web")], ["One note."]);
    assert.equal(
      text,
      "<!-- pulumi-platform drift site dev -->\n## No drift\n\n### Changed\n\n| NAME |\n| --- |\n| web |\n\n- One note.\n",
    );
  });

  it("holds nothing in its first line that would end it", () => {
    const [first] = commentText({ id: "drift a-->b\n<b> --x", headline: "h" }, [], []).split("\n");
    assert.equal(first, "<!-- pulumi-platform drift a-_b__b_ -x -->");
  });

  it("makes nothing of the names in its headline and notes", () => {
    const text = commentText(
      { id: "x", headline: 'Drift in "@team"' },
      [],
      ['The rule "[a](http://b)" matches nothing.'],
    );
    assert.match(text, /## Drift in `@team`\n/);
    assert.match(text, /- The rule `\[a\]\(http:\/\/b\)` matches nothing\./);
  });

  it("has at most 60,000 characters, and counts the rows and notes that have no room", () => {
    const long = "x".repeat(500);
    const notes = Array.from({ length: 100 }, () => long);
    const text = commentText(
      { id: "x", headline: "h" },
      [tableOf(300, long, "First"), tableOf(7, long, "Second")],
      notes,
    );
    assert.ok(text.length <= 60_000 && text.length > 55_000, String(text.length));
    const shown = text.split("\n").filter((line) => line.startsWith("| x")).length;
    assert.match(text, new RegExp(`\\n${300 - shown} more rows have no room here: -o json has all\\.`));
    assert.match(text, /### Second\n\n7 rows have no room here: -o json has all\./);
    assert.match(text, /- \d+ more notes: -o json has all\.\n$/);
    assert.ok(text.endsWith("\n"));
  });

  it("ends where a single row is longer than it may be", () => {
    const text = commentText({ id: "x", headline: "h" }, [tableOf(2, "long ".repeat(14_000))], []);
    assert.ok(text.length < 300 && text.includes("2 rows have no room here"));
  });
});
