import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { repositoryRoot } from "../support/workspace";

/** What a run of tests leaves: `passed failed skipped state` in the file of totals, and its exit code. */
interface Left {
  readonly totals: string;
  readonly code: number;
}

describe(".ci/run", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ci-run-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs the script with an npm that leaves this of `npm test` and of `npm run test:rest`. */
  function run(test: Left, rest: Left) {
    const branch = ({ totals, code }: Left) => `printf '%s' '${totals}' >"$TEST_TOTALS_FILE"; exit ${code};;`;
    const npm = join(folder, "npm");
    writeFileSync(
      npm,
      `#!/usr/bin/env bash\ncase "$*" in\ntest) ${branch(test)}\n'run test:rest') ${branch(rest)}\nesac\n`,
    );
    chmodSync(npm, 0o755);
    const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
    const { stdout, status } = spawnSync("bash", [join(repositoryRoot, ".ci/run")], { env, encoding: "utf8" });
    return [stdout.trimEnd().split("\n").at(-1), status];
  }

  const good: Left = { totals: "10 0 0 ended\n", code: 0 };
  const cases: readonly (readonly [what: string, test: Left, rest: Left, line: string, code: number])[] = [
    ["both are good", good, good, "20 passed, 0 failed", 0],
    ["a test fails", { totals: "9 1 0 ended\n", code: 1 }, good, "19 passed, 1 failed", 1],
    ["a test of the rest fails", good, { totals: "8 2 0 ended\n", code: 2 }, "18 passed, 2 failed", 1],
    ["a test is skipped", good, { totals: "9 0 1 ended\n", code: 0 }, "19 passed, 0 failed, 1 skipped", 1],
    ["a run breaks off", { totals: "4 0 0 running\n", code: 0 }, good, "14 passed, 1 failed", 1],
    ["a run does not begin", { totals: "", code: 1 }, good, "10 passed, 1 failed", 1],
    ["a file costs too much", { totals: "10 0 0 ended\n", code: 1 }, good, "20 passed, 1 failed", 1],
    ["a run has no test", good, { totals: "0 0 0 ended\n", code: 0 }, "10 passed, 1 failed", 1],
  ];
  for (const [what, test, rest, line, code] of cases) {
    it(`prints the total of both runs, and fails unless all passed: ${what}`, () => {
      assert.deepEqual(run(test, rest), [line, code]);
    });
  }
});
