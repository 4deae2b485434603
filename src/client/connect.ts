import { isUid } from "../description/uid";
import { isJsonObject } from "../description/wire/json";
import { path } from "../description/wire/path";
import { claimsOf } from "./api/claims";
import { Client } from "./api/client";
import type { Connection } from "./api/connection/connection";
import { type AccessWanted, exchangedToken, idTokenOf, type TokenExchange } from "./api/credentials/oidc";
import { ConfigurationError } from "./api/errors";
import type { TokenSource } from "./api/layers/authorized";
import { logged } from "./api/layers/logged";
import { RegistryClient } from "./api/registry/client";
import { createTransport, type Transport } from "./api/transport";
import { type Exchange, hasToken, registryCredentialsOf, tokensOf } from "./credentials";
import { authorityHint, issuerHints, platformHints, registryHints, registryNeedOf, tokenHintsOf } from "./hints";
import type { Settings } from "./settings";
import { userAgent } from "./version";
import type { Caller } from "./visibility/caller";

const connectionOf = (settings: Settings): Connection => ({ ...settings.connection(), authorityHint });

/** The transport to an address. Logs each request to standard error if the settings ask for it. Throws ConfigurationError. */
export function transportTo(address: URL, settings: Settings): Transport {
  const transport = createTransport(address, connectionOf(settings));
  return settings.logsRequests() ? logged(transport, (line) => process.stderr.write(`${line}\n`)) : transport;
}

/**
 * Exchanges the ID token of a CI job for access tokens of an audience: the platform's base URL, or the registry's host. The audience of the
 * ID token is the host that issues them, because an identity without an audience requires that (platform API: IAM-4). It is sent to no
 * other address (STS-1).
 */
const exchangeFor =
  (settings: Settings, audience: string, claimMatchOf?: TokenExchange["claimMatchOf"]): Exchange =>
  (ambient, identity) => {
    const isElsewhere = settings.find("issuerUrl") !== undefined;
    const issuer = settings.address(isElsewhere ? "issuerUrl" : "baseUrl");
    const { address } = isElsewhere ? issuerHints : platformHints;
    const hint = tokenHintsOf(settings).identity;
    const idAudience = idAudienceOf(settings) ?? issuer.host;
    const connection = connectionOf(settings);
    const exchange: TokenExchange = {
      idToken: { ...idTokenOf(ambient, idAudience, (url) => createTransport(url, connection)), hint },
      transport: transportTo(issuer, settings),
      host: issuer.host,
      userAgent,
      hints: address === undefined ? {} : { address },
      ...(claimMatchOf === undefined ? {} : { claimMatchOf }),
    };
    return { ...exchangedToken(exchange, { ...narrowingOf(settings), identity, audience }), hint };
  };

/** Messages show the audience of a job's ID token, so it must not contain a password. Throws ConfigurationError. */
function idAudienceOf(settings: Settings): string | undefined {
  const found = settings.find("idTokenAudience");
  if (found === undefined) return undefined;
  const { value, origin } = found;
  const { username = "", password = "" } = URL.canParse(value) ? new URL(value) : {};
  if (/\s/.test(value) || username !== "" || password !== "") {
    throw new ConfigurationError(`${origin}: must be a name or an address, without spaces, user name and password`);
  }
  return value;
}

/** The address that issues access tokens. It is the platform's, unless it is set. Throws ConfigurationError. */
export const issuerOf = (settings: Settings): string =>
  audienceText(settings.address(settings.find("issuerUrl") === undefined ? "baseUrl" : "issuerUrl"));

/** An address as the audience of a token: without a trailing slash. */
const audienceText = (url: URL): string => url.origin + (url.pathname === "/" ? "" : url.pathname);

/** Throws ConfigurationError. */
function narrowingOf(
  settings: Settings,
): Pick<AccessWanted, "identityProvider"> & Required<Pick<AccessWanted, "scopes" | "cap">> {
  const identityProvider = settings.find("identityProvider");
  return {
    ...(identityProvider === undefined ? {} : { identityProvider: identityProvider.value }),
    scopes: wordsIn(settings.find("scopes"), isUid, "uids, separated by commas"),
    cap: wordsIn(settings.find("cap"), isName, "names of capabilities, separated by commas"),
  };
}

const isName = (word: string): boolean => /^[\w.-]+$/.test(word);

/** The words of a setting. An empty setting would mean no limit, so it is refused. */
function wordsIn(found: ReturnType<Settings["find"]>, isRight: (word: string) => boolean, what: string): string[] {
  if (found === undefined) return [];
  const words = found.value.split(",").map((word) => word.trim());
  if (words.every(isRight)) return words;
  throw new ConfigurationError(`${found.origin}: must be ${what}`);
}

export const audienceOf = (settings: Settings): string =>
  settings.find("audience")?.value ?? audienceText(settings.address("baseUrl"));

/** Throws ConfigurationError. */
export const platformTokens = (settings: Settings): TokenSource =>
  tokensOf(settings, exchangeFor(settings, audienceOf(settings)));

/**
 * The identity of the requests: the token's own, the one that a call names, the one that the token is exchanged for, or that of the setting
 * `identity`. Without a client, the token is another one of the same source. Throws ConfigurationError and PlatformError, and Error if a
 * call names another identity than the token's.
 */
export async function callerOf(settings: Settings, named?: string, client?: Client): Promise<Caller> {
  const setting = settings.find("identity");
  const set = uidIn(setting?.value);
  if (!hasToken(settings)) {
    assertOwn(set, named);
    const { scopes, cap } = narrowingOf(settings);
    return { uid: set, scopes, capabilities: cap };
  }
  const token = await (client === undefined ? platformTokens(settings).current() : client.token());
  const claims = (token && claimsOf(token)) ?? {};
  const own = uidIn(claims.sub);
  assertOwn(own, named);
  const limits = limitsIn(claims);
  if (limits === undefined) return { uid: undefined, unknownWhy: STRANGE, scopes: [], capabilities: [] };
  if (own !== undefined) return { uid: own, ...limits };
  const uid = named ?? set;
  if (uid === undefined) return { uid, ...limits };
  return { uid, namedBy: named === undefined && setting !== undefined ? setting.origin : "--identity", ...limits };
}

function assertOwn(own: string | undefined, named: string | undefined): void {
  if (named === undefined || own === undefined || named === own) return;
  // Not a ConfigurationError, because doctor leaves those to its other checks.
  throw new Error(`--identity must be the identity of the token, ${own}, not ${named}. Leave --identity out`);
}

const STRANGE = "the token has limits in an unknown form, so it is unknown what it sees";

const uidIn = (value: unknown): string | undefined => (typeof value === "string" && isUid(value) ? value : undefined);

/** Names of limits in the tokens of other issuers. Their meaning is unknown. */
const STRANGE_LIMITS = ["scope", "scp", "cap"];

/** Undefined if their form is unknown. */
function limitsIn(claims: Readonly<Record<string, unknown>>): Pick<Caller, "scopes" | "capabilities"> | undefined {
  const { scopes = [], capabilities = [] } = claims;
  const isStrange = STRANGE_LIMITS.some((name) => claims[name] !== undefined);
  return !isStrange && isTexts(scopes) && isTexts(capabilities) ? { scopes, capabilities } : undefined;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Creates the platform client. `canceled` ends all waits when it is aborted. Throws ConfigurationError. */
export function connect(settings: Settings, canceled?: AbortSignal): Client {
  return new Client({
    canceled,
    transport: transportTo(settings.address("baseUrl"), settings),
    tokens: platformTokens(settings),
    keyNames: {
      "{vendor}": { known: settings.find("vendor")?.value, need: () => settings.need("vendor").value },
    },
    userAgent,
    operationTimeoutMs: settings.operationTimeoutMs(),
    hints: platformHints,
  });
}

/** The identity of requests to the registry, like `callerOf`. Undefined without credentials. Throws ConfigurationError and PlatformError. */
export async function registryCallerOf(settings: Settings): Promise<Pick<Caller, "uid"> | undefined> {
  const exchange = exchangeFor(settings, settings.address("registryUrl").host);
  let exchanged: string | undefined;
  const source = registryCredentialsOf(settings, (ambient, identity) => {
    exchanged = identity;
    return exchange(ambient, identity);
  });
  return source && { uid: exchanged ?? uidIn(claimsOf(await source.current())?.sub) };
}

const claimMatchReader =
  (settings: Settings): TokenExchange["claimMatchOf"] =>
  async (identity) => {
    const { claimMatch } = await connect(settings).get(path`/iam/v2/identities/${identity}`);
    return isJsonObject(claimMatch) ? claimMatch : undefined;
  };

export function connectRegistry(settings: Settings): RegistryClient {
  const registryUrl = settings.address("registryUrl");
  const claimMatchOf = hasToken(settings) ? claimMatchReader(settings) : undefined;
  const exchange = exchangeFor(settings, registryUrl.host, claimMatchOf);
  let access = registryHints.access;
  const credentials = registryCredentialsOf(settings, (ambient, identity) => {
    access = registryNeedOf(identity);
    return exchange(ambient, identity);
  });
  const publicOrg = settings.find("publicOrg")?.value;
  return new RegistryClient({
    transport: transportTo(registryUrl, settings),
    ...(credentials === undefined ? {} : { credentials }),
    ...(publicOrg === undefined ? {} : { publicOrg }),
    historySegment: settings.find("historySegment")?.value ?? "_service",
    userAgent,
    operationTimeoutMs: settings.operationTimeoutMs(),
    hints: { ...registryHints, ...(access === undefined ? {} : { access }) },
  });
}
