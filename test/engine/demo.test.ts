import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

describe("the demo", function () {
  this.timeout(180_000);

  it("runs all five steps to the end, checks each of them, and prints what the README shows", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--require", "./tools/typescript.cjs", "tools/demo.ts"],
      { cwd: repositoryRoot, encoding: "utf8" },
    );
    assert.equal(status, 0, stdout + stderr);
    for (const step of [1, 2, 3, 4, 5]) assert.match(stdout, new RegExp(`^${step}\\. `, "m"));
    assert.match(stdout, /the platform saw: PATCH \S+\?updateMask=description$/m);
    assert.match(stdout, /Nothing is left on the platform/);

    const [, excerpt = ""] = /```diff\n(.*?)\n```/s.exec(readPage("README.md")) ?? [];
    const printed = stdout.split("\n").map((line) => line.trim());
    assert.ok(excerpt.split("\n").length > 3);
    for (const line of excerpt.split("\n")) assert.ok(printed.includes(line), line);
  });
});
