import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { repositoryRoot } from "../support/workspace";

/** What a run of tests leaves: lines in the file of results, and its exit code. */
interface Left {
  readonly results: readonly string[];
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
    const branch = ({ results, code }: Left) =>
      `printf '%s' '${results.map((line) => `${line}\n`).join("")}' >>"$TEST_RESULTS_FILE"; exit ${code};;`;
    const npm = join(folder, "npm");
    writeFileSync(
      npm,
      `#!/usr/bin/env bash\ncase "$*" in\ntest) ${branch(test)}\n'run test:rest') ${branch(rest)}\nesac\n`,
    );
    chmodSync(npm, 0o755);
    const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
    const { stdout, status } = spawnSync("bash", [join(repositoryRoot, ".ci/run")], { env, encoding: "utf8" });
    return { lines: stdout.trimEnd().split("\n"), status };
  }

  const passed = Array.from({ length: 9 }, (_, at) => `passed${at > 5 ? " 12 30" : ""}`);
  /** A run with nine tests that pass, and others. */
  const ran = (...others: string[]) => ["begins", ...passed, ...others, "ends"];
  const good: Left = { results: ran("passed"), code: 0 };
  const cases: readonly (readonly [what: string, test: Left, rest: Left, line: string, code: number])[] = [
    ["both are good", good, good, "20 passed, 0 failed", 0],
    ["the rest is two runs", good, { results: [...ran(), ...ran()], code: 0 }, "28 passed, 0 failed", 0],
    ["a test fails", { results: ran("failed 12"), code: 1 }, good, "19 passed, 1 failed", 1],
    ["a test is skipped", { results: ran("skipped"), code: 0 }, good, "19 passed, 0 failed, 1 skipped", 1],
    ["a run breaks off", { results: ["begins", "passed"], code: 0 }, good, "11 passed, 1 failed", 1],
    ["a run does not begin", { results: [], code: 1 }, good, "10 passed, 1 failed", 1],
    ["a file costs too much, or a promise is not shown", { ...good, code: 1 }, good, "20 passed, 1 failed", 1],
  ];
  for (const [what, test, rest, line, code] of cases)
    it(`prints the total of both runs, and fails unless all passed: ${what}`, () => {
      const { lines, status } = run(test, rest);
      assert.deepEqual([lines.at(-1), status], [line, code]);
    });

  it("names the tests that failed and why, just before the total", () => {
    const rest = { results: ran("failed 12\tA delete (row 12): it is still there"), code: 1 };
    const { lines } = run(good, rest);
    assert.deepEqual(lines.slice(-2), ["FAILED: A delete (row 12): it is still there", "19 passed, 1 failed"]);
  });
});
