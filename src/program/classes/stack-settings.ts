import { runtime } from "@pulumi/pulumi";
import { type FoundSetting, findSetting, type SettingName } from "../../client/setting-names";
import { type Shell, shellOf, shellText } from "../../description/spec/shell";
import { runError } from "./run-error";

/** Returns a setting of the stack. A program that only declares resources loads the names of settings, not the settings. */
export const stackSetting = (name: SettingName): FoundSetting | undefined =>
  // biome-ignore lint/style/noProcessEnv: this reads the same environment as the settings.
  findSetting(name, { config: (key) => runtime.getConfig(key), environment: process.env });

/** Returns the host that serves the resources of this program. Throws RunError for an invalid setting. */
export function currentShell(): Shell {
  const { value, origin } = stackSetting("shell") ?? { value: "dynamic", origin: "" };
  const shell = shellOf(value);
  if (shell === undefined) throw runError(shellText(origin));
  return shell;
}
