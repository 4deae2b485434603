import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { withLock } from "./lock.mjs";
import { cloneCache, root } from "./places.mjs";
import { note, run, SetupError, secondsSince } from "./process.mjs";

/**
 * Makes `node_modules` of a folder what its package-lock.json says, without running any package's scripts. Does nothing
 * when it is so already, whoever installed it. Returns what was done, for people.
 */
export async function ensureDependencies(folder = root) {
  if (isInstalled(folder)) return "up to date";
  return withLock(join(cloneCache, "dependencies.lock"), async () => {
    if (isInstalled(folder)) return "up to date";
    const started = Date.now();
    const lockfile = relative(root, join(folder, "package-lock.json"));
    note(`installing the dependencies of ${lockfile} with npm ci, about half a minute`);
    try {
      // NODE_ENV=production would leave out what the tests need. npm's warnings are about its user's settings, and about
      // the newest SDK, which asks for a newer Node than ours and runs on this one all the same.
      const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"];
      await run("npm", args, { cwd: folder, shell: process.platform === "win32" });
    } catch (error) {
      throw new SetupError(
        `The dependencies of ${lockfile} were not installed: ${error.message}.\n` +
          "Check that the npm registry can be reached (npm ping) and that git status shows no change in that file or in the " +
          "package.json beside it, then run the same command again.",
      );
    }
    return `installed in ${secondsSince(started)}`;
  });
}

/** npm ends an installation by writing down what it put in place: that must be the lockfile, less optional packages. */
function isInstalled(folder) {
  try {
    const wanted = packagesIn(join(folder, "package-lock.json"));
    const present = packagesIn(join(folder, "node_modules", ".package-lock.json"));
    const isRight = ([path, { version, integrity, optional, devOptional }]) => {
      if (!present[path]) return path === "" || optional || devOptional;
      return present[path].version === version && present[path].integrity === integrity;
    };
    return Object.entries(wanted).every(isRight) && Object.keys(present).every((path) => path in wanted);
  } catch {
    // Not there, or an installation is under way.
    return false;
  }
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
