import { execFile } from "node:child_process";
import { environmentWith } from "../../client/settings";
import { plain } from "../output/text";
import type { StackChoice } from "./options";

/** The Pulumi CLI failed, or printed something unknown. */
export class PulumiError extends Error {
  override readonly name = "PulumiError";
  /** @param printed its standard output */
  constructor(
    message: string,
    readonly printed = "",
  ) {
    super(message);
  }
}

export interface PulumiResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Time limit of one call, in milliseconds. The export of a large stack from a remote backend takes its time. */
const TIMEOUT_MS = 300_000;
/** The state of 100,000 resources has about 200 MB. */
const MAX_BYTES = 1024 * 1024 * 1024;

const NOT_ON_PATH = "pulumi is not on PATH, and --stack and --cwd need it. Install the Pulumi CLI";

export const choiceArgs = ({ stack, cwd }: StackChoice): string[] => [
  ...(stack === undefined ? [] : ["--stack", stack]),
  ...(cwd === undefined ? [] : ["--cwd", cwd]),
];

/** Runs `pulumi` on PATH without prompts, and returns what it prints. Throws PulumiError. */
export async function pulumi(args: readonly string[]): Promise<string> {
  const result = await runPulumi(args);
  if (result.code !== 0) throw failureOf(args, result);
  return result.stdout;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Time limit in milliseconds, 0 for none. Five minutes by default. */
  readonly timeoutMs?: number;
}

/** Runs `pulumi` on PATH to its end, without prompts. Throws PulumiError if it cannot run, or takes too long. */
export const runPulumi = (
  args: readonly string[],
  { environment = {}, timeoutMs = TIMEOUT_MS }: RunOptions = {},
): Promise<PulumiResult> =>
  new Promise((resolve, reject) => {
    const options = { timeout: timeoutMs, maxBuffer: MAX_BYTES, windowsHide: true, env: environmentWith(environment) };
    execFile("pulumi", [...args, "--non-interactive"], options, (error, stdout, stderr) => {
      if (error === null) return resolve({ code: 0, stdout, stderr });
      if ("syscall" in error && error.code === "ENOENT") return reject(new PulumiError(NOT_ON_PATH));
      if (error.killed) {
        return reject(new PulumiError(`pulumi ${commandIn(args)}: took longer than ${timeoutMs / 1000} s`));
      }
      // A program that a signal ended has no code.
      resolve({ code: typeof error.code === "number" ? error.code : -1, stdout, stderr });
    });
  });

const NO_PROJECT = /no Pulumi\.yaml project file found \(searching upwards from (?<folder>[^)]*)\)/;

export function failureOf(args: readonly string[], { code, stdout, stderr }: PulumiResult): PulumiError {
  const message = stderr.split("\n").find((line) => line.startsWith("error:")) ?? stderr.split("\n")[0] ?? "";
  const folder = NO_PROJECT.exec(message)?.groups?.folder;
  if (folder !== undefined)
    return new PulumiError(
      `there is no Pulumi project in ${plain(folder)} or above it. If the project is elsewhere, name its folder with --cwd (-C)`,
      stdout,
    );
  const why = plain(message.replace(/^error: /, ""));
  return new PulumiError(`pulumi ${commandIn(args)}: ${why || `exit code ${code}`}`, stdout);
}

/** `stack export` of `stack export --stack dev`. */
const commandIn = (args: readonly string[]): string =>
  args.slice(0, args.findIndex((word) => word.startsWith("-")) >>> 0).join(" ");
