import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
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

const page = readFileSync(join(repositoryRoot, "docs/promises.md"), "utf8");
const IN_TITLES = /\(rows? ([\d, ]+)\)/g;

/** What mocha prints of a test. */
interface Title {
  readonly fullTitle: string;
}

/** Full titles of the tests on the engine that `npm test` runs. mocha puts them together, and runs nothing. */
function usualEngineTitles(): string[] {
  const files = ["engine", "chaos"].flatMap((folder) =>
    readdirSync(join(repositoryRoot, "test", folder))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => join("test", folder, name)),
  );
  const args = [require.resolve("mocha/bin/mocha.js"), "--dry-run", "--reporter", "json", ...files];
  const report = execFileSync(process.execPath, args, {
    cwd: repositoryRoot,
    encoding: "utf8",
    env: { ...process.env, PULUMI_PLATFORM_PULUMI: "none", TEST_COSTS_FILE: undefined },
    maxBuffer: 64 * 1024 * 1024,
  });
  // A test file may print while it is loaded.
  const { tests } = JSON.parse(report.slice(report.indexOf("{\n"))) as { readonly tests: readonly Title[] };
  return tests.map(({ fullTitle }) => fullTitle).filter((title) => !title.includes("@all"));
}

describe("docs/promises.md", () => {
  const promised = rowsIn([page], /^\| (\d+) \| [EHCS] \|/gm);

  it("has rows without a gap, each is named by a test, and tests name no other rows", () => {
    const files = readdirSync(join(repositoryRoot, "test"), { recursive: true, encoding: "utf8" });
    const tests = files.filter((name) => name.endsWith(".test.ts"));
    const texts = tests.map((name) => readFileSync(join(repositoryRoot, "test", name), "utf8"));
    assert.deepEqual(
      promised,
      Array.from({ length: promised.length }, (_, i) => i + 1),
    );
    assert.deepEqual(rowsIn(texts, IN_TITLES), promised);
  });

  it("has a test on the engine in `npm test` for each row of the engine", function () {
    this.timeout(60_000);
    const shown = new Set(rowsIn(usualEngineTitles(), IN_TITLES));
    const missing = rowsIn([page], /^\| (\d+) \| E \|/gm).filter((row) => !shown.has(row));
    assert.deepEqual(missing, [], "npm test runs no test in test/engine or test/chaos that names these rows");
  });
});
