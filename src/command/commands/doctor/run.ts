import { callerOf } from "../../../client/connect";
import { platformClient } from "../../../program/lookups/access";
import type { Run } from "../../command";
import { stackConfig } from "../../stack/config";
import { stackChoice } from "../../stack/options";
import { PulumiError } from "../../stack/pulumi";
import { settingsWith } from "../../stack/settings";
import { checkAccess, NOTHING_KNOWN } from "./access";
import type { doctor } from "./declaration";
import { checkHost } from "./host";
import { checkAddresses } from "./reach";
import { doctorReport, problem, unknown } from "./report";
import type { Check } from "./schema";
import { checkSettings, settingsInForce } from "./settings-in-force";
import { checkRegistryToken, checkToken } from "./token";

function asCheck(error: unknown): Check {
  if (error instanceof PulumiError) return unknown("config", error.message);
  throw error;
}

export const run: Run<typeof doctor> = async (call) => {
  const choice = stackChoice(call);
  const warnings: string[] = [];
  const write = (text: string) => void warnings.push(text.replace(/^warning: /, "").trim());
  call.progress("Reading the settings");
  const config = choice && (await stackConfig(choice).catch(asCheck));
  const isUnread = config !== undefined && "status" in config;
  const known = isUnread ? undefined : config;
  const settings = settingsWith(known, { terminal: { ...call.terminal, err: { ...call.terminal.err, write } } });
  const inForce = settingsInForce(settings, known);
  // The config may have the settings that the environment lacks, so other checks would mislead.
  if (isUnread) return doctorReport({ ...NOTHING_KNOWN, settings: inForce, token: null, checks: [config] });
  call.progress("Reaching the platform");
  const [addresses, token] = await Promise.all([checkAddresses(settings), checkToken(settings, config?.unread)]);
  const isReached = (address: string) => addresses.some(({ name, status }) => name === address && status === "ok");
  call.progress("Checking the access of the credential");
  const registryToken = await checkRegistryToken(settings, isReached("registryUrl"));
  // Otherwise, another check reports why.
  const isUsable = isReached("baseUrl") && token.isThere && settings.unusable().length === 0;
  const client = isUsable ? platformClient(settings) : undefined;
  const { checks, ...access } = client
    ? await checkAccess(client, await callerOf(settings, call.flags.identity, client))
    : NOTHING_KNOWN;
  const open = warnings.map((text) => problem("files", text));
  const here = [...checkHost(settings, choice?.cwd), ...checkSettings(settings, config), ...open];
  return doctorReport({
    ...access,
    settings: inForce,
    token: token.claims,
    checks: [...here, ...token.checks, ...addresses, ...registryToken, ...checks],
  });
};
