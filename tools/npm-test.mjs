import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { inRepository } from "./in-repository.mjs";
import { root, sdks } from "./places.mjs";
import { main } from "./process.mjs";
import { ensureLanguageHosts } from "./pulumi-cli/languages.mjs";
import { ensureDependencies } from "./setup.mjs";
import { printCosts } from "./test-costs.mjs";

/** Tests whose title, or whose suite's title, has this tag are left out of `npm test`, and run by `npm run test:rest`. */
const REST_TAG = "@all";
/** How the name of a public bug report begins, in the title of each test that proves it. */
const REPORT_TAG = "(report: ";

/** Files whose tests mostly wait: for retries, for kills, and until an object is a minute old. */
const WAITING = ["engine/chaos/", "engine/vanished"];
/** Folders and files whose tests compute longest, in the order in which they start; all others come after them. */
const LONGEST_FIRST = ["engine/import", "engine/sdk-", "engine/", "command/process/", "core/laws/", "hosts/process/"];

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

/** Whether arguments for mocha name tests: a file, or a text in the title. */
const nameTests = (args) => args.some((argument) => isFile(argument) || /^(-g|--grep|-f|--fgrep)\b/.test(argument));
const isFile = (argument) => argument.endsWith(".test.ts");

/** The arguments for mocha that choose tests: those given if they name tests, otherwise all files and the tag. */
function chosenTests(given, { isRest, isReports }) {
  const hasReport = (file) => readFileSync(join(root, file), "utf8").includes(REPORT_TAG);
  if (isReports) return ["--fgrep", REPORT_TAG, ...given, ...testFiles().filter(hasReport)];
  const tags = nameTests(given) ? [] : ["--grep", REST_TAG, ...(isRest ? [] : ["--invert"])];
  return [...tags, ...given, ...(given.some(isFile) ? [] : testFiles())];
}

/** Runs mocha with these arguments, and prints what each file cost. Returns the exit code. */
async function runMocha(args) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-costs-"));
  try {
    process.env.TEST_COSTS_FILE = join(folder, "costs.jsonl");
    const code = await inRepository(args);
    const isCheapEnough = printCosts(process.env.TEST_COSTS_FILE);
    return code === 0 && !isCheapEnough ? 1 : code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * `npm test`: what one runs before a commit. `npm run test:rest`: all other tests. Together they prove every promise. Both run a
 * file at a time in each lane. There are three lanes for each core, because tests on the engine and tests of retries wait
 * more than they compute. Arguments go to mocha, and a file or a title among them is looked for in all tests:
 * `npm test -- --grep "a resource"`, `npm test -- test/engine/lifecycle.test.ts`. `npm run bug-reports`: the tests of both that prove
 * a public bug report.
 */
await main(async () => {
  const given = process.argv.slice(2).filter((argument) => argument !== "--rest" && argument !== "--reports");
  const [isRest, isReports] = ["--rest", "--reports"].map((word) => process.argv.includes(word));
  // Only tests with the tag need these.
  if (isRest || isReports || nameTests(given)) await ensureDependencies(sdks);
  if (isRest || given.some((argument) => argument.includes("yaml")))
    process.env.PULUMI_PLATFORM_LANGUAGES = await ensureLanguageHosts(["yaml"]);
  // A forgotten `.only` would pass by leaving out the other tests.
  const strict = process.env.CI ? ["--forbid-only"] : [];
  const lanes = ["--parallel", "--jobs", String(3 * availableParallelism())];
  const mocha = ["node_modules/mocha/bin/mocha.js", ...strict, ...lanes, "--reporter", "tools/reporter.cjs"];
  return runMocha([...mocha, ...chosenTests(given, { isRest, isReports })]);
});
