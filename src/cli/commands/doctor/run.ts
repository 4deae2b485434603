import { ConfigurationError } from "../../../api/errors";
import { callerOf } from "../../../connect";
import { platformClient } from "../../../lookups/access";
import type { Settings } from "../../../settings";
import type { Run } from "../../command";
import type { Call } from "../../declaration";
import type { StackConfig } from "../../stack/config";
import { type CallerFlags, type StackChoice, stackChoice } from "../../stack/options";
import { PulumiError } from "../../stack/pulumi";
import { settingsWith } from "../../stack/settings";
import { type Access, checkAccess } from "./access";
import { type Check, unknown } from "./check";
import type { doctor } from "./declaration";
import { checkPlugin, readProject } from "./plugin";
import { checkAddresses } from "./reach";
import { checkRegistryToken } from "./registry-token";
import { doctorReport } from "./report";
import { checkFiles, checkSettings, settingsInForce } from "./settings-in-force";
import { checkToken, type TokenFound } from "./token";
import { checkVersions } from "./versions";

/** A stream that shows nothing. */
const SILENT = { write: () => undefined, isTerminal: false, columns: undefined, hasColors: false };
const NOTHING_KNOWN: Omit<Access, "checks"> = { granted: null, seen: [], notChecked: [] };

/** Checks everything that the provider needs. */
export const run: Run<typeof doctor> = async (call) => {
  const choice = stackChoice(call);
  call.progress("Reading versions and settings");
  const project = readProject(choice?.cwd);
  const isOtherRuntime = project !== undefined && "otherRuntime" in project && project.otherRuntime !== undefined;
  const [{ versions, checks: ofVersions }, { config, checks: ofConfig }] = await Promise.all([
    checkVersions(choice?.cwd, { isOtherRuntime }),
    configOf(call),
  ]);
  // Warnings of the settings are checks of their own.
  const settings = settingsWith(config, { terminal: { ...call.terminal, err: SILENT } });
  if (ofConfig.length > 0) {
    // The config may have the settings that the environment lacks, so other checks would mislead.
    const access = { ...NOTHING_KNOWN, checks: [] };
    const checks = [...ofVersions, ...ofConfig];
    return doctorReport({ versions, settings: settingsInForce(settings, config), token: undefined, access, checks });
  }
  const ofSettings = checkSettings(settings, config);
  call.progress("Reaching the platform");
  const [ofFiles, ofAddresses, token] = await Promise.all([
    checkFiles(settings),
    checkAddresses(settings),
    tokenOf(settings, config),
  ]);
  const isReached = (address: string) => ofAddresses.some(({ name, status }) => name === address && status === "ok");
  call.progress("Checking the access of the credential");
  const [ofRegistryToken, access] = await Promise.all([
    checkRegistryToken(settings, isReached("registryUrl")),
    accessOf(settings, { ...call.flags, isReached: isReached("baseUrl") && token.isThere }),
  ]);
  return doctorReport({
    versions,
    settings: settingsInForce(settings, config),
    token: token.claims,
    access,
    checks: [
      ...ofVersions,
      ...checkPlugin(settings, project),
      ...ofSettings,
      ...ofFiles,
      ...token.checks,
      ...ofAddresses,
      ...ofRegistryToken,
      ...access.checks,
    ],
  });
};

/** Reads the config of the stack that the call names. Returns a check if it cannot be read. */
async function configOf(call: Call<StackChoice>): Promise<{ config: StackConfig | undefined; checks: Check[] }> {
  const choice = stackChoice(call);
  if (choice === undefined) return { config: undefined, checks: [] };
  const { stackConfig } = await import("../../stack/config");
  try {
    return { config: await stackConfig(choice), checks: [] };
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    return { config: undefined, checks: [unknown("config", error.message)] };
  }
}

/** Checks the token. A missing token is unknown if the config has secrets that could not be read. */
async function tokenOf(settings: Settings, config: StackConfig | undefined): Promise<TokenFound> {
  const found = await checkToken(settings);
  if (found.isThere || config?.unread === undefined) return found;
  return {
    ...found,
    checks: [unknown("token", "could not be checked, because secrets of the stack's config could not be read")],
  };
}

async function accessOf(
  settings: Settings,
  { identity, isReached }: CallerFlags & { readonly isReached: boolean },
): Promise<Access> {
  // Another check reports why.
  if (!isReached) return { ...NOTHING_KNOWN, checks: [] };
  try {
    const client = platformClient(settings);
    return await checkAccess(client, await callerOf(settings, identity, client));
  } catch (error) {
    if (error instanceof ConfigurationError) return { ...NOTHING_KNOWN, checks: [] };
    throw error;
  }
}
