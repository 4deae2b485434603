import { inRepository } from "./in-repository.mjs";
import { main } from "./process.mjs";

/** `npm run demo`: plays demo.ts. */
await main(() => inRepository(["--require", "ts-node/register/transpile-only", "tools/demo.ts"]));
