import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOST_PROGRAM } from "../../description/names/dynamic";
import { PLUGIN_PACKAGE } from "../../description/names/plugin";
import { type RefreshLog, readRefreshLog } from "./event-log";
import type { StackChoice } from "./options";
import { withPrivateFolder } from "./private-folder";
import { choiceArgs, failureOf, PulumiError, runPulumi } from "./pulumi";

/** Lets the engine compare a stack with the platform, without running the program or writing state. Throws PulumiError if it cannot. */
export const refreshPreview = (choice: StackChoice): Promise<RefreshLog> =>
  withPrivateFolder(async (folder) => {
    const file = join(folder, "events.json");
    const args = ["refresh", ...choiceArgs(choice), "--preview-only", "--run-program=false", "--color", "never"];
    // --event-log exists only with debug commands. The Automation API relies on it too.
    const environment = { PULUMI_DEBUG_COMMANDS: "true", PULUMI_SKIP_UPDATE_CHECK: "true" };
    const logging = ["--suppress-progress", "--event-log", file];
    const result = await runPulumi([...args, ...logging], { environment, timeoutMs: 0 });
    const text = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    if (result.code === 0) {
      if (text === undefined) throw new PulumiError(NO_LOG);
      return readRefreshLog(text);
    }
    const log = text === undefined ? undefined : readFailed(text);
    if (log !== undefined && log.unread.length > 0) return log;
    const [error] = log?.errors ?? [];
    throw explained(failureOf(args, error === undefined ? result : { ...result, stderr: `error: ${error.trim()}` }));
  });

const NO_LOG = "the Pulumi CLI wrote no event log. Its version may not know --event-log";

/** Returns an error that says what to do, if the message of the engine does not. */
function explained(failure: PulumiError): PulumiError {
  const mentions = (text: string) => failure.message.includes(text);
  if (mentions(HOST_PROGRAM) || mentions(`plugin options for '${PLUGIN_PACKAGE}'`)) {
    return new PulumiError(
      "the engine cannot load the provider, because the project's packages are not installed. Run npm ci first",
    );
  }
  if (!mentions(`'pulumi-resource-${PLUGIN_PACKAGE}'`) && !mentions("unknown plugin source scheme")) return failure;
  return new PulumiError(
    "the engine cannot find the plugin. Run pulumi-platform doctor, which says what Pulumi.yaml needs",
  );
}

/** Returns the log of a run that failed. Undefined if it ends early, because the CLI then says more. */
function readFailed(text: string): RefreshLog | undefined {
  try {
    return readRefreshLog(text);
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    return undefined;
  }
}
