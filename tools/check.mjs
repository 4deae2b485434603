import { spawn } from "node:child_process";
import { accessSync, constants, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "./places.mjs";
import { main, note, SetupError, secondsSince } from "./process.mjs";
import { ensureBuild, ensureDependencies } from "./setup.mjs";

const incremental = ["--incremental", "--tsBuildInfoFile", ".cache/types.tsbuildinfo"];
const notHere = [
  "engine/**",
  "chaos/**",
  "cli/**",
  "host/**",
  "contract/**",
  "emulator/**",
  "advice/**",
  "golden/hover.test.ts",
  "golden/mutants.test.ts",
  "golden/page-programs.test.ts",
  "golden/page-samples.test.ts",
  "golden/public.test.ts",
  "golden/resource-docs.test.ts",
  "golden/supply-chain.test.ts",
  "laws/**",
  "lifecycle/rate-limit.test.ts",
  "lifecycle/requests.test.ts",
  "lifecycle/shared-answers.test.ts",
  "types/**",
  "unit/api/json.test.ts",
  "unit/api/registry/client-bounds.test.ts",
  "unit/api/transport-size.test.ts",
];

const workflowFolders = [
  ".github/workflows",
  "examples/organisation-in-stacks/.github/workflows",
  "examples/ci/github/.github/workflows",
];
const actions = ["examples/ci/github/.github/actions"];
const workflows = workflowFolders.flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
);

/**
 * What `npm run check` asks, the longest first, each of a script of node_modules or of a program on PATH. `npm test` runs
 * all tests; those here need no engine, no host, no compiler, no npm, no server that is up for long, no long waits, and no large amounts of data.
 */
const questions = {
  "unit tests": {
    script: "mocha/bin/mocha.js",
    args: [
      "--reporter",
      "dot",
      "--parallel",
      "--jobs",
      "3",
      ...notHere.flatMap((path) => ["--ignore", `test/${path}`]),
    ],
    needsBuild: true,
  },
  types: { script: "typescript/bin/tsc", args: ["--noEmit", ...incremental, "-p", "tsconfig.json"] },
  "types of pages": { script: "typescript/bin/tsc", args: ["--noEmit", "-p", "src/pages/tsconfig.json"] },
  "dependency graph": {
    script: "dependency-cruiser/bin/dependency-cruise.mjs",
    args: ["src", "--output-type", "err"],
  },
  "dead code": { script: "knip/bin/knip.js" },
  "format and lint": { script: "@biomejs/biome/bin/biome", args: ["check"] },
  // These come from outside npm: tools/workflows pins them, and ci.yml installs them. None asks the network anything.
  // It looks for the workflows that an example calls in the root of this repository, where they are not.
  // And it does not know `queue` of concurrency yet, which is newer than its last release.
  actionlint: {
    program: "actionlint",
    args: [
      ...["-ignore", "could not read reusable workflow file"],
      ...["-ignore", 'unexpected key "queue" for "concurrency" section'],
      ...workflows,
    ],
  },
  zizmor: {
    program: "zizmor",
    args: ["--offline", "--quiet", "--config", "tools/workflows/zizmor.yml", ...workflowFolders, ...actions],
  },
  "check-jsonschema": {
    program: "check-jsonschema",
    args: ["--builtin-schema", "vendor.gitlab-ci", "examples/ci/gitlab/.gitlab-ci.yml"],
  },
  package: { script: "publint/src/cli.js", args: ["--strict", "--pack", "false"], needsBuild: true },
};

/** The file of a program on PATH, if it is there. */
function onPath(program) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Runs a command to its end, in the repository. Rejects when it cannot be started. */
function ask(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ passed: code === 0, output }));
  });
}

/** Answers one question; what it printed is shown when it fails. A program that was asked for by name must be there. */
async function answer(name, wasNamed) {
  const { script, program, args = [] } = questions[name];
  const found = program && onPath(program);
  if (program && !found) {
    note(`${name}: ${wasNamed ? "FAILED" : "skipped"}, for there is no ${program} on PATH`);
    return !wasNamed;
  }
  const started = Date.now();
  const asked = found ? ask(found, args) : ask(process.execPath, [join(root, "node_modules", script), ...args]);
  const { passed, output } = await asked;
  note(`${name}: ${passed ? "ok" : "FAILED"} (${secondsSince(started)})`);
  if (!passed) console.log(output);
  return passed;
}

/**
 * `npm run check`: everything that is quick to know, side by side. All is asked, so that one run shows all that is wrong.
 * Names on the command line narrow it down: `npm run check -- types "dead code"`.
 */
await main(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(questions, name));
  if (unknown !== undefined) {
    throw new SetupError(`nothing here is called ${unknown}; there are: ${Object.keys(questions).join(", ")}`);
  }
  const wanted = named.length > 0 ? named : Object.keys(questions);
  await ensureDependencies();
  let failed = 0;
  const queue = wanted.filter((name) => !questions[name].needsBuild);
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      if (!(await answer(name, named.length > 0))) failed += 1;
    }
  };
  const buildFirst = async () => {
    const built = wanted.filter((name) => questions[name].needsBuild);
    if (built.length > 0) await ensureBuild();
    queue.unshift(...built);
    await work();
  };
  await Promise.all([buildFirst(), ...Array.from({ length: availableParallelism() - 1 }, work)]);
  return failed;
});
