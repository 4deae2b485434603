import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

describe("the generated pages and sources", function () {
  this.timeout(120_000);

  it("equal what `npm run docs` generates", () => {
    const args = ["--require", "./tools/typescript.cjs", join("tools", "docs.ts"), "--check"];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: repositoryRoot, encoding: "utf8" });
    assert.deepEqual({ stale: stdout, stderr, status }, { stale: "", stderr: "", status: 0 }, "run: npm run docs");
  });

  for (const file of ["src/program/generated/results.ts", "src/program/generated/inputs.ts"])
    it(`have a comment on every type and field, and no derived type, which an editor would print in full: ${file}`, () => {
      const text = readPage(file);
      const lines = text.split("\n");
      const bare = lines.filter(
        (line, i) =>
          /^(export (interface|type) | {2}(readonly )?\w+\??: )/.test(line) && !/\*\/$/.test(lines[i - 1] ?? ""),
      );
      assert.deepEqual(bare, []);
      assert.doesNotMatch(text, /MessageType|Field<|typeof/);
    });
});
