import { inRepository } from "./in-repository.mjs";
import { sdks } from "./places.mjs";
import { main } from "./process.mjs";
import { ensureDependencies } from "./setup.mjs";

/** `npm test`: every test (.mocharc.json). Arguments go to mocha: `npm test -- --grep "a resource"`. */
await main(async () => {
  await ensureDependencies(sdks);
  // A forgotten `.only` would pass by leaving out the other tests.
  const strict = process.env.CI ? ["--forbid-only"] : [];
  const mocha = ["node_modules/mocha/bin/mocha.js", ...strict, "--reporter", "tools/reporter.cjs"];
  return inRepository([...mocha, ...process.argv.slice(2)]);
});
