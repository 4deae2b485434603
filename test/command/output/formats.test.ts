import assert from "node:assert/strict";
import { z } from "zod";
import { remember } from "../../../src/client/api/secret";
import type { Table } from "../../../src/command/declaration";
import { csvTable } from "../../../src/command/output/csv";
import { jsonText } from "../../../src/command/output/json";
import { markdownText } from "../../../src/command/output/markdown";
import { rendered } from "../../../src/command/output/render";

const tableOf = (...cells: string[]): Table => ({
  columns: [{ key: "name", heading: "NAME" }],
  rows: cells.map((cell) => [cell]),
  empty: "None.",
});

const sinkOf = (columns: number | undefined) => ({ columns, write: () => {}, isTerminal: true, hasColors: false });

describe("a table in CSV", () => {
  it("quotes what has commas, quotes and line breaks", () => {
    assert.equal(csvTable(tableOf("a,b", 'say "x"', "a\nb", "plain")), 'name\n"a,b"\n"say ""x"""\na b\nplain\n');
  });

  it("holds no formula, also where the separator of a spreadsheet is another, or a sign is of full width (row 175)", () => {
    const told = csvTable(tableOf("=1+1", "+1", "\t=1", "a=b", "a;=cmd|'/c calc'!A1", "x|@sum", "＝1+1", 'a";-1'));
    assert.equal(told, `name\n'=1+1\n'+1\n =1\na=b\n"a;'=cmd|'/c calc'!A1"\n"x|'@sum"\n'＝1+1\n"a"";'-1"\n`);
  });
});

describe("a note", () => {
  const note = "Only direct children were checked. To get the lines: npx pulumi-platform import --uid 89d593650154beda";
  const at = (columns: number | undefined, text = note) =>
    rendered(
      { tables: [{ columns: [], rows: [] }], notes: [text], document: {}, schema: z.object({}), exit: 0 },
      "table",
      {
        sink: sinkOf(columns),
      },
    );

  it("breaks between words at a terminal, but not in a call that people copy, and nowhere in a pipe", () => {
    const call = "  npx pulumi-platform import --uid 89d593650154beda";
    assert.equal(at(30), `Only direct children were\nchecked. To get the lines:\n${call}\n`);
    assert.equal(at(undefined), `${note}\n`);
    const secret = "pulumi config set --secret a_long_name";
    assert.equal(at(20, `Set its secret first: ${secret}`), `Set its secret\nfirst:\n  ${secret}\n`);
    const named = 'The group "x: pulumi destroy --yes" was not checked';
    assert.doesNotMatch(at(40, named), /^ {2}pulumi/m, "a name is no call");
  });
});

describe("a table in Markdown", () => {
  it("is no more than text, whatever its cells hold", () => {
    for (const [cell, text] of [
      ["a|b", "`a\\|b`"],
      ["`code`", "`'code'`"],
      ["\\|", "`\\\\|`"],
      ...["[x](http://evil)", "<img src=x>", "@team", "#12", "**b**", "https://x.y", "- x", "curl=1.2", "x86_64"].map(
        (plain) => [plain, `\`${plain}\``] as const,
      ),
      ...["high", "fix not planned", "7.5"].map((plain) => [plain, plain] as const),
    ] as const)
      assert.equal(markdownText(cell), text);
  });
});

describe("a document in JSON", () => {
  const schema = z.strictObject({ name: z.string() });

  it("holds the very values, with what misleads escaped", () => {
    const text = jsonText({ name: "a\u202eb\u001b\n🙂" }, schema);
    assert.ok(/^[\x20-\x7e\n]*$/u.test(text.replace("🙂", "")), text);
    assert.deepEqual(JSON.parse(text), { name: "a\u202eb\u001b\n🙂" });
  });

  it("holds no secret", () => {
    remember('secret "with" quotes');
    assert.equal(JSON.parse(jsonText({ name: 'a secret "with" quotes b' }, schema)).name, "a [redacted] b");
  });

  it("is refused where its schema does not allow it", () => {
    assert.throws(() => jsonText({ name: "a", other: 1 }, schema), /other/);
  });
});
