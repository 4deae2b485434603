import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

const FACT = /^- \*\*([A-Z]+)-(\d+)\*\* \S/gm;

/** The number of a fact, `IAM-12`. */
const ID = /\b([A-Z]+)-(\d+)\b/g;

/** The comments of a file as lines, without their marks. */
const commentsOf = (text: string): string[] =>
  text.split("\n").flatMap((line) => {
    const [, words] = /^\s*(?:\/\*\*?|\*|\/\/) ?(.*)$/.exec(line) ?? /(?:\s\/\/|\/\*\*) (.*)$/.exec(line) ?? [];
    return words === undefined ? [] : [words];
  });

const sources = ["src", "test", "tools", "examples"].flatMap((folder) =>
  readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|mjs|cjs|md)$/.test(name) && !/(^|[\\/])node_modules[\\/]/.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
);

describe("docs/internals/platform-api.md", () => {
  const facts = [...readPage("docs/internals/platform-api.md").matchAll(FACT)];
  const known = new Set(facts.map(([, section, number]) => `${section}-${number}`));

  it("has every fact that a comment cites", () => {
    const wrong: string[] = [];
    let cited = 0;
    for (const file of sources)
      for (const line of commentsOf(readFileSync(join(repositoryRoot, file), "utf8")))
        for (const [, text = ""] of line.matchAll(/\(platform API:([^);]*)/g)) {
          const ids = [...text.matchAll(ID)].map(([id]) => id);
          cited += ids.length;
          if (ids.length === 0 || ids.some((id) => !known.has(id))) wrong.push(`${file}: (platform API:${text})`);
        }
    assert.deepEqual(wrong, []);
    assert.ok(cited > 100, `${cited} citations`);
  });
});
