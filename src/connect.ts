import { Client } from "./api/client";
import type { Connection } from "./api/connection/connection";
import { exchangedToken, idTokenOf } from "./api/credentials/oidc";
import { logged } from "./api/layers/logged";
import { createTransport, type Transport } from "./api/transport";
import type { Exchange, Settings } from "./settings";
import { userAgent } from "./version";

/**
 * How settings turn the ID token of a CI job into access tokens: at the platform's own address, and at no other host.
 *
 * @param platform its address and the way to it; and how the CI is reached, where that must be asked for the ID token
 * @param audience whom the access tokens are for: the platform's base URL, or the registry's host
 */
export const exchangeAt =
  (
    {
      transport,
      base,
      connection,
    }: { readonly transport: Transport; readonly base: URL; readonly connection: Connection },
    audience: string = textOf(base),
  ): Exchange =>
  (ambient, identity) => {
    const idToken = idTokenOf(ambient, textOf(base), (url) => createTransport(url, connection));
    return exchangedToken({ idToken, transport, userAgent }, identity, audience);
  };

/** An address as it is written in a token's audience: without a slash at its end. */
const textOf = (url: URL): string => url.origin + (url.pathname === "/" ? "" : url.pathname);

/** The way to an address, with a line on standard error for each request where the settings want that. Throws ConfigurationError. */
export function transportTo(address: URL, settings: Settings): Transport {
  const transport = createTransport(address, settings.connection());
  return settings.logsRequests() ? logged(transport, (line) => process.stderr.write(`${line}\n`)) : transport;
}

/** The client of the platform that settings describe. Throws ConfigurationError. */
export function connect(settings: Settings): Client {
  const base = settings.address("baseUrl");
  const transport = transportTo(base, settings);
  return new Client({
    transport,
    tokens: settings.tokens(exchangeAt({ transport, base, connection: settings.connection() })),
    keyNames: {
      "{vendor}": { known: settings.find("vendor")?.value, need: () => settings.need("vendor").value },
    },
    userAgent,
    operationTimeoutMs: settings.operationTimeoutMs(),
  });
}
