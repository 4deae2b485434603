import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "./places.mjs";
import { main, note, SetupError, secondsSince } from "./process.mjs";
import { ensureBuild, ensureDependencies } from "./setup.mjs";

/**
 * Tests that only `npm test` or the full run has: they need an engine, a host, a compiler, npm, a server that is up for long, long waits, or
 * large amounts of data.
 */
const notHere = [
  ...["engine", "command/process", "hosts/process", "emulator", "core/laws", "program/types"].map(
    (name) => `${name}/**`,
  ),
  ...[
    "generated",
    "hover",
    "page-programs",
    "page-samples",
    "plugin-tarball",
    "public",
    "resource-docs",
    "supply-chain",
  ].map((name) => `repository/${name}.test.ts`),
  ...["rate-limit", "lists/requests"].map((name) => `core/${name}.test.ts`),
  ...["registry/client-bounds", "transport-size"].map((name) => `client/api/${name}.test.ts`),
  "description/wire/json.test.ts",
];

const workflowFolders = [
  ".github/workflows",
  "examples/organization-in-stacks/.github/workflows",
  "examples/ci/github/.github/workflows",
];
const workflows = workflowFolders.flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
);

function script(line) {
  const [path, ...args] = line.split(" ");
  return [process.execPath, join(root, "node_modules", path), ...args];
}

const types = "typescript/bin/tsc --noEmit --incremental --tsBuildInfoFile .cache/types.tsbuildinfo -p tsconfig.json";

/** What `npm run check` runs, the longest first: a name, and the command with its arguments. */
const checks = {
  "unit tests": [
    ...script("mocha/bin/mocha.js --reporter dot --parallel --jobs 3"),
    ...notHere.flatMap((path) => ["--ignore", `test/${path}`]),
  ],
  types: script(types),
  "dependency graph": script("dependency-cruiser/bin/dependency-cruise.mjs src --output-type err"),
  "dead code": script("knip/bin/knip.js"),
  "format and lint": script("@biomejs/biome/bin/biome check"),
  // These come from outside npm: tools/workflows pins them, and ci.yml installs them. None asks the network anything.
  // actionlint looks for the workflows that an example calls in the root of this repository, where they are not, and it
  // does not know `queue` of concurrency yet, which is newer than its last release.
  actionlint: [
    ...["actionlint", "-ignore", "could not read reusable workflow file"],
    ...["-ignore", 'unexpected key "queue" for "concurrency" section', ...workflows],
  ],
  zizmor: [
    ..."zizmor --offline --quiet --config tools/workflows/zizmor.yml examples/ci/github/.github/actions".split(" "),
    ...workflowFolders,
  ],
  "check-jsonschema": "check-jsonschema --builtin-schema vendor.gitlab-ci examples/ci/gitlab/.gitlab-ci.yml".split(" "),
  package: script("publint/src/cli.js --strict --pack false"),
};
const needsBuild = ["unit tests", "package"];

/** Runs a command in the repository. Resolves to its exit code, or "ENOENT" where there is no such program, with what it printed. */
const run = ([command, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", ({ code, message }) => resolve({ code, output: message }));
    child.once("close", (code) => resolve({ code, output }));
  });

/**
 * `npm run check`: everything that is quick to know, side by side. All is run, so that one run shows all that is wrong.
 * Names on the command line narrow it down: `npm run check -- types "dead code"`. A program that is not on PATH fails only
 * if it was named.
 */
await main(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) {
    throw new SetupError(`nothing here is called ${unknown}; there are: ${Object.keys(checks).join(", ")}`);
  }
  await ensureDependencies();
  const queue = named.length > 0 ? [...named] : Object.keys(checks);
  let failed = 0;
  let build;
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      if (needsBuild.includes(name)) {
        build ??= ensureBuild();
        await build;
      }
      const started = Date.now();
      const { code, output } = await run(checks[name]);
      const isSkipped = code === "ENOENT" && named.length === 0;
      const isOk = code === 0 || isSkipped;
      note(`${name}: ${isSkipped ? "skipped, it is not on PATH" : isOk ? "ok" : "FAILED"} (${secondsSince(started)})`);
      if (!isOk) console.log(output);
      if (!isOk) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return failed;
});
