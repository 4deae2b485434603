import { execFile } from "node:child_process";
import { environmentWith } from "../../settings";
import { plain } from "../output/text";
import type { StackChoice } from "./options";

/** The Pulumi CLI could not tell what was asked. */
export class PulumiError extends Error {
  override readonly name = "PulumiError";
  /** @param printed what it printed on standard output all the same */
  constructor(
    message: string,
    readonly printed = "",
  ) {
    super(message);
  }
}

/** How a call of the Pulumi CLI ended. */
export interface PulumiResult {
  /** Exit code. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Time limit of one call, in milliseconds. The export of a large stack from a remote backend takes its time. */
const TIMEOUT_MS = 300_000;
/** The state of 100,000 resources has about 200 MB. */
const MAX_BYTES = 1024 * 1024 * 1024;

// advice: pulumi-on-path
const NOT_ON_PATH = "pulumi is not on PATH, and --stack and --cwd are read by it: install the Pulumi CLI";

/** The arguments for a stack. */
export const choiceArgs = ({ stack, cwd }: StackChoice): string[] => [
  ...(stack === undefined ? [] : ["--stack", stack]),
  ...(cwd === undefined ? [] : ["--cwd", cwd]),
];

/** What `pulumi` on PATH prints. It asks nothing and changes nothing. Throws PulumiError. */
export async function pulumi(args: readonly string[]): Promise<string> {
  const result = await runPulumi(args);
  if (result.code !== 0) throw failureOf(args, result);
  return result.stdout;
}

/** How a run of `pulumi` may differ from one that only asks. */
export interface RunOptions {
  /** Variables beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Time limit in milliseconds: five minutes when left out, 0 for none. */
  readonly timeoutMs?: number;
}

/** Runs `pulumi` on PATH to its end, without questions. Throws PulumiError where it cannot be run, or takes too long. */
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

/** Why a run of the CLI failed, as it says itself. */
export function failureOf(args: readonly string[], { code, stdout, stderr }: PulumiResult): PulumiError {
  const said = stderr.split("\n").find((line) => line.startsWith("error:")) ?? stderr.split("\n")[0] ?? "";
  const why = plain(said.replace(/^error: /, ""));
  return new PulumiError(`pulumi ${commandIn(args)}: ${why || `exit code ${code}`}`, stdout);
}

/** `stack export` of `stack export --stack dev`. */
const commandIn = (args: readonly string[]): string =>
  args.slice(0, args.findIndex((word) => word.startsWith("-")) >>> 0).join(" ");
