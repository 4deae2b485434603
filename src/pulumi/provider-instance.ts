import {
  type Input,
  type Output,
  output,
  ProviderResource,
  type Resource,
  type ResourceOptions,
  secret,
} from "@pulumi/pulumi";
import { DYNAMIC_PACKAGE } from "../hosts/dynamic/names";
import { PLUGIN_DOWNLOAD_URL, PLUGIN_PACKAGE } from "../hosts/plugin/names";
import { EXPLICIT, providerSettings, type SettingName, settingNames, settingOf, tokenSettings } from "../setting-names";
import { adoptModeOf, adoptModeText } from "../spec/adopt-mode";
import { isOutputText, OUTPUT_TEXT_COMPLAINT } from "../spec/output-text";
import type { ProviderArgs } from "./inputs";
import { runError } from "./run-error";
import { currentShell } from "./stack-settings";

/** Marks instances, so that `isInstance` works across copies of this package. */
const MARK = "__platformSettings";

/** Whether the setting `adoptExisting` is given, and is not `never`. */
const TAKES_OVER = "__platformTakesOver";

/** Settings by their full key, `platform:baseUrl`. */
export type ConfigValues = Readonly<Record<string, string>>;

/**
 * A connection to one platform as one caller: for programs that work with several organizations. Resources, components and
 * lookups take it as the option `provider`, and send each request to its address with its credentials.
 *
 * @example
 * ```ts
 * const emea = new Provider("emea", { baseUrl: "https://emea.example.com", token: config.requireSecret("emeaToken") });
 * new Group("team", { parentUid: organization }, { provider: emea });
 * ```
 */
export class Provider extends ProviderResource {
  readonly [MARK]: Output<ConfigValues>;
  readonly [TAKES_OVER]: boolean;

  /** Whether a value is a Provider, even one from another copy of this package. */
  static override isInstance(value: unknown): value is Provider {
    return typeof value === "object" && value !== null && MARK in value;
  }

  /**
   * @param name name of the provider, unique in the program
   * @param args settings
   * @param opts options of Pulumi
   */
  constructor(name: string, args: ProviderArgs, opts?: ResourceOptions) {
    const inputs = inputsOf(name, args);
    if (currentShell() === "dynamic") super(DYNAMIC_PACKAGE, name, inputs, opts);
    else super(PLUGIN_PACKAGE, name, withoutPrefix(inputs), { pluginDownloadURL: PLUGIN_DOWNLOAD_URL, ...opts });
    this[MARK] = output(inputs);
    this[TAKES_OVER] = !["never", "", undefined].includes(args.adoptExisting as string | undefined);
  }
}

/** Whether creates with a provider may take over what they find. */
export const takesOver = (provider: ProviderResource): boolean =>
  Provider.isInstance(provider) && provider[TAKES_OVER] === true;

/** The settings of a provider, by full key. They are a secret when one of them is. */
export const settingsOf = (provider: Provider): Output<ConfigValues> => provider[MARK];

/**
 * Refuses a parent that was given a Provider under a name, `providers: { platform: … }`. Pulumi looks for the name of the
 * package there, finds none, and would send everything to the stack's own platform. Throws RunError.
 */
export function refuseNamedProvider(parent: Resource | undefined): void {
  // Of the plugin, it is the name of the package.
  if (currentShell() === "plugin") return;
  // Internal to the SDK: the providers that children inherit, by package.
  const { __providers: inherited = {} } = (parent ?? {}) as {
    readonly __providers?: Readonly<Record<string, unknown>>;
  };
  const named = Object.entries(inherited).find(
    ([name, value]) => name !== DYNAMIC_PACKAGE && Provider.isInstance(value),
  );
  if (named === undefined) return;
  // advice: providers-list
  throw runError(
    `providers: { ${named[0]}: … } is not used for resources of this package: give a list, providers: [provider]`,
  );
}

/** The inputs of the provider resource: the settings by full key, and the mark of an explicit provider. */
function inputsOf(name: string, args: ProviderArgs): Record<string, Input<string>> {
  const given = Object.entries(args ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  ) as [SettingName, Input<string | number>][]; // Any other name is a complaint.
  const complaint = complaintOf(given);
  if (complaint !== undefined) throw runError(`new platform.Provider("${name}"): ${complaint}`);
  const entries = given.map(([key, value]): [string, Input<string>] => {
    const text = output(value).apply(String);
    return [settingNames[key][0], settingOf(key).secret === undefined ? text : secret(text)];
  });
  return { ...Object.fromEntries(entries), [EXPLICIT.key]: EXPLICIT.value };
}

/** The settings by the keys of the plugin, which has no other package's beside its own. */
const withoutPrefix = (inputs: Record<string, Input<string>>): Record<string, Input<string>> =>
  Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key.slice(PLUGIN_PACKAGE.length + 1), value]));

/** What is wrong with the settings, as far as it is known before they are. */
function complaintOf(given: readonly [name: string, value: Input<string | number>][]): string | undefined {
  const names = new Set(given.map(([name]) => name));
  const unknown = [...names].filter((name) => !(providerSettings as readonly string[]).includes(name));
  if (unknown.length > 0) {
    return `${unknown.join(", ")}: no such setting; there are ${providerSettings.join(", ")}`;
  }
  const [made] = given.find(([, value]) => typeof value === "string" && isOutputText(value)) ?? [];
  if (made !== undefined) return `${made} ${OUTPUT_TEXT_COMPLAINT}`;
  const mode = given.find(([name]) => name === "adoptExisting")?.[1];
  if (typeof mode === "string" && adoptModeOf(mode) === undefined) return adoptModeText("adoptExisting");
  if (!names.has("baseUrl")) return "baseUrl is required: an explicit provider does not use the address of another";
  if (tokenSettings.some((name) => names.has(name))) return undefined;
  // advice: provider-settings
  return (
    `give it ${tokenSettings.slice(0, -1).join(", ")} or ${tokenSettings.at(-1)}: the credentials in the environment and in ` +
    "the stack's config belong to the stack's own platform, and are not sent to another address"
  );
}
