import { join } from "node:path";
import { stryker } from "./places.mjs";
import { main, runNode } from "./process.mjs";
import { ensureDependencies } from "./setup.mjs";

/**
 * `npm run mutants`: Stryker makes small changes in the core and in the client, which the unit tests must find. It takes many
 * minutes, and fails below the threshold of tools/stryker/stryker.config.mjs. Arguments go to Stryker:
 * `npm run mutants -- --mutate src/client/api/layers/retry-matrix.ts`.
 */
await main(async () => {
  await ensureDependencies(stryker);
  const script = join(stryker, "node_modules/@stryker-mutator/core/bin/stryker.js");
  // It deletes its copy of the repository when it is interrupted.
  return runNode([script, "run", join(stryker, "stryker.config.mjs"), ...process.argv.slice(2)]);
});
