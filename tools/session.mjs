import { inRepository } from "./in-repository.mjs";
import { main } from "./process.mjs";

/** `npm run docs:session`: plays the demo, and writes docs/demo.md and the README's pictures from what it prints. */
await main(() => inRepository(["--require", "ts-node/register/transpile-only", "tools/session.ts", "--record"]));
