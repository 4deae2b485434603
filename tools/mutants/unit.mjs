import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { root } from "../places.mjs";
import { SetupError } from "../process.mjs";
import { broken } from "./promises.mjs";

const TIMEOUT_MS = 300_000;

/**
 * Takes out promises one at a time and runs the unit tests of that file, which must fail. First runs these tests on the
 * source as it is, where they must pass.
 *
 * @returns how many promises no test missed
 */
export async function breakForUnitTests(runs, promises) {
  const work = promises.map((promise) => ({ ...promise, text: broken(promise), tests: unitTestsOf(promise) }));
  // Each set by itself, as below: a process never forgets a secret.
  const sets = [...new Map(work.map(({ tests }) => [tests.join(), tests])).values()];
  await inParallel(sets, async (tests) => {
    if (await runs.pass(tests, TIMEOUT_MS)) return;
    throw new SetupError(`These tests fail on the source as it is; run them by themselves:\n  ${tests.join("\n  ")}`);
  });
  let survived = 0;
  await inParallel(work, async ({ name, file, text, tests }) => {
    const seen = !(await runs.pass(tests, TIMEOUT_MS, { file, text }));
    if (!seen) survived += 1;
    console.log(
      seen ? `found     ${name}` : `SURVIVED  ${name}: ${file} is broken, and these pass: ${tests.join(", ")}`,
    );
  });
  return survived;
}

/**
 * The tests that a promise names, or those named after its file: `create.test.ts`, `create-lost.test.ts`. Throws if there is
 * none, or if one does not exist.
 */
export function unitTestsOf({ name, file, unit }) {
  const source = basename(file, ".ts");
  const isNamedAfter = (test) =>
    test === `${source}.test.ts` || (test.startsWith(`${source}-`) && test.endsWith(".test.ts"));
  const tests =
    unit ??
    readdirSync(join(root, "test/unit"), { recursive: true })
      .filter((path) => isNamedAfter(basename(path)))
      .map((path) => join("test/unit", path));
  const missing = tests.find((test) => !existsSync(join(root, test)));
  if (missing !== undefined) throw new SetupError(`there is no ${missing}: correct \`unit\` of the mutant "${name}"`);
  if (tests.length === 0) {
    throw new SetupError(`no unit test is named after ${file}: name one in \`unit\` of the mutant "${name}"`);
  }
  return tests;
}

/** Does work on items, as many at a time as there are processors. */
async function inParallel(items, work) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
