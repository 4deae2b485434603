import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./places.mjs";

/** A failure that the user can act upon. Only its message is shown, without a stack. */
export class SetupError extends Error {}

/** Prints a line of progress to stderr, since stdout belongs to the calling command. */
export function note(line) {
  console.error(`[setup] ${line}`);
}

/**
 * Runs a program without input, with its output on our stderr and a sign of life every 30 s. Rejects with a SetupError
 * when it fails or cannot be started.
 *
 * @param options those of `spawn`, and what it does: `compiling`
 */
export function run(command, args, { what = command, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const started = Date.now();
    const child = spawn(command, args, { stdio: ["ignore", 2, 2], ...options });
    const life = setInterval(() => note(`${what}: ${secondsSince(started)} so far`), 30_000);
    child.on("error", (error) => {
      clearInterval(life);
      reject(new SetupError(error.code === "ENOENT" ? `there is no ${command} on PATH` : error.message));
    });
    child.on("close", (code, signal) => {
      clearInterval(life);
      if (code === 0) return resolve();
      reject(new SetupError(`${command} ${args[0]} failed (${signal ?? `exit code ${code}`}); its output is above`));
    });
  });
}

/** Runs a script of Node's in the repository to its end. Returns its exit code. */
export async function runNode(args, environment = {}) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } });
  // Ctrl-C reaches the child by itself, and it ends in order: wait for it. A CI that stops us reaches only us.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await once(child, "close");
  return code ?? 1;
}

/** The files of a folder with an ending, unless arguments name some. */
export const filesUnlessGiven = (folder, ending, given) =>
  given.some((argument) => argument.endsWith(ending))
    ? []
    : readdirSync(join(root, folder)).flatMap((name) => (name.endsWith(ending) ? [join(folder, name)] : []));

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The file of the first of these programs that is on PATH. */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function secondsSince(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/** Runs a script's main function: its result is the exit code, and a SetupError is shown as its message alone. */
export async function main(script) {
  try {
    process.exitCode = (await script()) ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
