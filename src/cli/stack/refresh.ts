import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HOST_PROGRAM } from "../../hosts/dynamic/names";
import { PLUGIN_PACKAGE } from "../../hosts/plugin/names";
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
    if (result.code === 0) {
      if (text === undefined) throw new PulumiError(NO_LOG);
      return readRefreshLog(text);
    }
    const log = text === undefined ? undefined : readFailed(text);
    if (log !== undefined && log.unread.length > 0) return log;
    const [error] = log?.errors ?? [];
    throw explained(failureOf(args, error === undefined ? result : { ...result, stderr: `error: ${error.trim()}` }));
  });

const NO_LOG = "the Pulumi CLI wrote no event log: this version of it may not know --event-log";

/** A failure whose words tell nobody what to do, in words that do. */
function explained(failure: PulumiError): PulumiError {
  const isSaid = (text: string) => failure.message.includes(text);
  if (isSaid(HOST_PROGRAM) || isSaid(`plugin options for '${PLUGIN_PACKAGE}'`)) {
    // advice: npm-ci
    return new PulumiError("the engine cannot load the provider, which the project's packages hold: run npm ci first");
  }
  if (!isSaid(`'pulumi-resource-${PLUGIN_PACKAGE}'`) && !isSaid("unknown plugin source scheme")) return failure;
  // advice: ask-doctor
  return new PulumiError("the engine cannot find the plugin: pulumi-platform doctor says what Pulumi.yaml needs");
}

/** The log of a run that failed; nothing where it ends early, for then the CLI itself said more. */
function readFailed(text: string): RefreshLog | undefined {
  try {
    return readRefreshLog(text);
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    return undefined;
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
