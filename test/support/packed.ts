import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { npmCli, repositoryRoot } from "./repository";

const cache = join(repositoryRoot, ".cache", "packed");

/** How long a process waits for another that packs, and how long a packed package is kept, in milliseconds. */
const [PATIENCE_MS, KEPT_MS] = [30_000, 24 * 3_600_000];

/** The file that npm packs, and the files in it, sorted. */
export interface Packed {
  readonly tarball: string;
  readonly shipped: readonly string[];
}

let packed: Packed | undefined;

/**
 * Packs this package with npm. That takes more than a second of CPU time, so it is done once for all processes of the tests:
 * the result is kept in `.cache`, under a name that is made from everything that may be packed.
 */
export function pack(): Packed {
  packed ??= packedIn(join(cache, contentKey()));
  return packed;
}

function packedIn(folder: string): Packed {
  if (!existsSync(folder)) once(folder, () => packInto(folder));
  const report: unknown = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  const [entry] = (Array.isArray(report) ? report : Object.values(report as object)) as {
    filename: string;
    files: { path: string }[];
  }[];
  if (entry === undefined) throw new Error("npm pack packed nothing");
  return { tarball: join(folder, entry.filename), shipped: entry.files.map(({ path }) => path).sort() };
}

/** A name for the content of all files that npm may pack: those in the folders that package.json names, and those beside it. */
function contentKey(): string {
  const { files } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { files: string[] };
  const folders = new Set(files.map((name) => name.replace(/^!/, "").split("/")[0] ?? ""));
  const hash = createHash("sha256").update(process.version);
  const add = (name: string) => {
    const path = join(repositoryRoot, name);
    if (statSync(path).isFile()) hash.update(`${name}\0`).update(readFileSync(path));
  };
  for (const name of readdirSync(repositoryRoot).sort()) {
    if (!folders.has(name) || statSync(join(repositoryRoot, name)).isFile()) add(name);
    else for (const inner of filesBelow(name)) add(inner);
  }
  return hash.digest("hex");
}

const filesBelow = (folder: string): string[] =>
  readdirSync(join(repositoryRoot, folder), { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .flatMap((entry) => {
      const name = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(name) : [name];
    })
    .sort();

/** Does something that makes a folder, unless another process is about to. */
function once(folder: string, make: () => void): void {
  mkdirSync(cache, { recursive: true });
  const lock = `${folder}.lock`;
  try {
    mkdirSync(lock);
  } catch {
    const until = Date.now() + PATIENCE_MS;
    // npm is run synchronously, and so is the wait.
    const pause = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(folder) && Date.now() < until) Atomics.wait(pause, 0, 0, 50);
    if (existsSync(folder)) return;
  }
  try {
    if (!existsSync(folder)) make();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function packInto(folder: string): void {
  const made = mkdtempSync(join(cache, "new-"));
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", made];
  const report = execFileSync(process.execPath, [npmCli(), ...args], {
    cwd: repositoryRoot,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  writeFileSync(join(made, "report.json"), report);
  for (const name of readdirSync(cache)) {
    const isOld = Date.now() - statSync(join(cache, name)).mtimeMs > KEPT_MS;
    if (isOld) rmSync(join(cache, name), { recursive: true });
  }
  renameSync(made, folder);
}
