import { inRepository } from "./in-repository.mjs";
import { main } from "./process.mjs";

/** `npm run chaos -- [--minutes 20] [--runs N] [--seed N] [--skip-checkpoints]`: random programs under random faults on the real engine (test/chaos). */
await main(() =>
  inRepository(["--require", "ts-node/register/transpile-only", "test/chaos/main.ts", ...process.argv.slice(2)]),
);
