import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

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

/** Whether a file is there and can be run. */
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

/** How long something took, for a progress line. */
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
