import { execFile } from "node:child_process";
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
export const pulumi = (args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, windowsHide: true };
    execFile("pulumi", [...args, "--non-interactive"], options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      if ("syscall" in error && error.code === "ENOENT") return reject(new PulumiError(NOT_ON_PATH));
      const said = stderr.split("\n").find((line) => line.startsWith("error:")) ?? stderr.split("\n")[0] ?? "";
      const why = error.killed ? `took longer than ${TIMEOUT_MS / 1000} s` : plain(said.replace(/^error: /, ""));
      const name = args.slice(0, args.findIndex((word) => word.startsWith("-")) >>> 0).join(" ");
      reject(new PulumiError(`pulumi ${name}: ${why || `exit code ${error.code}`}`, stdout));
    });
  });
