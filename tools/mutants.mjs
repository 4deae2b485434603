import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root, stryker } from "./places.mjs";
import { main } from "./process.mjs";
import { ensureDependencies } from "./setup.mjs";

/**
 * `npm run mutants`: Stryker makes small changes in the core and in the client, which the unit tests must find. It takes many
 * minutes, and fails below the threshold of tools/stryker/stryker.config.mjs. Arguments go to Stryker:
 * `npm run mutants -- --mutate src/client/api/layers/retry-matrix.ts`.
 */
await main(async () => {
  await ensureDependencies(stryker);
  const script = join(stryker, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const args = [script, "run", join(stryker, "stryker.config.mjs"), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
  // Ctrl-C reaches the child too, which deletes its copy of the repository.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await once(child, "close");
  return code ?? 1;
});
