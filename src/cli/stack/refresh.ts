import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type RefreshLog, readRefreshLog } from "./event-log";
import type { StackChoice } from "./options";
import { withPrivateFolder } from "./private-folder";
import { choiceArgs, failureOf, PulumiError, runPulumi } from "./pulumi";

/**
 * Lets the engine compare a stack with the platform. It changes neither: `refresh --preview-only` writes no state, and the
 * program is not run. Throws PulumiError where nothing could be found out.
 */
export const refreshPreview = (choice: StackChoice): Promise<RefreshLog> =>
  withPrivateFolder(async (folder) => {
    const file = join(folder, "events.json");
    const args = ["refresh", ...choiceArgs(choice), "--preview-only", "--run-program=false", "--color", "never"];
    // The flag is there for debug commands only. The Automation API relies on it too.
    const environment = { PULUMI_DEBUG_COMMANDS: "true", PULUMI_SKIP_UPDATE_CHECK: "true" };
    const result = await runPulumi([...args, "--suppress-progress", "--event-log", file], {
      environment,
      timeoutMs: 0,
    });
    const text = textOf(file);
    if (text === undefined) throw result.code === 0 ? new PulumiError(NO_LOG) : failureOf(args, result);
    const log = result.code === 0 ? readRefreshLog(text) : readFailed(text, () => failureOf(args, result));
    if (result.code === 0 || log.unread.length > 0) return log;
    const [error] = log.errors;
    throw failureOf(args, error === undefined ? result : { ...result, stderr: `error: ${error.trim()}` });
  });

const NO_LOG = "the Pulumi CLI wrote no event log: this version of it may not know --event-log";

/** The log of a run that failed. One that ends early tells less than what the CLI said. */
function readFailed(text: string, failure: () => PulumiError): RefreshLog {
  try {
    return readRefreshLog(text);
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    throw failure();
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
