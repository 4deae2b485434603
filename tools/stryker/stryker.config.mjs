import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The client, its errors and the bracket: what makes one outcome of whatever the network and the platform do. */
const sources = [
  "src/client/api/client.ts",
  "src/client/api/refusal.ts",
  "src/client/api/layers/authorized.ts",
  "src/client/api/layers/call.ts",
  "src/client/api/layers/outcome.ts",
  "src/client/api/layers/retry-matrix.ts",
  "src/client/api/layers/retrying.ts",
  "src/client/api/errors.ts",
  "src/client/api/secret.ts",
  "src/client/api/mask-spelling.ts",
  "src/client/api/credentials/expiring-token.ts",
  "src/core/verbs/create.ts",
  "src/core/verbs/create-once.ts",
  "src/core/safety/lost-answer.ts",
  "src/core/safety/gone.ts",
  "src/core/verbs/read.ts",
  "src/core/verbs/update.ts",
  "src/core/verbs/subresources.ts",
  "src/core/verbs/diff.ts",
  "src/core/verbs/delete.ts",
];
// Stryker itself would leave out what it does not find.
const missing = sources.filter((file) => !existsSync(join(root, file)));
if (missing.length > 0)
  throw new Error(`there is no ${missing.join(", no ")}: correct tools/stryker/stryker.config.mjs`);

/**
 * Tests of a host's process, of every kind on a platform, or of many megabytes or requests take seconds each, once per mutant that they reach.
 * The last one starts processes that need tools/. The laws of pure functions stay, with few random values.
 */
const LEFT_OUT =
  /\/(process\/.*|laws\/(?!diff|planned).*|client-bounds|json|pages-long|retrying-busy|transport-size|lists\/requests|rate-limit|shared-file)\.test\.ts$/;

process.env.TEST_LAWS = "few";

const tests = ["test/client/api", "test/core", "test/hosts"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith(".test.ts") && !LEFT_OUT.test(file));

export default {
  packageManager: "npm",
  plugins: ["@stryker-mutator/mocha-runner"],
  mutate: sources,
  // Messages are compared word by word in tests that do not run here.
  mutator: { excludedMutations: ["StringLiteral"] },
  testRunner: "mocha",
  mochaOptions: { "no-config": true, require: ["ts-node/register/transpile-only"], spec: tests },
  coverageAnalysis: "perTest",
  // A table that is made when its module is loaded: each of its mutants would need a process, and all tests.
  ignoreStatic: true,
  concurrency: 2,
  incremental: false,
  thresholds: { high: 90, low: 83, break: 82 },
  // Outside the repository, where other tools do not come across the copies.
  tempDirName: join(tmpdir(), `stryker-${process.pid}`),
  cleanTempDir: "always",
  ignorePatterns: ["/.cache", "/dist", "/docs", "/examples", "/tools", "/test/engine", "/test/hosts/process"],
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, reportTests: false },
  allowConsoleColors: process.stdout.isTTY === true,
};
