import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.mjs";
import { findOnPath, isExecutable, main, SetupError } from "./process.mjs";
import { ensureBuild } from "./setup.mjs";

/** What Chromium is called, where it is installed. */
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
  const folder = join("test", "command");
  const all = readdirSync(join(root, folder)).filter((name) => name.endsWith(".browser.ts"));
  const files = given.some((argument) => argument.endsWith(".browser.ts")) ? [] : all.map((name) => join(folder, name));
  const child = spawn(process.execPath, ["node_modules/mocha/bin/mocha.js", ...given, ...files], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PAGES_BROWSER: file },
  });
  const [code] = await once(child, "close");
  return code ?? 1;
});
