import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { ensureDependencies } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { root, sharedCache } from "./places.mjs";
import { isExecutable, note, SetupError } from "./process.mjs";
import { downloadRelease } from "./pulumi-cli/download.mjs";
import { buildFromGo } from "./pulumi-cli/go-build.mjs";

export const VERSION = "3.230.0";
const OLDEST_MINOR = 216;
const isWindows = process.platform === "win32";
const exe = isWindows ? ".exe" : "";

/** The programs that `pulumi up` of a Node program with dynamic resources starts. */
const cli = `pulumi${exe}`;
const languageHost = `pulumi-language-nodejs${exe}`;
const programs = [cli, languageHost, `pulumi-resource-pulumi-nodejs${isWindows ? ".cmd" : ""}`];

/**
 * Finds a Pulumi CLI that works, or makes one: on PATH, in the cache, the official release, a build from its Go modules.
 * Returns its folder (put it first on PATH, and keep the rest of it), the program, its version, and where it comes from:
 * "path", "cache", "download" or "go". Rejects with a SetupError that lists what was tried.
 *
 * `addresses` is for the test of the download: `{ archives, checksums }`, base URLs.
 */
export async function ensurePulumi(addresses) {
  const { found, reason } = await findOnPath();
  if (found) return found;
  const folder = join(sharedCache, "pulumi-cli", `${VERSION}-${process.platform}-${process.arch}`);
  const cached = await describe(folder, "cache");
  if (cached) return cached;
  await ensureDependencies();
  return withLock(`${folder}.lock`, async () => (await describe(folder, "cache")) ?? make(folder, reason, addresses));
}

async function findOnPath() {
  const entries = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const folders = entries.map((entry) => resolve(entry));
  const folder = folders.find((candidate) => isExecutable(join(candidate, cli)));
  if (!folder) return { reason: "there is none" };
  const isThere = (name) => [folder, ...folders].some((candidate) => isExecutable(join(candidate, name)));
  const missing = programs.find((name) => !isThere(name));
  if (missing) return { reason: `${folder} has no ${missing}` };
  const version = await versionOf(folder);
  const [, minor] = version?.match(/^v?3\.(\d+)\./) ?? [];
  if (!version) return { reason: `the one in ${folder} does not run` };
  if (!(minor >= OLDEST_MINOR)) return { reason: `${folder} holds ${version}, not >=3.${OLDEST_MINOR} <4` };
  return { found: { directory: folder, pulumi: join(folder, cli), version, source: "path" } };
}

async function make(folder, onPath, addresses) {
  const reasons = [`on PATH: ${onPath}`];
  const fresh = `${folder}.new`;
  const ways = {
    download: () => downloadRelease(VERSION, fresh, addresses),
    go: () => buildFromGo(VERSION, fresh),
  };
  for (const [source, way] of Object.entries(ways)) {
    try {
      rmSync(fresh, { recursive: true, force: true });
      mkdirSync(fresh, { recursive: true });
      await way();
      addLauncher(fresh);
      if (!(await describe(fresh, source))) throw new SetupError("what came out does not run on this machine");
      rmSync(folder, { recursive: true, force: true });
      renameSync(fresh, folder);
      return await describe(folder, source);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      if (!(error instanceof SetupError)) throw error;
      reasons.push(`${source}: ${error.message}`);
      note(`no Pulumi CLI by ${source}: ${error.message}`);
    }
  }
  throw new SetupError(
    `There is no Pulumi CLI here, and none could be had:\n${reasons.map((reason) => `  - ${reason}\n`).join("")}` +
      `Install the Pulumi CLI (3.${OLDEST_MINOR} or later: https://www.pulumi.com/docs/install/), or Go (https://go.dev/dl/) ` +
      "to have it built, and run the same command again.",
  );
}

/** Beside the CLI, the launcher of dynamic providers is found without a warning; a release has it, a Go build does not. */
function addLauncher(folder) {
  for (const name of ["pulumi-resource-pulumi-nodejs", "pulumi-resource-pulumi-nodejs.cmd"]) {
    if (existsSync(join(folder, name))) continue;
    copyFileSync(join(root, "node_modules/@pulumi/pulumi", name), join(folder, name));
    chmodSync(join(folder, name), 0o755);
  }
}

/** The CLI in a folder of ours, or nothing unless it is whole: each program is there, and starts. */
async function describe(folder, source) {
  if (!programs.every((name) => isExecutable(join(folder, name)))) return undefined;
  const [version, hostStarts] = await Promise.all([versionOf(folder), startsLanguageHost(folder)]);
  if (!version || !hostStarts) return undefined;
  return { directory: folder, pulumi: join(folder, cli), version, source };
}

async function versionOf(folder) {
  const home = mkdtempSync(join(tmpdir(), "pulumi-home-"));
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_HOME: home };
  const output = await outputOf(join(folder, cli), ["version"], env);
  rmSync(home, { recursive: true, force: true });
  return output.match(/^v?\d+\.\d+\.\d+\S*$/m)?.[0];
}

async function startsLanguageHost(folder) {
  return /usage/i.test(await outputOf(join(folder, languageHost), ["-h"], process.env));
}

/** Everything a program prints; nothing, when it cannot be started. */
async function outputOf(program, args, env) {
  const ended = promisify(execFile)(program, args, { env, timeout: 60_000 });
  const { stdout = "", stderr = "" } = await ended.catch((error) => error);
  return stdout + stderr;
}
