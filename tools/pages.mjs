import { join } from "node:path";
import { filesUnlessGiven, findOnPath, isExecutable, main, runNode, SetupError } from "./process.mjs";
import { ensureBuild } from "./setup.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The file of a browser: that of PAGES_BROWSER, or the first on PATH. */
function browser() {
  const named = process.env.PAGES_BROWSER;
  const found = named ? [named].find(isExecutable) : findOnPath(NAMES);
  if (found) return found;
  if (named) throw new SetupError(`PAGES_BROWSER names ${named}, which cannot be run`);
  throw new SetupError(
    "These tests need Chromium or Chrome, and neither is on PATH. Install one (Debian: apt-get install chromium), or name its " +
      "file in PAGES_BROWSER.",
  );
}

/**
 * `npm run pages`: the tests of the pages of `-o html` in a real browser. Not part of `npm test`, for not every machine has
 * one. Arguments go to mocha.
 */
await main(async () => {
  const file = browser();
  await ensureBuild();
  const given = process.argv.slice(2);
  const files = filesUnlessGiven(join("test", "command"), ".browser.ts", given);
  return runNode(["node_modules/mocha/bin/mocha.js", ...given, ...files], { PAGES_BROWSER: file });
});
