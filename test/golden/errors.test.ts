import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { raisedTexts } from "../../tools/errors";
import { errorsPage } from "../../tools/messages/page";
import { longestOf } from "../../tools/messages/text";
import { repositoryRoot } from "../support/workspace";

/** The most characters of a message, where each value counts 30. */
const MAX_LENGTH = 600;

describe("docs/errors.md", function () {
  this.timeout(120_000);

  const raised = raisedTexts();
  const page = errorsPage(raised);

  it("lists what the sources say in errors and warnings (npm run docs rewrites it)", () => {
    assert.equal(readFileSync(join(repositoryRoot, "docs/errors.md"), "utf8"), page);
  });

  it("has no message that can be longer than 600 characters with its remedies", () => {
    const long = raised.filter(({ text }) => longestOf(text) > MAX_LENGTH);
    assert.deepEqual(
      long.map(({ file, line, text }) => `${file}:${line}: ${longestOf(text)} characters`),
      [],
    );
  });

  it("follows texts through functions, properties, lists and callers", () => {
    for (const [what, row] of [
      ["a text that a caller gives to a function that throws", "| …: must be a URL, like https://api.example.com |  |"],
      ["the reason of a refused input, from a table", "| … must be one line of at most 512 characters, without tabs |"],
      ["a hint that an option passes on", "PLATFORM_TOKEN_COMMAND"],
      ["a line that is pushed onto a list of remedies", "because only the platform's staff can set"],
      ["a warning", "also deletes what is in it"],
      ["a text that begins with an entry of a table", '| … is not set | - Run "pulumi config set '],
      [
        "the remedies of a name that is taken",
        "Nothing was created | - If you renamed it or moved it into a component, add",
      ],
      ["the remedies of a reason", "| … it has values that the program does not set: … | Set the same values"],
    ] as const) {
      assert.ok(page.includes(row), what);
    }
  });

  it("has no row whose message is only values, and no remedy twice in a row", () => {
    const rows = page.split("\n").filter((line) => /^\| (?!message|-)/.test(line));
    assert.ok(rows.length > 300);
    for (const row of rows) {
      const [, says = "", remedy = ""] = row.split(/(?<!\\)\|/);
      assert.match(says, /\p{L}+ \p{L}/u, row);
      const remedies = remedy.trim().split(/<br>|\. /);
      assert.equal(new Set(remedies).size, remedies.length, row);
    }
  });
});
