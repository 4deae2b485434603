import { z } from "zod";
import { remember } from "../../client/api/secret";
import { settingNames } from "../../client/setting-names";
import { readPrinted } from "./json";
import type { StackChoice } from "./options";
import { choiceArgs, PulumiError, pulumi } from "./pulumi";

/** The keys of all settings, `platform:baseUrl`. */
export const configKeys: readonly string[] = Object.values(settingNames).map(([key]) => key);

const printed = z.record(z.string(), z.object({ value: z.string().optional(), secret: z.boolean().default(false) }));

export interface StackConfig {
  /** Values by their full keys, `platform:baseUrl`. */
  readonly values: ReadonlyMap<string, string>;
  /** The keys of secrets, also of those that could not be read. */
  readonly secrets: ReadonlySet<string>;
  /** Why the secrets could not be read. Absent if they were read. */
  readonly unread?: string;
}

/** Reads the config of a stack with the Pulumi CLI. Decrypts it only if a platform: key is secret. Throws PulumiError. */
export async function stackConfig(choice: StackChoice): Promise<StackConfig> {
  const open = await read(choice, []);
  const secrets = new Set(Object.keys(open).filter((key) => open[key]?.secret));
  if (![...secrets].some((key) => key.startsWith("platform:"))) return { values: valuesOf(open), secrets };
  try {
    const all = await read(choice, ["--show-secrets"]);
    for (const [, { value, secret }] of Object.entries(all)) if (secret && value !== undefined) remember(value);
    return { values: valuesOf(all), secrets };
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    return { values: valuesOf(open), secrets, unread: error.message };
  }
}

const read = async (choice: StackChoice, more: readonly string[]) =>
  readPrinted(printed, await pulumi(["config", ...choiceArgs(choice), "--json", ...more]), "printed the config");

const valuesOf = (entries: z.infer<typeof printed>): Map<string, string> =>
  new Map(Object.entries(entries).flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const])));
