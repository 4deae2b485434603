import { Client } from "./api/client";
import type { Connection } from "./api/connection/connection";
import { exchangedToken, idTokenOf } from "./api/credentials/oidc";
import { logged } from "./api/layers/logged";
import { RegistryClient } from "./api/registry/client";
import { createTransport, type Transport } from "./api/transport";
import { platformHints, registryHints, tokenHints, trustHints } from "./hints";
import type { Exchange, Settings } from "./settings";
import { userAgent } from "./version";

/** The platform's address and how to reach it. */
interface Platform {
  readonly base: URL;
  readonly transport: Transport;
  /** For requests to the CI, when it provides the ID token at a URL. */
  readonly connection: Connection;
}

/**
 * Exchanges the ID token of a CI job for access tokens, at the platform's own address only.
 *
 * @param audience of the access tokens: the platform's base URL, or the registry's host
 */
const exchangeAt =
  ({ transport, base, connection }: Platform, audience: string): Exchange =>
  (ambient, identity) => {
    const hint = tokenHints.identity;
    const idToken = { ...idTokenOf(ambient, textOf(base), (url) => createTransport(url, connection)), hint };
    const { address } = platformHints;
    const exchange = { idToken, transport, userAgent, hints: address === undefined ? {} : { address } };
    return { ...exchangedToken(exchange, identity, audience), hint };
  };

/** An address as the audience of a token: without a trailing slash. */
const textOf = (url: URL): string => url.origin + (url.pathname === "/" ? "" : url.pathname);

function platformOf(settings: Settings): Platform {
  const base = settings.address("baseUrl");
  return { base, transport: transportTo(base, settings), connection: connectionOf(settings) };
}

const connectionOf = (settings: Settings): Connection => ({ ...settings.connection(), hints: trustHints });

/** The transport to an address. It logs each request to standard error if the settings say so. */
function transportTo(address: URL, settings: Settings): Transport {
  const transport = createTransport(address, connectionOf(settings));
  return settings.logsRequests() ? logged(transport, (line) => process.stderr.write(`${line}\n`)) : transport;
}

/** Creates the platform client for the given settings. Throws ConfigurationError. */
export function connect(settings: Settings): Client {
  const platform = platformOf(settings);
  return new Client({
    transport: platform.transport,
    tokens: settings.tokens(exchangeAt(platform, textOf(platform.base))),
    keyNames: {
      "{vendor}": { known: settings.find("vendor")?.value, need: () => settings.need("vendor").value },
    },
    userAgent,
    operationTimeoutMs: settings.operationTimeoutMs(),
    hints: platformHints,
  });
}

/** Creates the registry client for the given settings. Throws ConfigurationError. */
export function connectRegistry(settings: Settings): RegistryClient {
  const registryUrl = settings.address("registryUrl");
  // The platform's address is required only for an exchange.
  const exchange: Exchange = (...job) => exchangeAt(platformOf(settings), registryUrl.host)(...job);
  const credentials = settings.registryCredentials(exchange);
  const publicOrg = settings.find("publicOrg")?.value;
  return new RegistryClient({
    transport: transportTo(registryUrl, settings),
    ...(credentials === undefined ? {} : { credentials }),
    ...(publicOrg === undefined ? {} : { publicOrg }),
    historySegment: settings.find("historySegment")?.value ?? "_service",
    userAgent,
    operationTimeoutMs: settings.operationTimeoutMs(),
    hints: registryHints,
  });
}
