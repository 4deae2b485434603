type Form =
  | "text"
  | "address"
  | "uid"
  | "segment"
  | "file"
  /** A file that only its owner should read. */
  | "secretFile"
  | "seconds"
  | "adoptMode"
  | "hostName"
  | "debug";

/** A setting. Its name determines its key and variable: `caFile` is `platform:caFile` and `PLATFORM_CA_FILE`. */
export interface Setting {
  readonly form: Form;
  /** Its description: for the argument of a provider, the schema of the config and docs/configuration.md. */
  readonly what: string;
  /** What docs/configuration.md adds. */
  readonly note?: string;
  /** Whether it is secret in states and hidden from token commands. Messages never show a `whole` secret. Of an address, they hide the password. */
  readonly secret?: "whole" | "password";
  readonly givesToken?: true;
  /** Whether it belongs to the machine. An explicit provider takes only these from the environment: no token may go to another host. */
  readonly isOfMachine?: true;
  /**
   * Whether the environment takes precedence over the config. True for credentials, because `refresh` and `destroy` use the config of the
   * last `up`, and would miss a rotated token. True for settings of the machine, because the next run may use another one. True for what a
   * single run takes over, because a job then needs no change of the config. For addresses the config takes precedence.
   */
  readonly isEnvironmentFirst?: true;
  /** Whether it applies to the whole program, so that an explicit provider does not have it. */
  readonly isOfProgram?: true;
}

/** Everything else about settings is derived from this table. */
const settingTable = {
  baseUrl: { form: "address", what: "Address of the platform API." },
  registryUrl: { form: "address", what: "Address of the registry, for tag history." },
  issuerUrl: {
    form: "address",
    what: "Address where the job's ID token is exchanged, on another host than the API (default: `baseUrl`).",
  },
  token: { form: "text", what: "Bearer token.", secret: "whole", givesToken: true, isEnvironmentFirst: true },
  tokenFile: {
    form: "secretFile",
    what: "File with the token. It is read again when it changes and when the server refuses the token.",
    givesToken: true,
    isEnvironmentFirst: true,
  },
  tokenCommand: {
    form: "text",
    what: "Command that prints a token. It runs again when the token ends or is refused.",
    note: "It sees no `PULUMI_…` variable and none of our secrets.",
    secret: "whole",
    givesToken: true,
    isEnvironmentFirst: true,
  },
  identity: {
    form: "uid",
    what: "uid of the identity to act as, in a CI job that has an ID token.",
    note: "With an opaque token, the identity that it [belongs to](command.md#what-the-token-cannot-see).",
    givesToken: true,
    isEnvironmentFirst: true,
  },
  identityProvider: {
    form: "uid",
    what: "uid of the identity provider to exchange the ID token with.",
    isEnvironmentFirst: true,
  },
  audience: {
    form: "text",
    what: "Audience of the tokens from an exchange (default: the address of the platform).",
  },
  scopes: {
    form: "text",
    what: "uids of the groups that the token is limited to, separated by commas.",
    isEnvironmentFirst: true,
  },
  cap: {
    form: "text",
    what: "Capabilities that the token is limited to, separated by commas.",
    note: "Capabilities have the dotted form, `groups.list`.",
    isEnvironmentFirst: true,
  },
  idToken: {
    form: "text",
    what: "The job's ID token, for CI systems other than GitHub Actions.",
    secret: "whole",
    isEnvironmentFirst: true,
  },
  idTokenFile: { form: "secretFile", what: "File with the job's ID token.", isEnvironmentFirst: true },
  idTokenAudience: {
    form: "text",
    what: "Audience of the ID token to request from GitHub Actions (default: the host where it is exchanged).",
    isEnvironmentFirst: true,
  },
  registryToken: {
    form: "text",
    what: "Token issued for the registry.",
    note: "See [the registry](#the-registry).",
    secret: "whole",
    isEnvironmentFirst: true,
  },
  historySegment: { form: "segment", what: "Path segment before `history` (default: `_service`)." },
  publicOrg: { form: "text", what: "Organization whose images are public." },
  vendor: {
    form: "text",
    what: "The key of the platform's vendor in account associations of the API. Only the input `vendor` needs it.",
  },
  caFile: {
    form: "file",
    what: "File with authorities (PEM) to trust, in addition to those of Node.",
    isOfMachine: true,
    isEnvironmentFirst: true,
  },
  proxy: {
    form: "address",
    what: "`http://` or `https://` address of a proxy.",
    note: "All requests beyond this machine use it. `NO_PROXY` excepts hosts.",
    secret: "password",
    isOfMachine: true,
    isEnvironmentFirst: true,
  },
  operationTimeout: {
    form: "seconds",
    what: "Seconds that one create, read, update or delete may take in all, from 1 to 600 (default: 120).",
    isOfMachine: true,
  },
  adoptExisting: {
    form: "adoptMode",
    what: "What a create does with an existing object that has the same parent and key. `never` (default) refuses it. `identical` takes it over if it matches the program. `sameKey` takes it over and updates it.",
    note: "See [below](#objects-that-exist-already).",
    isEnvironmentFirst: true,
  },
  shell: {
    form: "hostName",
    what: "Which host serves the resources: `dynamic` (default), Pulumi's host of dynamic providers, or `plugin`, the plugin of this package.",
    isEnvironmentFirst: true,
    isOfProgram: true,
  },
  log: {
    form: "debug",
    what: "`debug` writes a line for each request to standard error.",
    note: "It has method, path, status, time and request id, and never a header, a query or a body.",
    isOfMachine: true,
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settingTable;

export const allSettings = Object.keys(settingTable) as readonly SettingName[];

export const settingOf = (name: SettingName): Setting => settingTable[name];

export const settingsThat = (has: (setting: Setting) => boolean): readonly SettingName[] =>
  allSettings.filter((name) => has(settingOf(name)));

export const providerSettings = settingsThat(({ isOfProgram }) => isOfProgram !== true);

const namesOf = (name: SettingName): readonly [config: string, environment: string] => [
  `platform:${name}`,
  `PLATFORM_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`,
];

export const settingNames = Object.fromEntries(allSettings.map((name) => [name, namesOf(name)])) as Readonly<
  Record<SettingName, ReturnType<typeof namesOf>>
>;

/** Marks the config of an explicit provider (`new platform.Provider`). States contain it, so it must never change. */
export const EXPLICIT = { key: "platform:provider", value: "explicit" } as const;

/** Reads a value of the stack's config by its full key, `platform:baseUrl`. */
export type ConfigReader = (key: string) => string | undefined;

export interface FoundSetting {
  readonly value: string;
  /** Its key or variable. */
  readonly origin: string;
}

interface Places {
  readonly config: ConfigReader;
  readonly environment: NodeJS.ProcessEnv;
  readonly isExplicit?: boolean;
}

/** An empty value counts as not set. */
export function findSetting(name: SettingName, { config, environment, isExplicit }: Places): FoundSetting | undefined {
  const [key, variable] = settingNames[name];
  const { isEnvironmentFirst, isOfMachine } = settingOf(name);
  // An explicit provider has arguments, and no key of the config.
  const inConfig = { value: config(key) ?? "", origin: isExplicit ? name : key };
  const inEnvironment = { value: environment[variable] ?? "", origin: variable };
  const usual = isEnvironmentFirst ? [inEnvironment, inConfig] : [inConfig, inEnvironment];
  const explicit = isOfMachine ? [inConfig, inEnvironment] : [inConfig];
  return (isExplicit ? explicit : usual).find(({ value }) => value !== "");
}

export function howToSet(name: SettingName): string {
  const [key, variable] = settingNames[name];
  return `Run "pulumi config set ${key} <value>", or set ${variable} in the environment`;
}

export const missingText = (name: SettingName): string => `${settingNames[name][0]} is not set. ${howToSet(name)}`;

export const tokenSettings = settingsThat(({ givesToken }) => givesToken === true);

export function noTokenText(): string {
  const [tokenKey, tokenVariable] = settingNames.token;
  return (
    `No token is set. Set ${tokenVariable} (or ${settingNames.tokenFile[1]}, ${settingNames.tokenCommand[1]}, or ` +
    `${settingNames.identity[1]} in a CI job that has an ID token) in the environment, or run ` +
    `"pulumi config set --secret ${tokenKey} <token>"`
  );
}

export const missingForRequests = (isSet: (name: SettingName) => boolean): string[] => [
  ...(isSet("baseUrl") ? [] : [missingText("baseUrl")]),
  ...(tokenSettings.some(isSet) ? [] : [noTokenText()]),
];
