import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { bundlePlugin } from "./bundle-plugin.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { cloneCache, root } from "./places.mjs";
import { note, run, SetupError, secondsSince } from "./process.mjs";

const dist = join(root, "dist");
const stamp = join(cloneCache, "build.stamp");

/** Sources that decide what is built, beside those of the package. */
const schemaTools = ["tools/schema", "tools/types"];

// Beside dist, not in a deeper folder: source maps hold relative paths.
const next = join(root, ".dist-next");
const previous = join(root, ".dist-previous");

/**
 * Compiles src/ to dist/, bundles its plugin and makes the plugin's schema there, when anything that decides its content has
 * changed: a source (also one removed), a tsconfig, a dependency. Built elsewhere and then renamed, so that nobody reads half a dist and no
 * removed file's output stays.
 */
export async function ensureBuild() {
  await ensureDependencies();
  if (isBuilt()) return "up to date";
  return withLock(join(cloneCache, "build.lock"), async () => {
    if (isBuilt()) return "up to date";
    const started = Date.now();
    const sources = sourcesHash();
    note("building dist/");
    clean();
    try {
      const compiler = join(root, "node_modules/typescript/bin/tsc");
      const step = (what) => {
        note(what);
        return { cwd: root, what };
      };
      const toNext = ["-p", "tsconfig.build.json", "--outDir", next];
      await run(process.execPath, [compiler, ...toNext], step("compiling (1 of 3)"));
      const withTypes = ["--require", "ts-node/register/transpile-only"];
      const toSchema = [...withTypes, "tools/schema.ts", join(next, "plugin", "schema.json")];
      await run(process.execPath, toSchema, step("making the plugin's schema (2 of 3)"));
      note("bundling the plugin (3 of 3)");
      await bundlePlugin(join(next, "plugin"));
      markCommandsExecutable();
    } catch (error) {
      clean();
      if (!(error instanceof SetupError)) throw error;
      throw new SetupError("dist/ was not built: correct the errors that are reported above.");
    }
    if (existsSync(dist)) renameSync(dist, previous);
    renameSync(next, dist);
    writeFileSync(stamp, sources);
    clean();
    return `built in ${secondsSince(started)}`;
  });
}

function isBuilt() {
  return existsSync(dist) && existsSync(stamp) && readFileSync(stamp, "utf8") === sourcesHash();
}

function sourcesHash() {
  const settings = readdirSync(root).filter((name) => /^(tsconfig.*|package|package-lock)\.json$/.test(name));
  const sources = ["src", ...schemaTools]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)));
  const hash = createHash("sha256");
  const tools = ["tools/bundle-plugin.mjs", "tools/schema.ts", "tools/tarball.mjs"];
  for (const name of [...settings, ...sources, ...tools].sort()) {
    const content = readFileSync(join(root, name));
    hash.update(`${name} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/** npm does this when it installs a package, but here it linked the commands before they existed. */
function markCommandsExecutable() {
  const { bin = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const file of typeof bin === "string" ? [bin] : Object.values(bin)) {
    const built = join(next, relative(dist, join(root, file)));
    if (existsSync(built)) chmodSync(built, 0o755);
  }
}

function clean() {
  for (const folder of [next, previous]) rmSync(folder, { recursive: true, force: true });
}
