import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

/** The sources as one text: parts that `+` joins are joined, and values that are put in stand as "…". */
function messages(): string {
  const folder = join(repositoryRoot, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n")
    .replace(/["'`]\s*\+\s*(?:\/\/[^\n]*\s*)*["'`]/g, "")
    .replaceAll("\\`", "`");
}

describe("docs/troubleshooting.md", () => {
  it("quotes messages exactly as in the sources", () => {
    const texts = messages();
    // test/engine/plugin-page.test.ts provokes Pulumi's own messages, which this part has.
    const page = readPage("docs/troubleshooting.md").replace(/^## The plugin$[\s\S]*?(?=^## )/m, "");
    const quoted = [...page.matchAll(/^\| (?:`` (.+?) ``|`([^`]+)`)/gm)].map(
      ([, withTicks, plain]) => withTicks ?? plain ?? "",
    );
    assert.ok(quoted.length > 40, `${quoted.length} messages`);
    const pieces = quoted.flatMap((message) => message.split("…").map((piece) => piece.trim()));
    assert.deepEqual(
      pieces.filter((piece) => !texts.includes(piece)),
      [],
      "no message says these",
    );
  });
});
