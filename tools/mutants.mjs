import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Copy } from "./mutants/copy.mjs";
import { mutantsOf, sample } from "./mutants/mechanical.mjs";
import { broken, promises } from "./mutants/promises.mjs";
import { equivalentOf, fastTests, table } from "./mutants/table.mjs";
import { TestRuns } from "./mutants/tests.mjs";
import { root } from "./places.mjs";
import { main, SetupError, secondsSince } from "./process.mjs";
import { ensurePulumi } from "./setup.mjs";

const LEAST_SCORE = 85;

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "89" },
    sample: { type: "string", default: "80" },
    only: { type: "string", default: "" },
    engine: { type: "boolean", default: false },
  },
});

/** The promises whose name or file has the text of --only in it. */
const wanted = promises.filter(({ name, file }) => `${name} ${file}`.includes(options.only));

const sourceOf = (file) => readFileSync(join(root, file), "utf8");

/** Does work on items, as many at a time as there are processors. */
async function inParallel(items, work) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** How long each group of tests takes on the sources as they are, where all must pass. Called once a group, and kept. */
function timing(runs) {
  const times = new Map();
  const measure = async (tests) => {
    const started = Date.now();
    if (await runs.pass(tests, 120_000)) return Date.now() - started;
    throw new SetupError(`These tests fail without any mutant; run them by themselves:\n  ${tests.join("\n  ")}`);
  };
  return (tests) => {
    const key = tests.join();
    if (!times.has(key)) times.set(key, measure(tests));
    return times.get(key);
  };
}

/** Whether some test fails, or no longer ends, when a source has this text. */
async function isSeen(runs, timeOf, groups, file, text) {
  for (const tests of groups) {
    const timeoutMs = 5_000 + 4 * (await timeOf(tests));
    if (!(await runs.pass(tests, timeoutMs, { file, text }))) return true;
  }
  return false;
}

/** Takes out the promises. Answers how many nobody missed. */
async function breakPromises(runs, timeOf) {
  let missed = 0;
  await inParallel(wanted, async (promise) => {
    const seen = await isSeen(runs, timeOf, fastTests, promise.file, broken(sourceOf(promise.file), promise));
    console.log(`${seen ? "seen    " : "SURVIVED"} ${promise.name}`);
    if (!seen) missed += 1;
  });
  return missed;
}

/** Takes out the promises in a copy of the repository, and asks the real engine. Answers how many nobody missed. */
async function breakPromisesOfEngine(runs) {
  const { directory: cli } = await ensurePulumi();
  const copy = new Copy(runs, cli);
  const visible = wanted.filter(({ engine }) => engine !== undefined);
  for (const tests of new Set(visible.map(({ engine }) => engine))) {
    if (!(await copy.pass(tests))) throw new SetupError(`These tests fail without any mutant: ${tests.join(", ")}`);
  }
  let missed = 0;
  for (const promise of visible) {
    const seen = !(await copy.pass(promise.engine, promise.file, broken(sourceOf(promise.file), promise)));
    console.log(`${seen ? "seen    " : "SURVIVED"} ${promise.name}`);
    if (!seen) missed += 1;
  }
  return missed;
}

/** Makes small changes. Answers the percentage that the tests saw. */
async function changeAtRandom(runs, timeOf) {
  const all = Object.keys(table)
    .filter((file) => file.includes(options.only))
    .flatMap((file) => mutantsOf(file, sourceOf(file)));
  const drawn = sample(all, Number(options.sample), Number(options.seed));
  const counted = drawn.filter((mutant) => equivalentOf(mutant) === undefined);
  let seen = 0;
  await inParallel(counted, async (mutant) => {
    if (await isSeen(runs, timeOf, table[mutant.file], mutant.file, mutant.text)) seen += 1;
    else
      console.log(
        `SURVIVED ${mutant.file}:${mutant.line}  ${mutant.from} → ${mutant.to}\n           ${mutant.context}`,
      );
  });
  const score = counted.length === 0 ? 100 : (100 * seen) / counted.length;
  console.log(
    `${seen} of ${counted.length} mutants seen, ${score.toFixed(1)} % (at least ${LEAST_SCORE}): drawn from ${all.length} with ` +
      `--seed ${options.seed}; ${drawn.length - counted.length} more mean the same as the source`,
  );
  return score;
}

/**
 * `npm run mutants`: takes the promises out of the source one at a time, then makes small changes at random, and runs the
 * tests on each. Exit code 1 when no test misses a promise, or when too few of the changes are seen. `--engine` takes the
 * promises out of a copy of the repository instead, and asks the tests on the real engine.
 */
async function mutants() {
  const started = Date.now();
  const runs = new TestRuns();
  const stop = () => {
    runs.end();
    process.exit(130);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    if (options.engine) return (await breakPromisesOfEngine(runs)) === 0 ? 0 : 1;
    const timeOf = timing(runs);
    const missed = await breakPromises(runs, timeOf);
    const score = await changeAtRandom(runs, timeOf);
    console.log(
      `${missed === 0 ? "each promise is missed" : `${missed} promises can go unseen`}; ${secondsSince(started)}`,
    );
    return missed === 0 && score >= LEAST_SCORE ? 0 : 1;
  } finally {
    runs.end();
  }
}

await main(mutants);
