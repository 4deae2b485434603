import { inRepository } from "./in-repository.mjs";
import { main } from "./process.mjs";

/** `npm test`: every test (.mocharc.json). Arguments go to mocha: `npm test -- --grep "a resource"`. */
await main(() => {
  // A forgotten `.only` would pass by leaving out the other tests.
  const strict = process.env.CI ? ["--forbid-only"] : [];
  return inRepository([
    "node_modules/mocha/bin/mocha.js",
    ...strict,
    "--reporter",
    "tools/reporter.cjs",
    ...process.argv.slice(2),
  ]);
});
