import { runtime } from "@pulumi/pulumi";
import { type FoundSetting, findSetting, type SettingName } from "../../client/setting-names";
import { type HostName, hostNameOf, hostNameText } from "../../description/names/host-name";
import { runError } from "./run-error";

/** A program that only declares resources loads the names of settings, not the settings. */
export const stackSetting = (name: SettingName): FoundSetting | undefined =>
  // biome-ignore lint/style/noProcessEnv: this reads the same environment as the settings.
  findSetting(name, { config: (key) => runtime.getConfig(key), environment: process.env });

/** Throws RunError for an invalid setting. */
export function currentHost(): HostName {
  const { value, origin } = stackSetting("shell") ?? { value: "dynamic", origin: "" };
  const host = hostNameOf(value);
  if (host === undefined) throw runError(hostNameText(origin));
  return host;
}
