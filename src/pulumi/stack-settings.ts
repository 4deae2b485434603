import { runtime } from "@pulumi/pulumi";
import { type Found, findSetting, type SettingName } from "../setting-names";
import { type Shell, shellOf, shellText } from "../spec/shell";
import { runError } from "./run-error";

/** A setting of the stack. A program that only declares resources does not load the settings, but their names. */
export const stackSetting = (name: SettingName): Found | undefined =>
  // biome-ignore lint/style/noProcessEnv: as above.
  findSetting(name, { config: (key) => runtime.getConfig(key), environment: process.env });

/** The host that serves the resources of this program. Throws RunError where the setting is none of its values. */
export function currentShell(): Shell {
  const { value, origin } = stackSetting("shell") ?? { value: "dynamic", origin: "" };
  const shell = shellOf(value);
  if (shell === undefined) throw runError(shellText(origin));
  return shell;
}
