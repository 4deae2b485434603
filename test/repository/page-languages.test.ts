import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

const page = readPage("docs/languages.md");

/** The blocks of code in the page that follow a line with a file's name, by that name. */
const files = new Map(
  [...page.matchAll(/^`platform-plugin\/([\w.]+)`:\n\n```\w+\n([\s\S]*?)```\n/gm)].map(([, name = "", text = ""]) => [
    name,
    text,
  ]),
);

describe("the page about other languages", () => {
  it("has the files of the plugin's folder as in the examples, which `npm run languages` installs and runs", () => {
    const names = readdirSync(join(repositoryRoot, "examples/platform-plugin"), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "package-lock.json")
      .map(({ name }) => name);
    assert.deepEqual([...files.keys()].sort(), names.sort());
    for (const [name, text] of files) assert.equal(text, readPage(`examples/platform-plugin/${name}`), name);
  });
});
