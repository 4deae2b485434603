import { stat } from "node:fs/promises";
import type { z } from "zod";
import { shownAddress } from "../../../api/connection/address";
import { ConfigurationError } from "../../../api/errors";
import { allSettings, type SettingName, settingNames, settingOf } from "../../../setting-names";
import type { Settings } from "../../../settings";
import { suggestion } from "../../../spec/spelling";
import { messageOf } from "../../output/text";
import type { StackConfig } from "../../stack/config";
import { configKeys } from "../../stack/config-form";
import { type Check, ok, problem, unknown } from "./check";
import type { doctorDocument } from "./schema";

/** A setting that is in force. */
export type InForce = Readonly<z.infer<typeof doctorDocument>["settings"][number]>;

/** Returns every setting that is set, with its origin, but without values of secrets. */
export function settingsInForce(settings: Settings, config: StackConfig | undefined): InForce[] {
  return allSettings.flatMap((name) => {
    const found = settings.find(name);
    if (found === undefined) return [];
    const { value, origin } = found;
    const [key, variable] = settingNames[name];
    const isSecret = settingOf(name).secret === "whole" || (origin === key && config?.secrets.has(key) === true);
    const other = origin === key ? variable : key;
    return [
      {
        name,
        value: isSecret ? null : shownValue(name, value),
        origin,
        shadowed: settings.isSetAt(name, other) ? other : null,
      },
    ];
  });
}

/**
 * Returns the part of a value that may be shown, or null. A value that should be an address but is not may be a misspelled address
 * with a password. An audience may be an address, too.
 */
function shownValue(name: SettingName, value: string): string | null {
  const shown = shownAddress(value);
  return settingOf(name).form === "address" && shown === value && !URL.canParse(value) ? null : (shown ?? null);
}

/** Checks that settings can be used. Each error is a problem, and its text contains the remedy. */
export function checkSettings(settings: Settings, config: StackConfig | undefined): Check[] {
  const checks = [
    settings.find("baseUrl") === undefined ? attempt("baseUrl", () => settings.need("baseUrl")) : undefined,
    ...settings.unusable().map(({ name, why }) => problem(name, why)),
    attempt("connection", () => settings.connection()),
  ];
  const problems = checks.filter((check) => check !== undefined);
  const keys = checkKeys(config);
  const unread =
    config?.unread === undefined ? [] : [unknown("config", `secrets of the stack cannot be read: ${config.unread}`)];
  const found = [...problems, ...keys, ...unread];
  return found.length === 0 ? [ok("settings", "can be used")] : found;
}

/** Reports keys of the stack's config that look like settings but have no effect. Nothing else would report them. */
function checkKeys(config: StackConfig | undefined): Check[] {
  const keys = new Set([...(config?.values.keys() ?? []), ...(config?.secrets ?? [])]);
  return [...keys]
    .filter((key) => key.startsWith("platform:") && !configKeys.includes(key))
    .map((key) =>
      problem(
        "config",
        `${key} is not a setting, so it has no effect. ${suggestion(key, configKeys)}`,
        `run pulumi config rm ${key}`,
      ),
    );
}

function attempt(name: string, use: () => unknown): Check | undefined {
  try {
    use();
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return problem(name, messageOf(error));
    throw error;
  }
}

/** Checks that not every user can read the files of tokens. */
export async function checkFiles(settings: Settings): Promise<Check[]> {
  const checks = allSettings.flatMap((name) => {
    const found = settingOf(name).form === "secretFile" ? settings.find(name) : undefined;
    return found === undefined ? [] : [checkFile(name, found.value, found.origin)];
  });
  return Promise.all(checks);
}

const closing = (file: string): string => `run chmod 600 ${file}`;

async function checkFile(name: string, file: string, origin: string): Promise<Check> {
  try {
    const { mode } = await stat(file);
    // Windows has no such mode bits.
    const isOpen = process.platform !== "win32" && (mode & 0o004) !== 0;
    if (!isOpen) return ok(name, `not every user of this machine can read ${file}`);
    const quoted = /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
    return problem(name, `${origin}: every user of this machine can read ${file}`, closing(quoted));
  } catch (error) {
    return problem(name, `${origin}: cannot read ${file} (${(error as NodeJS.ErrnoException).code})`);
  }
}
