import { shownAddress } from "../../../client/api/connection/address";
import { allSettings, missingText, type SettingName, settingNames, settingOf } from "../../../client/setting-names";
import type { Settings } from "../../../client/settings";
import { suggestion } from "../../../description/spec/spelling";
import { configKeys, type StackConfig } from "../../stack/config";
import { ok, problem, unknown } from "./report";
import type { Check, Document } from "./schema";

/** Returns every setting that is set, with its origin, but without values of secrets. */
export const settingsInForce = (settings: Settings, config: StackConfig | undefined): Document["settings"] =>
  allSettings.flatMap((name) => {
    const found = settings.find(name);
    if (found === undefined) return [];
    const { value, origin } = found;
    const [key, variable] = settingNames[name];
    const isSecret = settingOf(name).secret === "whole" || (origin === key && config?.secrets.has(key) === true);
    const other = origin === key ? variable : key;
    const shadowed = settings.isSetAt(name, other) ? other : null;
    return [{ name, value: isSecret ? null : shownValue(name, value), origin, shadowed }];
  });

/** Returns the part of a value that may be shown, or null: what is no address, but should be, may be a misspelled one with a password. */
function shownValue(name: SettingName, value: string): string | null {
  const shown = shownAddress(value);
  return settingOf(name).form === "address" && shown === value && !URL.canParse(value) ? null : (shown ?? null);
}

/** Checks that settings can be used, and have an effect. The text of an error contains the remedy. */
export function checkSettings(settings: Settings, config: StackConfig | undefined): Check[] {
  const keys = [...new Set([...(config?.values.keys() ?? []), ...(config?.secrets ?? [])])];
  // Nothing else would report them.
  const misspelled = keys.filter((key) => key.startsWith("platform:") && !configKeys.includes(key));
  const isPlain = (key: string) => config?.values.has(key) === true && !config.secrets.has(key);
  const secrets = allSettings.filter((name) => settingOf(name).secret === "whole").map((name) => settingNames[name][0]);
  const found = [
    ...secrets.filter(isPlain).map((key) => {
      return problem("config", `${key} is in the stack's file as plain text`, `run pulumi config set --secret ${key}`);
    }),
    ...(settings.find("baseUrl") === undefined ? [problem("baseUrl", missingText("baseUrl"))] : []),
    ...settings.unusable().map(({ name, why }) => problem(name, why)),
    ...misspelled.map((key) => {
      const text = `${key} is not a setting, so it has no effect. ${suggestion(key, configKeys)}`;
      return problem("config", text, `run pulumi config rm ${key}`);
    }),
    ...(config?.unread ? [unknown("config", `secrets of the stack cannot be read: ${config.unread}`)] : []),
  ];
  return found.length === 0 ? [ok("settings", "can be used")] : found;
}
