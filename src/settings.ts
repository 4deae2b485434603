import { isLoopback, parseBaseUrl, secretsInAddress } from "./api/connection/address";
import {
  authoritiesWith,
  type ClientCertificate,
  type Connection,
  parseProxy,
  readClientCertificate,
} from "./api/connection/connection";
import type { AmbientIdToken } from "./api/credentials/oidc";
import { fixedToken } from "./api/credentials/token";
import { tokenCommand } from "./api/credentials/token-command";
import { tokenFile } from "./api/credentials/token-file";
import { ConfigurationError } from "./api/errors";
import type { TokenSource } from "./api/layers/authorized";
import { remember } from "./api/secret";
import { tokenHints } from "./hints";
import {
  allSettings,
  commandEnvironment,
  EXPLICIT,
  missingText,
  noTokenText,
  type SettingName,
  settingNames,
  settingOf,
} from "./setting-names";
import { type AdoptMode, adoptModeOf, adoptModeText } from "./spec/adopt-mode";

/** Default time limit of one create, read, update or delete, in seconds. The engine has no deadline of its own. */
const DEFAULT_OPERATION_SECONDS = 120;
const MAX_OPERATION_SECONDS = 600;

/** Reads a value of the stack's config by its full key, `platform:baseUrl`. */
export type ConfigReader = (key: string) => string | undefined;

/** Exchanges the ID token of a CI job for access tokens of an identity. */
export type Exchange = (ambient: AmbientIdToken, identity: string) => TokenSource;

/** The environment of this process with further variables, for a child of it. */
export const environmentWith = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...more,
});

/** Reads settings from the stack's config and the environment. Nothing else reads the environment. */
export class Settings {
  constructor(
    private readonly config: ConfigReader,
    private readonly environment: NodeJS.ProcessEnv = process.env,
    /** Prints a warning. The engine shows what a program or the host prints. */
    private readonly warn: (text: string) => void = console.warn,
  ) {
    this.#rememberSecrets();
  }

  /** Whether these are the settings of an explicit provider, which takes no address and no credentials from elsewhere. */
  get isExplicit(): boolean {
    return this.config(EXPLICIT.key) === EXPLICIT.value;
  }

  /** A setting and where it was found; undefined if it is not set. An empty value counts as not set. */
  find(name: SettingName): { readonly value: string; readonly origin: string } | undefined {
    const [key, variable] = settingNames[name];
    const inConfig = { value: this.config(key), origin: key };
    const inEnvironment = { value: this.environment[variable], origin: variable };
    const { isEnvironmentFirst, isOfMachine } = settingOf(name);
    const places = isEnvironmentFirst ? [inEnvironment, inConfig] : [inConfig, inEnvironment];
    if (this.isExplicit) places.splice(0, 2, ...(isOfMachine ? [inConfig, inEnvironment] : [inConfig]));
    for (const { value, origin } of places) {
      if (value !== undefined && value !== "") return { value, origin };
    }
    return undefined;
  }

  /** Whether a setting is set at one of its two places: a key of the config, or a variable of the environment. */
  isSetAt(name: SettingName, place: string): boolean {
    const value = place === settingNames[name][0] ? this.config(place) : this.environment[place];
    return value !== undefined && value !== "";
  }

  /** Makes messages and logs hide the secrets among these settings, wherever they are set: passwords in any address, too. */
  #rememberSecrets(): void {
    for (const name of allSettings) {
      const [key, variable] = settingNames[name];
      for (const text of [this.config(key), this.environment[variable]]) {
        if (text === undefined) continue;
        if (settingOf(name).secret === "whole") remember(text);
        for (const secret of secretsInAddress(text)) remember(secret);
      }
    }
  }

  /** Identifies these settings, for comparison. Contains credentials, so it must stay in memory. */
  fingerprint(): string {
    return JSON.stringify(allSettings.map((name) => this.find(name)?.value));
  }

  /** A required setting. Throws ConfigurationError, which shows both ways to set it. */
  need(name: SettingName): { readonly value: string; readonly origin: string } {
    const found = this.find(name);
    if (found !== undefined) return found;
    if (!this.isExplicit) throw new ConfigurationError(missingText(name));
    // advice: provider-settings
    throw new ConfigurationError(`${settingNames[name][0]} is not set: give the provider ${name}`);
  }

  /** Address of the platform API, of the registry, or of the issuer of tokens. Throws ConfigurationError. */
  address(name: "baseUrl" | "registryUrl" | "issuerUrl"): URL {
    const { value, origin } = this.need(name);
    const url = parseBaseUrl(value, origin);
    if (this.environment.NODE_TLS_REJECT_UNAUTHORIZED === "0" && !isLoopback(url)) {
      throw new ConfigurationError(
        // advice: unset-tls-variable
        "NODE_TLS_REJECT_UNAUTHORIZED=0 switches the check of certificates off for all else in this process: unset it, and " +
          // advice: own-authority
          "name an authority of your own with platform:caFile or PLATFORM_CA_FILE",
      );
    }
    return url;
  }

  /** How to reach and trust servers. Reads the files that settings name. Throws ConfigurationError. */
  connection(): Connection {
    const { NODE_EXTRA_CA_CERTS: extra, no_proxy, NO_PROXY = "" } = this.environment;
    const caFile = this.find("caFile");
    const proxy = this.find("proxy");
    const clientCertificate = this.#clientCertificate();
    return {
      ...(caFile === undefined ? {} : { authorities: authoritiesWith(caFile, extra) }),
      ...(clientCertificate === undefined ? {} : { clientCertificate }),
      ...(proxy === undefined ? {} : { proxy: parseProxy(proxy, no_proxy ?? NO_PROXY) }),
    };
  }

  #clientCertificate(): ClientCertificate | undefined {
    const [cert, key] = [this.find("clientCertFile"), this.find("clientKeyFile")];
    if (cert !== undefined && key !== undefined) return readClientCertificate(cert, key);
    const alone = cert ?? key;
    if (alone === undefined) return undefined;
    const [otherKey, otherVariable] = settingNames[cert === undefined ? "clientCertFile" : "clientKeyFile"];
    throw new ConfigurationError(
      // advice: client-certificate
      `${alone.origin} is set, and ${otherKey} (${otherVariable}) is not: a client certificate needs both`,
    );
  }

  /** Whether to log each request to standard error (`debug`). Throws ConfigurationError. */
  logsRequests(): boolean {
    const found = this.find("log");
    if (found === undefined || found.value === "debug") return found !== undefined;
    throw new ConfigurationError(`${found.origin}: must be debug, or not set`);
  }

  /** What becomes of an object that a create finds in its place. Throws ConfigurationError. */
  adoptExisting(): AdoptMode {
    const { value, origin } = this.find("adoptExisting") ?? { value: "never", origin: "" };
    const mode = adoptModeOf(value);
    if (mode === undefined) throw new ConfigurationError(adoptModeText(origin));
    return mode;
  }

  /** Time limit of an operation, in milliseconds. Throws ConfigurationError. */
  operationTimeoutMs(): number {
    const { value, origin } = this.find("operationTimeout") ?? { value: String(DEFAULT_OPERATION_SECONDS), origin: "" };
    const seconds = /^[0-9]+$/.test(value) ? Number(value) : 0;
    if (seconds < 1 || seconds > MAX_OPERATION_SECONDS) {
      throw new ConfigurationError(`${origin}: must be a whole number of seconds from 1 to ${MAX_OPERATION_SECONDS}`);
    }
    return seconds * 1000;
  }

  /**
   * The source of tokens for the platform API: a token, a file, a command, or the exchange of the CI job's ID token for
   * a token of `identity`. The first one that is set is used, and the environment takes precedence over the config.
   * Throws ConfigurationError.
   */
  tokens(exchange: Exchange): TokenSource {
    const source = this.#findTokens(exchange);
    if (source !== undefined) return source;
    if (!this.isExplicit) throw new ConfigurationError(noTokenText());
    // advice: provider-settings
    throw new ConfigurationError("the provider has no token: give it token, tokenFile, tokenCommand or identity");
  }

  /**
   * The credentials for the registry: its own token, or one exchanged for the registry. The platform's token is used
   * only if the registry has the platform's origin; it is never sent to another host. Throws ConfigurationError.
   */
  registryCredentials(exchange: Exchange): TokenSource | undefined {
    const found = this.find("registryToken");
    if (found !== undefined) return fixedToken(found.value, found.origin);
    const platformToken = this.#findToken();
    if (platformToken === undefined) return this.#findExchange(exchange);
    if (this.#isOneOrigin()) return platformToken;
    // With a platform token and no CI job, only public images are accessible.
    return this.#findAmbientIdToken() === undefined ? undefined : this.#findExchange(exchange);
  }

  #isOneOrigin(): boolean {
    const areSet = this.find("baseUrl") !== undefined && this.find("registryUrl") !== undefined;
    return areSet && this.address("baseUrl").origin === this.address("registryUrl").origin;
  }

  /** Whether a token for the platform is set, which need not be exchanged. Throws ConfigurationError. */
  hasToken(): boolean {
    return this.#findToken() !== undefined;
  }

  #findTokens(exchange: Exchange): TokenSource | undefined {
    return this.#findToken() ?? this.#findExchange(exchange);
  }

  #findExchange(exchange: Exchange): TokenSource | undefined {
    const identity = this.find("identity");
    return identity === undefined ? undefined : exchange(this.#ambientIdToken(identity.origin), identity.value);
  }

  #findToken(): TokenSource | undefined {
    const inEnvironment = new Settings(() => undefined, this.environment);
    const inConfig = new Settings(this.config, {});
    const hint = this.isExplicit ? tokenHints.provider : tokenHints.token;
    for (const place of this.isExplicit ? [inConfig] : [inEnvironment, inConfig]) {
      const token = place.find("token");
      if (token !== undefined) return hinting(fixedToken(token.value, token.origin), hint);
      const file = place.find("tokenFile");
      if (file !== undefined) return hinting(tokenFile(file.value, file.origin, this.warn), hint);
      const command = place.find("tokenCommand");
      if (command === undefined) continue;
      const environment = commandEnvironment(this.environment);
      return hinting(tokenCommand(command.value, command.origin, environment), tokenHints.command);
    }
    return undefined;
  }

  /** The ID token of this CI job. Throws ConfigurationError if there is none. */
  #ambientIdToken(wantedBy: string): AmbientIdToken {
    const found = this.#findAmbientIdToken();
    if (found !== undefined) return found;
    throw new ConfigurationError(
      // advice: ci-id-token
      `${wantedBy} is set, but this job has no ID token: give it the permission "id-token: write" (GitHub Actions), or set ` +
        `${settingNames.idToken[1]} (GitLab: id_tokens) or ${settingNames.idTokenFile[1]}`,
    );
  }

  #findAmbientIdToken(): AmbientIdToken | undefined {
    const text = this.find("idToken");
    if (text !== undefined) return { kind: "text", text: text.value, origin: text.origin };
    const file = this.find("idTokenFile");
    if (file !== undefined) return { kind: "file", file: file.value, origin: file.origin };
    const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken } = this.environment;
    if (url && requestToken) {
      const parsed = URL.canParse(url) ? new URL(url) : undefined;
      if (parsed === undefined || !(parsed.protocol === "https:" || isLoopback(parsed))) {
        throw new ConfigurationError("ACTIONS_ID_TOKEN_REQUEST_URL: must be an https URL");
      }
      return { kind: "request", url: parsed, requestToken, origin: "ACTIONS_ID_TOKEN_REQUEST_TOKEN" };
    }
    return undefined;
  }
}

/** Adds a hint about rejected tokens to a token source. */
const hinting = (source: TokenSource, hint: string): TokenSource => ({ ...source, hint });
