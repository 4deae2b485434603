import { isLoopback } from "./api/connection/address";
import type { AmbientIdToken } from "./api/credentials/oidc";
import { fixedToken } from "./api/credentials/token";
import { tokenCommand } from "./api/credentials/token-command";
import { tokenFile } from "./api/credentials/token-file";
import { ConfigurationError } from "./api/errors";
import type { TokenSource } from "./api/layers/authorized";
import { tokenHintsOf } from "./hints";
import { noTokenText, type SettingName, settingNames, settingsThat } from "./setting-names";
import type { Settings } from "./settings";

export type Exchange = (ambient: AmbientIdToken, identity: string) => TokenSource;

/** A token, file, command or exchange: the first that is set, in the environment before the config. Throws ConfigurationError. */
export function tokensOf(settings: Settings, exchange: Exchange): TokenSource {
  const source = tokenOf(settings) ?? exchangedBy(settings, exchange);
  if (source !== undefined) return source;
  if (!settings.isExplicit) throw new ConfigurationError(noTokenText());
  throw new ConfigurationError("the provider has no token. Set token, tokenFile, tokenCommand or identity");
}

/** The registry's own token, or one exchanged for it. The platform's token is used only at the platform's origin. Throws ConfigurationError. */
export function registryCredentialsOf(settings: Settings, exchange: Exchange): TokenSource | undefined {
  const found = settings.find("registryToken");
  if (found !== undefined) return fixedToken(found.value, found.origin);
  const platformToken = tokenOf(settings);
  if (platformToken !== undefined && hasOneOrigin(settings)) return platformToken;
  // With a platform token and without a CI job, only public images are accessible.
  const isPublicOnly = platformToken !== undefined && findIdToken(settings) === undefined;
  return isPublicOnly ? undefined : exchangedBy(settings, exchange);
}

function hasOneOrigin(settings: Settings): boolean {
  const areSet = settings.find("baseUrl") !== undefined && settings.find("registryUrl") !== undefined;
  return areSet && settings.address("baseUrl").origin === settings.address("registryUrl").origin;
}

/** Without a token, one is exchanged. Throws ConfigurationError. */
export const hasToken = (settings: Settings): boolean => tokenOf(settings) !== undefined;

function tokenOf(settings: Settings): TokenSource | undefined {
  const hints = tokenHintsOf(settings);
  for (const place of settings.places()) {
    const token = place.find("token");
    if (token !== undefined) return { ...fixedToken(token.value, token.origin), hint: hints.token };
    const file = place.find("tokenFile");
    if (file !== undefined) return { ...tokenFile(file.value, file.origin, settings.warn), hint: hints.token };
    const command = place.find("tokenCommand");
    if (command === undefined) continue;
    const environment = commandEnvironment(settings.environment);
    return { ...tokenCommand(command.value, command.origin, environment), hint: hints.command };
  }
  return undefined;
}

function exchangedBy(settings: Settings, exchange: Exchange): TokenSource | undefined {
  const identity = settings.find("identity");
  return identity === undefined ? undefined : exchange(idTokenFor(settings, identity.origin), identity.value);
}

function idTokenFor(settings: Settings, wantedBy: string): AmbientIdToken {
  const found = findIdToken(settings);
  if (found !== undefined) return found;
  const placeOf = (name: SettingName) => (settings.isExplicit ? name : settingNames[name][1]);
  const variable = placeOf("token");
  const noToken = settings.environment[variable] === "" ? `${variable} is empty` : "No token is set";
  throw new ConfigurationError(
    `${noToken}. ${wantedBy} is set, but this job has no ID token. Give it the permission "id-token: write" (GitHub Actions), or set ` +
      `${placeOf("idToken")} (GitLab: id_tokens) or ${placeOf("idTokenFile")}`,
  );
}

function findIdToken(settings: Settings): AmbientIdToken | undefined {
  const text = settings.find("idToken");
  if (text !== undefined) return { kind: "text", text: text.value, origin: text.origin };
  const file = settings.find("idTokenFile");
  if (file !== undefined) return { kind: "file", file: file.value, origin: file.origin };
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken } = settings.environment;
  if (!address || !requestToken) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.protocol === "https:" || isLoopback(url))) {
    return { kind: "request", url, requestToken, origin: "ACTIONS_ID_TOKEN_REQUEST_TOKEN" };
  }
  throw new ConfigurationError("ACTIONS_ID_TOKEN_REQUEST_URL: must be an https URL");
}

const withheld = new Set(settingsThat(({ secret }) => secret !== undefined).map((name) => settingNames[name][1]));

/** Without secrets: Pulumi's variables have the decrypted stack config, its passphrase and its access token. */
export const commandEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    // On Windows, names of variables are case-insensitive.
    Object.entries(environment).filter(([name]) => !/^PULUMI_/i.test(name) && !withheld.has(name.toUpperCase())),
  );
