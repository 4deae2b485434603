import { type ClientRequest, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import type { Cause } from "../errors";
import { hostOf, portOf } from "./address";
import type { TunnelProxy } from "./connection";
import { isUntrusted } from "./trust";

/** The tunnel could not be opened. No request was sent through it. */
export class TunnelError extends Error {
  override readonly name = "TunnelError";
  constructor(
    message: string,
    /** Whether a retry cannot help. */
    readonly permanent: boolean,
    options?: Cause,
  ) {
    super(message, options);
  }
}

/** Statuses of a proxy that may be temporary. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

export interface TunnelOptions {
  readonly timeoutMs: number;
  /** Trust settings for a proxy over TLS. Absent for Node's defaults. */
  readonly secureContext?: SecureContext | undefined;
}

/**
 * Opens a connection to a host through a proxy (CONNECT). The proxy receives the host, the port and its own
 * credentials. Throws TunnelError, which names the proxy's setting but never shows its value.
 *
 * @param host with its port, `api.example.com:443`
 */
export function openTunnel(
  proxy: TunnelProxy,
  host: string,
  { timeoutMs, secureContext }: TunnelOptions,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const connect = connecting(proxy, host, secureContext);
    const fail = (what: string, permanent: boolean, cause?: unknown) => {
      clearTimeout(timer);
      connect.destroy();
      reject(new TunnelError(`the proxy of ${proxy.origin} ${what}`, permanent, { cause }));
    };
    const timer = setTimeout(() => fail(`did not connect to ${host} within ${timeoutMs / 1000} s`, false), timeoutMs);
    connect.on("error", (cause: NodeJS.ErrnoException) => {
      const { code = "" } = cause;
      const permanent = isUntrusted(code);
      fail(permanent ? `is not trusted (${code})` : `cannot be reached (${code})`, permanent, cause);
    });
    // A proxy may send a body with its refusal.
    connect.on("response", ({ statusCode = 0 }) => refuse(statusCode));
    connect.on("connect", ({ statusCode = 0 }, socket, head) => {
      if (statusCode !== 200) {
        socket.destroy();
        return refuse(statusCode);
      }
      if (head.length > 0) {
        socket.destroy();
        return fail(`sent data before it connected to ${host}`, true);
      }
      clearTimeout(timer);
      resolve(socket as Socket);
    });
    const refuse = (status: number) => {
      const hint = status === 407 ? `. Check the user and password in ${proxy.origin}` : "";
      fail(`did not connect to ${host} (HTTP ${status})${hint}`, !TRANSIENT.has(status));
    };
    connect.end();
  });
}

function connecting({ url, authorization }: TunnelProxy, host: string, secureContext?: SecureContext): ClientRequest {
  const options = {
    host: hostOf(url),
    port: portOf(url),
    method: "CONNECT",
    path: host,
    headers: { host, ...(authorization === undefined ? {} : { "proxy-authorization": authorization }) },
    agent: false as const,
  };
  if (url.protocol === "http:") return requestPlain(options);
  return requestSecure({ ...options, rejectUnauthorized: true, ...(secureContext ? { secureContext } : {}) });
}
