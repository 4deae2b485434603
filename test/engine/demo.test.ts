import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { repositoryRoot } from "../support/workspace";

describe("the demo", function () {
  this.timeout(180_000);

  it("plays all five steps to the end, each checked as it goes", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--require", "ts-node/register/transpile-only", "tools/demo.ts"],
      { cwd: repositoryRoot, encoding: "utf8" },
    );
    assert.equal(status, 0, stdout + stderr);
    for (const step of [1, 2, 3, 4, 5]) assert.match(stdout, new RegExp(`^${step}\\. `, "m"));
    assert.match(stdout, /the platform saw: PATCH \S+\?updateMask=description$/m);
    assert.match(stdout, /Nothing is left on the platform/);
  });
});
