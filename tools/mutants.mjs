import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { breakOnEngine } from "./mutants/engine.mjs";
import { promises } from "./mutants/promises.mjs";
import { TestRuns } from "./mutants/tests.mjs";
import { breakForUnitTests } from "./mutants/unit.mjs";
import { root, stryker } from "./places.mjs";
import { main, SetupError, secondsSince } from "./process.mjs";
import { ensureDependencies } from "./setup.mjs";

const parts = {
  promises: () => withRuns(breakForUnitTests, ({ unit, row }) => unit?.length !== 0 && row === undefined),
  verdicts: () => withRuns(breakForUnitTests, ({ unit, row }) => unit?.length !== 0 && row !== undefined),
  changes: changeWithStryker,
  engine: () => withRuns(breakOnEngine, ({ engine }) => engine !== undefined),
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, mutate: { type: "string" } },
});

/**
 * Runs `work`, which mutates the source and returns the number of mutants that no test found. Ctrl-C stops the running
 * tests.
 *
 * @param hasTests whether a promise belongs to that part
 */
async function withRuns(work, hasTests) {
  const wanted = promises.filter(
    (one) => `${one.row ?? ""} ${one.name} ${one.file}`.includes(options.only) && hasTests(one),
  );
  if (wanted.length === 0) throw new SetupError(`no promise has "${options.only}" in its name or file`);
  const runs = new TestRuns();
  const stop = () => {
    runs.end();
    process.exit(130);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const survived = await work(runs, wanted);
    console.log(`${wanted.length - survived} of ${wanted.length} broken promises were found by the tests`);
    return survived === 0;
  } finally {
    runs.end();
  }
}

/** Runs Stryker, which makes small changes and fails below its threshold (tools/stryker/stryker.config.mjs). */
async function changeWithStryker() {
  await ensureDependencies(stryker);
  const script = join(stryker, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const mutate = options.mutate === undefined ? [] : ["--mutate", options.mutate];
  const args = [script, "run", join(stryker, "stryker.config.mjs"), ...mutate];
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
  // Ctrl-C reaches the child too, which takes its copy of the repository away.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await once(child, "close");
  return code === 0;
}

/**
 * `npm run mutants`: makes the source wrong, and the tests must fail.
 *
 * - `promises`: takes out the promises of tools/mutants/promises.mjs one at a time and runs unit tests: seconds.
 * - `verdicts`: the same for rows of docs/promises.md about verdicts, ownership and answers: minutes.
 * - `changes`: Stryker's small changes of the client, the errors and the bracket: many minutes.
 *   `--mutate src/api/layers/retry-matrix.ts` narrows it down.
 * - `engine`: the promises again, in a copy of the repository, for the tests on the real engine: up to an hour.
 *
 * Without a name it does the first three. `--only TEXT` picks promises by their name or file.
 */
await main(async () => {
  const wanted = positionals.length > 0 ? positionals : ["promises", "verdicts", "changes"];
  const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) {
    throw new SetupError(`${unknown} is no part of the mutants; there are ${Object.keys(parts).join(", ")}`);
  }
  let failed = 0;
  for (const name of wanted) {
    const started = Date.now();
    const passed = await parts[name]();
    console.log(`${name}: ${passed ? "ok" : "FAILED"} (${secondsSince(started)})`);
    if (!passed) failed += 1;
  }
  return failed;
});
