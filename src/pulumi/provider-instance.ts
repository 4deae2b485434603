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
  type AdoptMode,
  adoptModeOf,
  adoptModeText,
  EXPLICIT,
  type SettingName,
  secretSettings,
  settingNames,
} from "../setting-names";
import { isOutputText, OUTPUT_TEXT_COMPLAINT } from "../spec/output-text";
import { runError } from "./run-error";

/**
 * Settings of a Provider. Give `baseUrl`, and one of `token`, `tokenFile`, `tokenCommand` and `identity`. What is given
 * here beats the environment. What is not given is not set: only `caFile`, `proxy`, `operationTimeout` and `log`, which
 * belong to the machine, are then taken from the environment.
 */
export interface ProviderArgs {
  /** Address of the platform API. */
  readonly baseUrl: Input<string>;
  /** Bearer token. It is a secret in the state. */
  readonly token?: Input<string> | undefined;
  /** File with the token; read again when it changes and when the server refuses it. */
  readonly tokenFile?: Input<string> | undefined;
  /** Command that prints a token; run again when the token ends or is refused. It is a secret in the state. */
  readonly tokenCommand?: Input<string> | undefined;
  /** uid of the identity to act as, in a CI job that has an ID token. */
  readonly identity?: Input<string> | undefined;
  /** The job's ID token, where it is not GitHub Actions that gives it. It is a secret in the state. */
  readonly idToken?: Input<string> | undefined;
  /** File with the job's ID token. */
  readonly idTokenFile?: Input<string> | undefined;
  /** Audience of the ID token that GitHub Actions is asked for; the host where it is exchanged when left out. */
  readonly idTokenAudience?: Input<string> | undefined;
  /** Address where the job's ID token is exchanged; `baseUrl` when left out. */
  readonly issuerUrl?: Input<string> | undefined;
  /** Audience of the tokens from an exchange; the address of the platform when left out. */
  readonly audience?: Input<string> | undefined;
  /** uid of the identity provider to exchange the ID token with. */
  readonly identityProvider?: Input<string> | undefined;
  /** uids of the groups that the token is limited to, separated by commas. */
  readonly scopes?: Input<string> | undefined;
  /** Capabilities that the token is limited to, separated by commas. */
  readonly cap?: Input<string> | undefined;
  /** Address of the registry, for tag history. */
  readonly registryUrl?: Input<string> | undefined;
  /** Token issued for the registry. It is a secret in the state. */
  readonly registryToken?: Input<string> | undefined;
  /** Path segment before `history`; `_service` when left out. */
  readonly historySegment?: Input<string> | undefined;
  /** Organisation whose images are public. */
  readonly publicOrg?: Input<string> | undefined;
  /** The API's name for the platform's own block of an account association; needed only for `vendor`. */
  readonly vendor?: Input<string> | undefined;
  /** File with authorities (PEM) to trust beside those that Node trusts. */
  readonly caFile?: Input<string> | undefined;
  /** File with a client certificate (PEM), for servers that want one. */
  readonly clientCertFile?: Input<string> | undefined;
  /** File with the key of the client certificate (PEM). */
  readonly clientKeyFile?: Input<string> | undefined;
  /** `http://` or `https://` address of a proxy. It is a secret in the state. */
  readonly proxy?: Input<string> | undefined;
  /** Seconds that one create, read, update or delete may take in all, from 1 to 600; 120 when left out. */
  readonly operationTimeout?: Input<string | number> | undefined;
  /**
   * What becomes of an object that a create finds under the same parent and key: `never` (refused, also when left out),
   * `identical` (taken over where it is as the program says) or `sameKey` (taken over and brought up to date).
   */
  readonly adoptExisting?: Input<AdoptMode> | undefined;
  /** `debug` writes a line for each request to standard error. */
  readonly log?: Input<string> | undefined;
}

/** Fails to compile when a setting is missing above. */
const CREDENTIALS = ["token", "tokenFile", "tokenCommand", "identity"] as const satisfies readonly SettingName[] &
  ([Exclude<SettingName, keyof ProviderArgs>] extends [never] ? unknown : never);

/** Settings whose values are secrets in the state. A proxy's address may contain a password. */
const SECRETS: ReadonlySet<string> = new Set<SettingName>([...secretSettings, "proxy"]);

/** The package of dynamic resources, which the resources of this package belong to. */
export const DYNAMIC_PACKAGE = "pulumi-nodejs";

/** Marks instances, so that `isInstance` works across copies of this package. */
const MARK = "__platformSettings";

/** Whether the setting `adoptExisting` is given, and is not `never`. */
const TAKES_OVER = "__platformTakesOver";

/** Settings by their full key, `platform:baseUrl`. */
export type ConfigValues = Readonly<Record<string, string>>;

/**
 * A connection to one platform as one caller: for programs that work with several organisations. Resources, components and
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
    super(DYNAMIC_PACKAGE, name, inputs, opts);
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
  ) as [string, Input<string | number>][];
  const complaint = complaintOf(given);
  if (complaint !== undefined) throw runError(`new platform.Provider("${name}"): ${complaint}`);
  const entries = given.map(([key, value]): [string, Input<string>] => {
    const text = output(value).apply(String);
    return [settingNames[key as SettingName][0], SECRETS.has(key) ? secret(text) : text];
  });
  return { ...Object.fromEntries(entries), [EXPLICIT.key]: EXPLICIT.value };
}

/** What is wrong with the settings, as far as it is known before they are. */
function complaintOf(given: readonly [name: string, value: Input<string | number>][]): string | undefined {
  const names = new Set(given.map(([name]) => name));
  const unknown = [...names].filter((name) => !Object.hasOwn(settingNames, name));
  if (unknown.length > 0) {
    return `${unknown.join(", ")}: no such setting; there are ${Object.keys(settingNames).join(", ")}`;
  }
  const [made] = given.find(([, value]) => typeof value === "string" && isOutputText(value)) ?? [];
  if (made !== undefined) return `${made} ${OUTPUT_TEXT_COMPLAINT}`;
  const mode = given.find(([name]) => name === "adoptExisting")?.[1];
  if (typeof mode === "string" && adoptModeOf(mode) === undefined) return adoptModeText("adoptExisting");
  if (!names.has("baseUrl")) return "baseUrl is required: an explicit provider does not use the address of another";
  if (CREDENTIALS.some((name) => names.has(name))) return undefined;
  return (
    // advice: provider-settings
    `give it ${CREDENTIALS.slice(0, -1).join(", ")} or ${CREDENTIALS.at(-1)}: the credentials in the environment and in ` +
    "the stack's config belong to the stack's own platform, and are not sent to another address"
  );
}
