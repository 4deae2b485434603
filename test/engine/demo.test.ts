import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { demoPage, type Step, stepsOf } from "../../tools/session";
import { readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

/** The lines of a step that are the same in each run, sorted. */
const lasting = ({ lines }: Step): string[] =>
  lines
    .filter((line) => line.trim() !== "" && !/^ +Duration:/.test(line))
    .map((line) =>
      line
        .replace(/[0-9a-f]{40}(\/[0-9a-f]{16})*/g, "<uid>")
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
        .replace(/sha256:[0-9a-f]{64}/g, "<digest>"),
    )
    .sort();

describe("the demo @all", function () {
  this.timeout(180_000);

  it("runs all five steps to the end, checks each of them, and prints what docs/demo.md shows", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--require", "./tools/typescript.cjs", "tools/demo.ts"],
      { cwd: repositoryRoot, encoding: "utf8" },
    );
    assert.equal(status, 0, stdout + stderr);
    for (const step of [1, 2, 3, 4, 5]) assert.match(stdout, new RegExp(`^${step}\\. `, "m"));
    assert.match(stdout, /the platform saw: PATCH \S+\?updateMask=description$/m);
    assert.match(stdout, /Nothing is left on the platform/);

    const [printed, recorded] = [stepsOf(demoPage(stdout)), stepsOf(readPage("docs/demo.md"))];
    assert.deepEqual(
      printed.map(({ title }) => title),
      recorded.map(({ title }) => title),
    );
    for (const [i, step] of printed.entries()) {
      const hint = `step ${i + 1} prints something else than docs/demo.md. Run npm run docs:session to record it again`;
      assert.deepEqual(lasting(step), lasting(recorded[i] ?? { title: "", lines: [] }), hint);
    }
  });
});
