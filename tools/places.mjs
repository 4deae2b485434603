import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository; every tool works in it, whatever the current folder is. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Other releases of the Pulumi SDK, whose provider hosts `npm run test:all` tries too. */
export const sdks = resolve(root, "tools/sdks");

/** Stryker, which `npm run mutants` installs when it is first run. */
export const stryker = resolve(root, "tools/stryker");

/** What belongs to this clone alone: the locks of its `node_modules` and `dist`, and what `dist` was built from. */
export const cloneCache = resolve(root, ".cache");

/**
 * What clones may share, because it depends on nothing in them: the Pulumi CLI. `PULUMI_PLATFORM_CACHE` moves it, so that
 * CI, where every clone is fresh, builds or downloads the CLI once per machine instead of once per run.
 */
export const sharedCache = resolve(root, process.env.PULUMI_PLATFORM_CACHE || ".cache");
