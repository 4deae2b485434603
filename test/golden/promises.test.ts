import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";

/** Rows by the text of a page or of a test, each once, in order. */
const rowsIn = (texts: readonly string[], row: RegExp): number[] => {
  const found = texts.flatMap((text) =>
    [...text.matchAll(row)].flatMap(([, list = ""]) => list.split(",").map(Number)),
  );
  return [...new Set(found)].sort((a, b) => a - b);
};

describe("docs/promises.md", () => {
  const promised = rowsIn([readFileSync(join(repositoryRoot, "docs/promises.md"), "utf8")], /^\| (\d+) \| [EHCS] \|/gm);

  it("has rows without a gap, each is named by a test, and tests name no other rows", () => {
    const files = readdirSync(join(repositoryRoot, "test"), { recursive: true, encoding: "utf8" });
    const tests = files.filter((name) => name.endsWith(".test.ts"));
    const texts = tests.map((name) => readFileSync(join(repositoryRoot, "test", name), "utf8"));
    assert.deepEqual(
      promised,
      Array.from({ length: promised.length }, (_, i) => i + 1),
    );
    assert.deepEqual(rowsIn(texts, /\(rows? ([\d, ]+)\)/g), promised);
  });
});
