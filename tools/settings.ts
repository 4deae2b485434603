import { allSettings, type SettingName, settingNames, settingOf } from "../src/client/setting-names";
import { GeneratedPart } from "./generated-part";

const secrecy = { whole: " (secret)", password: " (secret, if it has a password)" } as const;

function row(name: SettingName): string {
  const [key, variable] = settingNames[name];
  const { what, note, secret } = settingOf(name);
  const marked = secret === undefined ? "" : secrecy[secret];
  return `| \`${key}\`${marked} | \`${variable}\` | ${what}${note === undefined ? "" : ` ${note}`} |`;
}

const settingsTable = (): string =>
  ["| in the stack's config | in the environment | what it is |", "|---|---|---|", ...allSettings.map(row)].join("\n");

export const write = (): void => new GeneratedPart("docs/configuration.md", "settings").write(settingsTable());
