import { type HostName, hostNameOf, hostNameText } from "../description/names/host-name";
import { type AdoptMode, adoptModeOf, adoptModeText } from "../description/spec/adopt-mode";
import { isLoopback, parseBaseUrl, secretsInAddress } from "./api/connection/address";
import { authoritiesWith, type Connection, parseProxy } from "./api/connection/connection";
import { ConfigurationError } from "./api/errors";
import { remember } from "./api/secret";
import {
  allSettings,
  type ConfigReader,
  EXPLICIT,
  type FoundSetting,
  findSetting,
  missingText,
  type SettingName,
  settingNames,
  settingOf,
} from "./setting-names";

/** Default time limit of one create, read, update or delete, in seconds, because the engine has no deadline of its own. */
const DEFAULT_OPERATION_SECONDS = 120;
const MAX_OPERATION_SECONDS = 600;

export type { ConfigReader };

export const environmentWith = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...more,
});

/** Makes this process and those that it starts log each request, as `PLATFORM_LOG=debug` does. */
export function logRequests(): void {
  process.env[settingNames.log[1]] = "debug";
}

/** The stack's config for a plugin, without the prefix. Undefined outside of the engine. Throws ConfigurationError. */
export function configFromEngine(environment = process.env): Readonly<Record<string, unknown>> | undefined {
  const text = environment.PULUMI_CONFIG;
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) ?? {};
  } catch {
    // The parser's own message would show a part of the text, which contains secrets.
    throw new ConfigurationError("the variable PULUMI_CONFIG, which the engine sets for its plugins, must be JSON");
  }
}

export interface Unusable {
  readonly name: SettingName;
  readonly why: string;
}

/** Reads settings from the stack's config and the environment. Nothing else reads the environment. */
export class Settings {
  constructor(
    readonly config: ConfigReader,
    readonly environment: NodeJS.ProcessEnv = process.env,
    /** Prints a warning. The engine shows what a program or the host prints. */
    readonly warn: (text: string) => void = console.warn,
  ) {
    this.#rememberSecrets();
  }

  /** Whether these settings belong to an explicit provider, which takes no address and no credentials from elsewhere. */
  get isExplicit(): boolean {
    return this.config(EXPLICIT.key) === EXPLICIT.value;
  }

  find(name: SettingName): FoundSetting | undefined {
    return findSetting(name, this);
  }

  /** Whether a setting is set at one of its two places: a key of the config, or a variable of the environment. */
  isSetAt(name: SettingName, place: string): boolean {
    const value = place === settingNames[name][0] ? this.config(place) : this.environment[place];
    return value !== undefined && value !== "";
  }

  /** These settings split by place, in the order in which tokens are looked for. */
  places(): Settings[] {
    const inConfig = new Settings(this.config, {}, this.warn);
    return this.isExplicit ? [inConfig] : [new Settings(() => undefined, this.environment, this.warn), inConfig];
  }

  /** Makes messages and logs hide the secrets of these settings, at all their places, and passwords in any address. */
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
  need(name: SettingName): FoundSetting {
    const found = this.find(name);
    if (found !== undefined) return found;
    if (!this.isExplicit) throw new ConfigurationError(missingText(name));
    throw new ConfigurationError(`the provider has no ${name}. Set ${name}`);
  }

  /** Address of the platform API, of the registry, or of the issuer of tokens. Throws ConfigurationError. */
  address(name: "baseUrl" | "registryUrl" | "issuerUrl"): URL {
    const { value, origin } = this.need(name);
    const url = parseBaseUrl(value, origin);
    if (this.environment.NODE_TLS_REJECT_UNAUTHORIZED === "0" && !isLoopback(url)) {
      throw new ConfigurationError(
        "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates in this process.\n" +
          "- Unset it, and name the file of your own authority with platform:caFile or PLATFORM_CA_FILE.",
      );
    }
    return url;
  }

  /** The settings that cannot be used, also those that this run does not need. Reads no file. */
  unusable(): Unusable[] {
    const addresses = (["baseUrl", "registryUrl", "issuerUrl"] as const).filter((name) => this.find(name));
    const uses: readonly (readonly [name: SettingName, use: () => unknown])[] = [
      ...addresses.map((name) => [name, () => this.address(name)] as const),
      ["operationTimeout", () => this.operationTimeoutMs()],
      ["adoptExisting", () => this.adoptExisting()],
      ["shell", () => this.hostName()],
      ["log", () => this.logsRequests()],
    ];
    return uses.flatMap(([name, use]) => {
      const why = complaintOf(use);
      return why === undefined ? [] : [{ name, why }];
    });
  }

  /** Reads the files that settings name. Throws ConfigurationError. */
  connection(): Connection {
    const { NODE_EXTRA_CA_CERTS: extra, no_proxy, NO_PROXY = "" } = this.environment;
    const caFile = this.find("caFile");
    const proxy = this.find("proxy");
    return {
      ...(caFile === undefined ? {} : { authorities: authoritiesWith(caFile, extra) }),
      ...(proxy === undefined ? {} : { proxy: parseProxy(proxy, no_proxy ?? NO_PROXY) }),
    };
  }

  /** Whether to log each request to standard error (`debug`). Throws ConfigurationError. */
  logsRequests(): boolean {
    const found = this.find("log");
    if (found === undefined || found.value === "debug") return found !== undefined;
    throw new ConfigurationError(`${found.origin}: must be debug, or not set`);
  }

  /** Throws ConfigurationError. */
  hostName(): HostName {
    const { value, origin } = this.find("shell") ?? { value: "dynamic", origin: "" };
    const host = hostNameOf(value);
    if (host === undefined) throw new ConfigurationError(hostNameText(origin));
    return host;
  }

  /** Throws ConfigurationError. */
  adoptExisting(): AdoptMode {
    const { value, origin } = this.find("adoptExisting") ?? { value: "never", origin: "" };
    const mode = adoptModeOf(value);
    if (mode === undefined) throw new ConfigurationError(adoptModeText(origin));
    return mode;
  }

  /** Throws ConfigurationError. */
  operationTimeoutMs(): number {
    const { value, origin } = this.find("operationTimeout") ?? { value: String(DEFAULT_OPERATION_SECONDS), origin: "" };
    const seconds = /^[0-9]+$/.test(value) ? Number(value) : 0;
    if (seconds < 1 || seconds > MAX_OPERATION_SECONDS) {
      throw new ConfigurationError(`${origin}: must be a whole number of seconds from 1 to ${MAX_OPERATION_SECONDS}`);
    }
    return seconds * 1000;
  }
}

function complaintOf(use: () => unknown): string | undefined {
  try {
    use();
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}
