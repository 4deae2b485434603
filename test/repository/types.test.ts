import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { functionsSource } from "../../tools/functions";
import { pluginLookupsSource } from "../../tools/plugin-lookups";
import { typeSources } from "../../tools/types";
import { repositoryRoot } from "../support/workspace";

describe("the named types", function () {
  this.timeout(60_000);
  let sources: ReadonlyMap<string, string>;
  before(() => {
    sources = typeSources();
  });

  for (const file of ["src/program/generated/results.ts", "src/program/generated/inputs.ts"]) {
    it(`in ${file} equal what the tool generates from the declarations (npm run docs rewrites them)`, () => {
      assert.equal(readFileSync(join(repositoryRoot, file), "utf8"), sources.get(file));
    });
  }

  it("have a comment on every type and field", () => {
    for (const [file, text] of sources) {
      const lines = text.split("\n");
      const bare = lines.filter(
        (line, i) =>
          /^(export (interface|type) | {2}(readonly )?\w+\??: )/.test(line) && !/\*\/$/.test(lines[i - 1] ?? ""),
      );
      assert.deepEqual(bare, [], file);
    }
  });

  it("show no derived type, because editors and errors would print it in full", () => {
    for (const [file, text] of sources) assert.doesNotMatch(text, /MessageType|Field<|typeof/, file);
  });
});

describe("the lookups", function () {
  this.timeout(60_000);

  for (const [file, source] of [
    ["src/program/generated/functions.ts", functionsSource],
    ["src/hosts/generated/plugin-lookups.ts", pluginLookupsSource],
  ] as const)
    it(`in ${file} equal what the tool generates from the declarations (npm run docs rewrites them)`, () =>
      assert.equal(readFileSync(join(repositoryRoot, file), "utf8"), source()));
});
