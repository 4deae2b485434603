import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { Client } from "../../../../src/client/api/client";
import { type Connection, parseProxy } from "../../../../src/client/api/connection/connection";
import { fixedToken } from "../../../../src/client/api/credentials/token";
import { TransportError } from "../../../../src/client/api/errors";
import { createTransport } from "../../../../src/client/api/transport";
import { authorityHint } from "../../../../src/client/hints";
import { clientAt } from "../../../support/raw-server";
import { newAuthority } from "../../certificates";
import { type ConnectProxy, type ConnectProxyOptions, startConnectProxy } from "../../connect-proxy";

/** The token of these clients; no proxy may see it. */
export const TOKEN = "canary-of-the-platform";
export const authority = newAuthority("test authority");
export const authorities = [authority.ca];

/**
 * A platform over TLS for the time of a test, which records its requests and their tokens.
 *
 * @param options options of its server, and its name. Only a proxy resolves the default name. Without a proxy, use an address.
 */
export async function withTlsPlatform(
  test: (base: URL, requests: string[]) => Promise<void>,
  { host = "api.test", ...options }: ServerOptions & { readonly host?: string } = {},
) {
  const requests: string[] = [];
  const server = createServer({ ...authority.issue(host, 1), ...options }, (request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const isToken = request.url?.startsWith("/token") || request.url?.startsWith("/id");
    response.end(isToken ? '{"token":"t-of-registry","value":"id-token"}' : '{"uid":"org/team"}');
  });
  server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await test(new URL(`https://${host}:${(server.address() as AddressInfo).port}`), requests);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

export async function withProxy(options: ConnectProxyOptions, test: (proxy: ConnectProxy) => Promise<void>) {
  const proxy = await startConnectProxy(options);
  try {
    await test(proxy);
  } finally {
    await proxy.close();
  }
}

export const viaProxy = (address: string, exceptions = ""): Connection => ({
  authorities,
  proxy: parseProxy({ value: address, origin: "PLATFORM_PROXY" }, exceptions),
});
export const clientOf = (base: URL, connection: Connection = {}): Client =>
  clientAt(base.origin, {
    transport: createTransport(base, { ...connection, authorityHint }),
    tokens: fixedToken(TOKEN, "T"),
  });
export const errorOf = async (call: Promise<unknown>): Promise<TransportError> => {
  const error = await call.catch((cause: unknown) => cause);
  assert.ok(error instanceof TransportError, String(error));
  return error;
};
