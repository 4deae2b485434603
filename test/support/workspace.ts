import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const repositoryRoot = join(__dirname, "..", "..");

/** Preloaded into Pulumi's Node processes by the tests, so that the SDK starts in a third of the time. */
export const quickStart = join(__dirname, "quick-start.cjs");

/** Folders of packages below node_modules, `@pulumi/pulumi` and the like; not this package itself. */
function installedPackages(modules: string): string[] {
  return readdirSync(modules, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "pulumi-platform")
    .flatMap(({ name }) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    );
}

/** A temporary folder where the packed package is installed as for a user. */
export interface Workspace {
  readonly directory: string;
  /** The files that the package ships, sorted. */
  readonly shipped: readonly string[];
  remove(): void;
}

interface Packed {
  readonly tarball: string;
  /** The folder into which it was unpacked. */
  readonly unpacked: string;
  /** The files that it ships, sorted. */
  readonly shipped: readonly string[];
  /** Bytes of the tarball, and of all files in it. */
  readonly size: number;
  readonly unpackedSize: number;
}

let packed: Packed | undefined;

/** The package: packed once for all processes of `npm test` (tools/test-package.cjs), or by this one at the first use. */
export function pack(): Packed {
  const { TEST_PACKAGE: folder } = process.env;
  packed ??= folder ? (JSON.parse(readFileSync(join(folder, "packed.json"), "utf8")) as Packed) : packHere();
  return packed;
}

function packHere(): Packed {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-platform-pack-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  return packInto(directory);
}

/** Packs the package into a folder, unpacks it there, and leaves what `pack` returns in packed.json. */
export function packInto(directory: string): Packed {
  const output = execFileSync(
    process.execPath,
    [npmCli(), "pack", "--json", "--ignore-scripts", "--pack-destination", directory],
    { cwd: repositoryRoot, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  const report: unknown = JSON.parse(output);
  const [entry] = (Array.isArray(report) ? report : Object.values(report as object)) as {
    filename: string;
    files: { path: string }[];
    size: number;
    unpackedSize: number;
  }[];
  if (entry === undefined) throw new Error(`npm pack packed nothing: ${output}`);
  const { filename, files, size, unpackedSize } = entry;
  const [tarball, unpacked] = [join(directory, filename), join(directory, "package")];
  execFileSync("tar", ["-xzf", tarball, "-C", directory]);
  const made = { tarball, unpacked, shipped: files.map(({ path }) => path).sort(), size, unpackedSize };
  writeFileSync(join(directory, "packed.json"), JSON.stringify(made));
  return made;
}

/**
 * Installs the packed package in `node_modules` of a new temporary folder. Its files are hard links: a test that changes one
 * replaces it (`replaceFile`). Its dependencies are links to those of the repository, because an install over the network would
 * test the network.
 */
export function createWorkspace(prefix = "pulumi-platform-"): Workspace {
  const { unpacked, shipped } = pack();
  const directory = mkdtempSync(join(tmpdir(), prefix));
  const modules = join(directory, "node_modules");
  for (const name of shipped) {
    const file = join(modules, "pulumi-platform", name);
    mkdirSync(dirname(file), { recursive: true });
    linkSync(join(unpacked, name), file);
  }
  for (const name of installedPackages(join(repositoryRoot, "node_modules"))) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name), "junction");
  }
  return { directory, shipped, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** Writes a file anew, whatever else has a hard link to it. */
export function replaceFile(file: string, text: string): void {
  rmSync(file);
  writeFileSync(file, text);
}

/** The npm that came with this Node, as a script. */
export function npmCli(): string {
  const given = process.env.npm_execpath;
  if (given?.endsWith(".js")) return given;
  return `${execFileSync("npm", ["root", "-g"], { encoding: "utf8" }).trim()}/npm/bin/npm-cli.js`;
}

/** Writes files into a folder; values other than text are written as JSON. */
export function writeFiles(directory: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), typeof content === "string" ? content : JSON.stringify(content));
  }
}

/** Copies a file or folder of the repository into a folder, under the same path or another. */
export function copyIn(directory: string, path: string, to = path): void {
  cpSync(join(repositoryRoot, path), join(directory, to), { recursive: true });
}

/** What `npm ci` does with the commands of the package. */
export function installCommand(directory: string): void {
  const bin = join(directory, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  const manifest = readFileSync(join(directory, "node_modules/pulumi-platform/package.json"), "utf8");
  const { bin: commands } = JSON.parse(manifest) as { readonly bin: Readonly<Record<string, string>> };
  for (const [name, path] of Object.entries(commands)) {
    const target = join("../pulumi-platform", path);
    chmodSync(join(bin, target), 0o755);
    if (!existsSync(join(bin, name))) symlinkSync(target, join(bin, name));
  }
}
