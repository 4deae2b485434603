import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
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
  /** The files that it ships, sorted. */
  readonly shipped: readonly string[];
  /** Bytes of the tarball, and of all files in it. */
  readonly size: number;
  readonly unpackedSize: number;
}

let packed: Packed | undefined;

/** Packs the package at the first use. The tarball is removed when the process ends. */
export function pack(): Packed {
  if (packed !== undefined) return packed;
  const directory = mkdtempSync(join(tmpdir(), "pulumi-platform-pack-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
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
  packed = { tarball: join(directory, filename), shipped: files.map(({ path }) => path).sort(), size, unpackedSize };
  return packed;
}

/**
 * Packs this package and unpacks it into `node_modules` of a new temporary folder. Its dependencies are links to those of
 * the repository, because an install over the network would test the network.
 */
export function createWorkspace(prefix = "pulumi-platform-"): Workspace {
  const { tarball, shipped } = pack();
  const directory = mkdtempSync(join(tmpdir(), prefix));
  const modules = join(directory, "node_modules");
  mkdirSync(join(modules, "pulumi-platform"), { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", join(modules, "pulumi-platform"), "--strip-components=1"]);
  for (const name of installedPackages(join(repositoryRoot, "node_modules"))) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name), "junction");
  }
  return { directory, shipped, remove: () => rmSync(directory, { recursive: true, force: true }) };
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

/** What `npm ci` does with the command of the package. */
export function installCommand(directory: string): void {
  const bin = join(directory, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  const file = join(bin, "pulumi-platform");
  const target = "../pulumi-platform/dist/command/main.js";
  chmodSync(join(bin, target), 0o755);
  if (!existsSync(file)) symlinkSync(target, file);
}
