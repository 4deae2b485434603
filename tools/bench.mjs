import { inRepository } from "./in-repository.mjs";
import { main } from "./process.mjs";

/** `npm run bench -- [--quick | --large] [--only A,B]`: what work costs with this package and with its peers (tools/bench). */
await main(() =>
  inRepository(["--require", "ts-node/register/transpile-only", "tools/bench/main.ts", ...process.argv.slice(2)]),
);
