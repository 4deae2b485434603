import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, sep } from "node:path";
import { inRepository } from "./in-repository.mjs";
import { root, sdks } from "./places.mjs";
import { main } from "./process.mjs";
import { ensureLanguageHosts } from "./pulumi-cli/languages.mjs";
import { ensureDependencies } from "./setup.mjs";
import { printCosts } from "./test-costs.mjs";
import { printPromises } from "./test-promises.mjs";

/** Tests whose title, or whose suite's title, has this tag are left out of `npm test`. */
const REST_TAG = "@all";
/** The engine's part of `npm test`: one story for each host. */
const STORY = "engine/story.test.ts";
/** How the names of folders and files begin that `npm test` leaves out as a whole. */
const REST = [
  "engine/",
  "program/types/",
  ...["hover", "page-", "promises", "resource-docs", "rooms", "schema", "supply-chain", "generated"].map(
    (name) => `repository/${name}`,
  ),
  ...["first-calls", "other-hosts", "plugin-sizes", "recorded-states", "stack-traces", "watchdog"].map(
    (name) => `hosts/process/${name}.`,
  ),
  ...["doctor-config", "pages", "visibility"].map((name) => `command/process/${name}.`),
  ...["client/api/registry/client-bounds", "emulator/command", "program/lookups/"],
];
/** How the name of a public bug report begins, in the title of each test that proves it. */
const REPORT_TAG = "(report: ";

/** Files whose tests mostly wait: for retries, for kills, and until an object is a minute old. */
const WAITING = ["engine/chaos/", "engine/vanished"];
/** Folders and files whose tests compute longest, in the order in which they start; all others come after them. */
const LONGEST_FIRST = ["engine/import", "engine/sdk-", "engine/", "command/process/", "core/laws/", "hosts/process/"];

/**
 * The files of tests, the longest first, so that no lane is left alone with a long one at the end. At the beginning each
 * second one is of those that wait, so that the others have the cores.
 */
function testFiles(isChosen = () => true) {
  const all = readdirSync(join(root, "test"), { recursive: true }).filter((name) => name.endsWith(".test.ts"));
  const files = all.map((name) => name.replaceAll(sep, "/")).filter(isChosen);
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

const isOfRest = (name) => name !== STORY && REST.some((start) => name.startsWith(start));
const isUsual = (name) => !isOfRest(name);

/** Whether arguments for mocha name tests: a file, or a text in the title. */
const nameTests = (args) => args.some((argument) => isFile(argument) || /^(-g|--grep|-f|--fgrep)\b/.test(argument));
const isFile = (argument) => argument.endsWith(".test.ts");

/** The runs of mocha: the arguments of each that choose tests. */
function chosenTests(given, mode) {
  const hasReport = (file) => readFileSync(join(root, file), "utf8").includes(REPORT_TAG);
  if (mode === "reports") return [["--fgrep", REPORT_TAG, ...given, ...testFiles().filter(hasReport)]];
  if (mode === "named") return [[...given, ...(given.some(isFile) ? [] : testFiles())]];
  if (mode === "all") return [[...given, ...testFiles()]];
  const tagged = ["--grep", REST_TAG, ...given];
  if (mode === "rest")
    return [
      [...given, ...testFiles(isOfRest)],
      [...tagged, ...testFiles(isUsual)],
    ];
  return [[...tagged, "--invert", ...testFiles(isUsual)]];
}

/**
 * Runs mocha with each of these arguments, and prints what each file cost, and the promises after all tests. Returns the exit
 * code, which is not 0 if a promise was not shown.
 */
async function runMocha(runs, mode) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-tests-"));
  // With this of `npm test`, `npm run test:rest` knows the results of all tests.
  const isComplete = mode === "all" || (mode === "rest" && process.env.TEST_RESULTS_FILE !== undefined);
  try {
    process.env.TEST_COSTS_FILE = join(folder, "costs.jsonl");
    if (mode !== "named") process.env.TEST_PACKAGE = folder;
    process.env.TEST_RESULTS_FILE ??= join(folder, "results");
    let code = 0;
    for (const args of runs) code = (await inRepository(args)) || code;
    const isGood = !isComplete || printPromises(process.env.TEST_RESULTS_FILE);
    const isCheapEnough = printCosts(process.env.TEST_COSTS_FILE, isComplete);
    return code === 0 && !(isGood && isCheapEnough) ? 1 : code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const MODES = ["all", "rest", "reports"];

/**
 * `npm test`: what one runs before a commit. `npm run test:all`: all tests, which prove every promise. `npm run test:rest`: those
 * that `npm test` leaves out. All run a file at a time in each lane. There are three lanes for each core, because tests on the
 * engine and tests of retries wait more than they compute. Arguments go to mocha, and a file or a title among them is looked for in
 * all tests: `npm test -- --grep "a resource"`, `npm test -- test/engine/story.test.ts`. `npm run bug-reports`: the tests that prove
 * a public bug report.
 */
await main(async () => {
  const asked = MODES.find((name) => process.argv.includes(`--${name}`));
  const given = process.argv.slice(2).filter((argument) => argument !== `--${asked}`);
  const mode = nameTests(given) && asked !== "reports" ? "named" : (asked ?? "usual");
  // Only tests that `npm test` leaves out need these.
  if (mode !== "usual") await ensureDependencies(sdks);
  if (mode === "all" || mode === "rest" || given.some((argument) => argument.includes("yaml")))
    process.env.PULUMI_PLATFORM_LANGUAGES = await ensureLanguageHosts();
  // CI runs these tests here and nowhere else, so they are as thorough there as in the full run.
  if (mode === "usual" && !process.env.CI) process.env.TEST_LAWS = "few";
  // A forgotten `.only` would pass by leaving out the other tests.
  const strict = process.env.CI ? ["--forbid-only"] : [];
  const lanes = ["--parallel", "--jobs", String(3 * availableParallelism())];
  const mocha = ["node_modules/mocha/bin/mocha.js", ...strict, ...lanes, "--reporter", "tools/reporter.cjs"];
  return runMocha(
    chosenTests(given, mode).map((chosen) => [...mocha, ...chosen]),
    mode,
  );
});
