import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { inRepository } from "./in-repository.mjs";
import { root, sdks } from "./places.mjs";
import { main } from "./process.mjs";
import { ensureDependencies } from "./setup.mjs";
import { printCosts } from "./test-costs.mjs";

/** Files whose tests mostly wait: for retries, and for kills. */
const WAITING = ["engine/secrets", "chaos/"];
/** Folders and files whose tests compute longest, in the order in which they start; all others come after them. */
const LONGEST_FIRST = ["engine/sdk-range", "golden/mutants", "engine/scale", "engine/", "host/"];

/**
 * Every file of tests, the longest first, so that no lane is left alone with a long one at the end. At the beginning each
 * second one is of those that wait, so that the others have the cores.
 */
function testFiles() {
  const files = readdirSync(join(root, "test"), { recursive: true }).filter((name) => name.endsWith(".test.ts"));
  const isWaiting = (name) => WAITING.some((start) => name.startsWith(start));
  const rank = (name) => {
    const at = LONGEST_FIRST.findIndex((start) => name.startsWith(start));
    return at < 0 ? LONGEST_FIRST.length : at;
  };
  const size = (name) => statSync(join(root, "test", name)).size;
  const waiting = files.filter(isWaiting).sort((a, b) => size(b) - size(a));
  const computing = files.filter((name) => !isWaiting(name)).sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
  const mixed = waiting.flatMap((name, at) => [name, computing[at]].filter(Boolean));
  return [...mixed, ...computing.slice(waiting.length)].map((name) => join("test", name));
}

/**
 * `npm test`: every test, a file at a time in each lane. There are three lanes for each core, for tests on the engine and
 * tests of retries wait more than they compute. Arguments go to mocha:
 * `npm test -- --grep "a resource"`, `npm test -- test/engine/lifecycle.test.ts`.
 */
await main(async () => {
  await ensureDependencies(sdks);
  const given = process.argv.slice(2);
  const files = given.some((argument) => argument.endsWith(".test.ts")) ? [] : testFiles();
  // A forgotten `.only` would pass by leaving out the other tests.
  const strict = process.env.CI ? ["--forbid-only"] : [];
  const lanes = ["--parallel", "--jobs", String(3 * availableParallelism())];
  const mocha = ["node_modules/mocha/bin/mocha.js", ...strict, ...lanes, "--reporter", "tools/reporter.cjs"];
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-costs-"));
  try {
    process.env.TEST_COSTS_FILE = join(folder, "costs.jsonl");
    const code = await inRepository([...mocha, ...given, ...files]);
    return printCosts(process.env.TEST_COSTS_FILE) && code === 0 ? 0 : code || 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
