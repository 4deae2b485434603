import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

const page = readPage("docs/troubleshooting.md");

/** The sources as one text. */
const sources = (): string => {
  const folder = join(repositoryRoot, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
};

/** What rows quote in their first column: whole messages, and texts inside of a problem. */
const quotedIn = (text: string): string[] =>
  [...text.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one),
  );

describe("docs/troubleshooting.md", () => {
  it("has at most 1,800 words", () => {
    assert.ok(page.split(/\s+/).length <= 1800);
  });

  it("quotes values of this package as the sources have them", () => {
    const surprises = page.slice(page.indexOf("## Results that surprise"));
    const texts = quotedIn(surprises).filter((text) => text.split(" ").length > 3);
    assert.equal(texts.length, 1);
    const all = sources();
    assert.deepEqual(
      texts.filter((text) => !all.includes(text)),
      [],
    );
  });
});
