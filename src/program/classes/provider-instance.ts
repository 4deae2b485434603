import {
  type Input,
  type Output,
  output,
  ProviderResource,
  type Resource,
  type ResourceOptions,
  secret,
} from "@pulumi/pulumi";
import {
  EXPLICIT,
  providerSettings,
  type SettingName,
  settingNames,
  settingOf,
  tokenSettings,
} from "../../client/setting-names";
import { DYNAMIC_PACKAGE } from "../../description/names/dynamic";
import { PLUGIN_DOWNLOAD_URL, PLUGIN_PACKAGE } from "../../description/names/plugin";
import { adoptModeOf, adoptModeText } from "../../description/spec/adopt-mode";
import { isOutputText, OUTPUT_TEXT_COMPLAINT } from "../../description/spec/output-text";
import type { ProviderArgs } from "../generated/inputs";
import { isOfType } from "./instances";
import { runError } from "./run-error";
import { currentHost } from "./stack-settings";

/** Marks instances, so that `isProvider` also recognizes those of another copy of this package. */
const MARK = "__platformSettings";

const TAKES_OVER = "__platformTakesOver";

const PLUGIN_TYPE = `pulumi:providers:${PLUGIN_PACKAGE}`;

export const isProvider = (value: unknown): value is Provider =>
  typeof value === "object" && value !== null && MARK in value;

/** Settings by full key, such as `platform:baseUrl`. */
export type ConfigValues = Readonly<Record<string, string>>;

/**
 * A connection to one platform with one set of credentials, for programs that manage several organizations. Pass it to
 * resources, components and lookups as the option `provider`. They then send each request to its address with its credentials.
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

  /** Whether a value is a Provider, of any copy of this package. No for a policy on the dynamic host, where all providers have one type. */
  static override isInstance(value: unknown): value is Provider {
    return isProvider(value) || isOfType(value, [PLUGIN_TYPE]);
  }

  /**
   * @param name name of the provider, unique in the program
   * @param args settings
   * @param opts options of Pulumi
   */
  constructor(name: string, args: ProviderArgs, opts?: ResourceOptions) {
    const inputs = inputsOf(name, args);
    if (currentHost() === "dynamic") super(DYNAMIC_PACKAGE, name, inputs, opts);
    else super(PLUGIN_PACKAGE, name, withoutPrefix(inputs), { pluginDownloadURL: PLUGIN_DOWNLOAD_URL, ...opts });
    this[MARK] = output(inputs);
    this[TAKES_OVER] = !["never", "", undefined].includes(args.adoptExisting as string | undefined);
  }
}

export const takesOver = (provider: ProviderResource): boolean => isProvider(provider) && provider[TAKES_OVER] === true;

/** All are secret if one of them is. */
export const settingsOf = (provider: Provider): Output<ConfigValues> => provider[MARK];

/** Pulumi would not find `providers: { platform: … }`, and send every request to the stack's own platform. Throws RunError. */
export function refuseNamedProvider(parent: Resource | undefined): void {
  // The plugin's key is the name of its package.
  if (currentHost() === "plugin") return;
  // Internal to the SDK: the providers that children inherit, by package.
  const { __providers: inherited = {} } = (parent ?? {}) as {
    readonly __providers?: Readonly<Record<string, unknown>>;
  };
  const named = Object.entries(inherited).find(([name, value]) => name !== DYNAMIC_PACKAGE && isProvider(value));
  if (named === undefined) return;
  throw runError(
    `providers: { ${named[0]}: … } does not work for resources of this package. Use a list: providers: [provider]`,
  );
}

/** The settings by full key, and the mark of an explicit provider. */
function inputsOf(name: string, args: ProviderArgs): Record<string, Input<string>> {
  const given = Object.entries(args ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  ) as [SettingName, Input<string | number>][]; // The check below reports any other name.
  const complaint = complaintOf(given);
  if (complaint !== undefined) throw runError(`new platform.Provider("${name}"): ${complaint}`);
  const entries = given.map(([key, value]): [string, Input<string>] => {
    const text = output(value).apply(String);
    return [settingNames[key][0], settingOf(key).secret === undefined ? text : secret(text)];
  });
  return { ...Object.fromEntries(entries), [EXPLICIT.key]: EXPLICIT.value };
}

/** The plugin's keys have no prefix. */
const withoutPrefix = (inputs: Record<string, Input<string>>): Record<string, Input<string>> =>
  Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key.slice(PLUGIN_PACKAGE.length + 1), value]));

function complaintOf(given: readonly [name: string, value: Input<string | number>][]): string | undefined {
  const names = new Set(given.map(([name]) => name));
  const unknown = [...names].filter((name) => !(providerSettings as readonly string[]).includes(name));
  if (unknown.length > 0) {
    return `${unknown.join(", ")} is unknown. Must be one of: ${providerSettings.join(", ")}`;
  }
  const [made] = given.find(([, value]) => typeof value === "string" && isOutputText(value)) ?? [];
  if (made !== undefined) return `${made} ${OUTPUT_TEXT_COMPLAINT}`;
  const mode = given.find(([name]) => name === "adoptExisting")?.[1];
  if (typeof mode === "string" && adoptModeOf(mode) === undefined) return adoptModeText("adoptExisting");
  if (!names.has("baseUrl")) return "baseUrl is required, because an explicit provider has its own address";
  if (tokenSettings.some((name) => names.has(name))) return undefined;
  return (
    "no token is set. The credentials in the environment and in the stack's config are never sent to the address of another " +
    `provider. Set ${tokenSettings.slice(0, -1).join(", ")} or ${tokenSettings.at(-1)}`
  );
}
