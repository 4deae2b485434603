import { inRepository } from "./in-repository.mjs";
import { main } from "./process.mjs";

/** `node tools/on-engine.mjs FILE.ts [arguments]`: runs a file that needs the real engine (`npm run demo`, `bench`, `chaos`). */
await main(() => inRepository(["--require", "ts-node/register/transpile-only", ...process.argv.slice(2)]));
