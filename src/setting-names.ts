/** Every setting: its key in the stack's config and its name in the environment. */
export const settingNames = {
  baseUrl: ["platform:baseUrl", "PLATFORM_BASE_URL"],
  registryUrl: ["platform:registryUrl", "PLATFORM_REGISTRY_URL"],
  issuerUrl: ["platform:issuerUrl", "PLATFORM_ISSUER_URL"],
  token: ["platform:token", "PLATFORM_TOKEN"],
  tokenFile: ["platform:tokenFile", "PLATFORM_TOKEN_FILE"],
  tokenCommand: ["platform:tokenCommand", "PLATFORM_TOKEN_COMMAND"],
  identity: ["platform:identity", "PLATFORM_IDENTITY"],
  identityProvider: ["platform:identityProvider", "PLATFORM_IDENTITY_PROVIDER"],
  audience: ["platform:audience", "PLATFORM_AUDIENCE"],
  scopes: ["platform:scopes", "PLATFORM_SCOPES"],
  cap: ["platform:cap", "PLATFORM_CAP"],
  idToken: ["platform:idToken", "PLATFORM_ID_TOKEN"],
  idTokenFile: ["platform:idTokenFile", "PLATFORM_ID_TOKEN_FILE"],
  idTokenAudience: ["platform:idTokenAudience", "PLATFORM_ID_TOKEN_AUDIENCE"],
  registryToken: ["platform:registryToken", "PLATFORM_REGISTRY_TOKEN"],
  historySegment: ["platform:historySegment", "PLATFORM_HISTORY_SEGMENT"],
  publicOrg: ["platform:publicOrg", "PLATFORM_PUBLIC_ORG"],
  vendor: ["platform:vendor", "PLATFORM_VENDOR"],
  caFile: ["platform:caFile", "PLATFORM_CA_FILE"],
  clientCertFile: ["platform:clientCertFile", "PLATFORM_CLIENT_CERT_FILE"],
  clientKeyFile: ["platform:clientKeyFile", "PLATFORM_CLIENT_KEY_FILE"],
  proxy: ["platform:proxy", "PLATFORM_PROXY"],
  operationTimeout: ["platform:operationTimeout", "PLATFORM_OPERATION_TIMEOUT"],
  adoptExisting: ["platform:adoptExisting", "PLATFORM_ADOPT_EXISTING"],
  log: ["platform:log", "PLATFORM_LOG"],
} as const satisfies Record<string, readonly [config: string, environment: string]>;

export type SettingName = keyof typeof settingNames;

/** What marks the config of an explicit provider (`new platform.Provider`). It stands in states: do not change it. */
export const EXPLICIT = { key: "platform:provider", value: "explicit" } as const;

/**
 * Settings of the machine. An explicit provider takes only these from the environment. Addresses and credentials there are
 * those of the stack's own platform: one without the other would send a token to a host that must not see it.
 */
export const ofMachine: ReadonlySet<SettingName> = new Set(["caFile", "proxy", "operationTimeout", "log"]);

/**
 * Settings for which the environment takes precedence over the config. For credentials: on `refresh` and `destroy` the
 * engine uses the config recorded at the last `up`, so it would miss a rotated token. For settings of the machine: the
 * next run may use another machine. For what a single run is to take over: a job says so without a change of the config.
 * For addresses the config takes precedence.
 */
export const environmentFirst: ReadonlySet<SettingName> = new Set([
  "token",
  "tokenFile",
  "tokenCommand",
  "identity",
  "identityProvider",
  "scopes",
  "cap",
  "idToken",
  "idTokenFile",
  "idTokenAudience",
  "registryToken",
  "caFile",
  "clientCertFile",
  "clientKeyFile",
  "proxy",
  "adoptExisting",
]);

/** Settings whose values no message shows. The command may have a token in it. */
export const secretSettings: ReadonlySet<SettingName> = new Set(["token", "tokenCommand", "registryToken", "idToken"]);

/**
 * What becomes of an object that a create finds under the same parent and key: it is refused, it is taken over where it is as
 * the program says, or it is taken over and brought up to date.
 */
const adoptModes = ["never", "identical", "sameKey"] as const;

/** A value of the setting adoptExisting. */
export type AdoptMode = (typeof adoptModes)[number];

/** The mode that a text names; nothing where it names none. */
export const adoptModeOf = (text: string): AdoptMode | undefined => adoptModes.find((mode) => mode === text);

/** What is wrong with a text that names no mode, by where it stands. */
export const adoptModeText = (origin: string): string => `${origin}: must be never, identical or sameKey`;

/** How to set a setting, for errors. */
export function howToSet(name: SettingName): string {
  const [key, variable] = settingNames[name];
  // advice: set-setting
  return `run "pulumi config set ${key} <value>", or set ${variable} in the environment`;
}

/** That a required setting is missing, with both ways to set it. */
export const missingText = (name: SettingName): string => `${settingNames[name][0]} is not set: ${howToSet(name)}`;

/** The settings of which one must be set for requests to have a token. */
export const tokenSettings: readonly SettingName[] = ["token", "tokenFile", "tokenCommand", "identity"];

/** That there is no token, with the ways to give one. */
export function noTokenText(): string {
  const [tokenKey, tokenVariable] = settingNames.token;
  return (
    // advice: set-token
    `no token: set ${tokenVariable} (or ${settingNames.tokenFile[1]}, ${settingNames.tokenCommand[1]}, or ` +
    `${settingNames.identity[1]} in a CI job that has an ID token) in the environment, or run ` +
    `"pulumi config set --secret ${tokenKey} <token>"`
  );
}

/** What is missing for any request to the platform: its address, a token. Empty when nothing is. */
export const missingForRequests = (isSet: (name: SettingName) => boolean): string[] => [
  ...(isSet("baseUrl") ? [] : [missingText("baseUrl")]),
  ...(tokenSettings.some(isSet) ? [] : [noTokenText()]),
];

/** Credentials other than the token that a command prints. */
const credentials: readonly SettingName[] = ["token", "registryToken", "idToken", "proxy"];
const withheld = new Set<string>(credentials.map((name) => settingNames[name][1]));

/**
 * The environment of a token command, without other secrets. Pulumi's variables contain the decrypted stack config
 * (PULUMI_CONFIG), its passphrase and its access token.
 */
export const commandEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    // On Windows, names of variables are case-insensitive.
    Object.entries(environment).filter(([name]) => !/^PULUMI_/i.test(name) && !withheld.has(name.toUpperCase())),
  );
