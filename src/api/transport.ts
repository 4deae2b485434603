import type { Socket } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { Agent, buildConnector, errors, request } from "undici";
import { hostOf, portOf } from "./connection/address";
import type { Connection } from "./connection/connection";
import { isClientRefused, isUntrusted, type TrustHints, untrustedText } from "./connection/trust";
import { openTunnel, TunnelError } from "./connection/tunnel";
import { type Cause, ConfigurationError, ProtocolError } from "./errors";
import type { Path } from "./path";

/** One request. The pairs of `query` are sent in order, percent-encoded. */
export interface HttpRequest {
  readonly method: string;
  readonly path: Path;
  readonly query?: readonly (readonly [key: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Time limit of this attempt, until the last byte of the response. */
  readonly timeoutMs: number;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface AttemptErrorOptions extends Cause {
  readonly permanent?: boolean;
  readonly isUnreached?: boolean;
}

/** The attempt got no response. */
export class AttemptError extends Error {
  override readonly name = "AttemptError";
  /** Whether a retry cannot help. */
  readonly permanent: boolean;
  /** Whether nothing listens at the address, so that the address may be wrong. */
  readonly isUnreached: boolean;
  constructor(
    message: string,
    /** Whether no byte of the request was written, so that it was not carried out. */
    readonly unsent: boolean,
    { permanent = false, isUnreached = false, ...options }: AttemptErrorOptions = {},
  ) {
    super(message, options);
    this.permanent = permanent;
    this.isUnreached = isUnreached;
  }
}

/** Sends one request and returns one reply, without retries or redirects. Throws AttemptError. */
export type Transport = (request: HttpRequest) => Promise<HttpReply>;

const MAX_BODY_BYTES = 32 * 1024 * 1024;
/**
 * Greatest number of connections to one origin. Measured with 500 reads: it does not matter if the server responds at once. At
 * 20 ms per response, 32 connections take 0.57 of the time of 16, and 64 would take 0.40. But each one costs the server a
 * handshake. On eight processors, the engine's default of four operations per processor uses 32.
 */
export const CONNECTIONS = 32;
const CONNECT_TIMEOUT_MS = 10_000;

/** Returns the error for a failure before the connection to an origin was open. Nothing was written. */
function connectError(cause: unknown, origin: string, hints: TrustHints): AttemptError {
  if (cause instanceof TunnelError) {
    return new AttemptError(cause.message, true, { permanent: cause.permanent, cause });
  }
  const { code = "" } = cause as { code?: string };
  if (!isUntrusted(code)) {
    return new AttemptError(`cannot connect to ${origin} (${code})`, true, { isUnreached: true, cause });
  }
  return new AttemptError(untrustedText(code, hints), true, { permanent: true, cause });
}

/** Returns the error for a failure after the request was written, at least in part. */
function attemptError(cause: unknown, timeoutMs: number): AttemptError {
  const { code = "", name = "", message = "" } = cause as { code?: string; name?: string; message?: string };
  // The cause contains the data that the server sent, which may repeat the request.
  if (cause instanceof errors.HTTPParserError) Object.assign(cause, { data: undefined });
  if (name === "TimeoutError") return new AttemptError(`no response within ${timeoutMs / 1000} s`, false, { cause });
  return new AttemptError(`the connection broke (${code || message || name})`, false, { cause });
}

/**
 * TLS alerts about the client certificate. In TLS 1.3 the server sends them after the client's handshake is complete. So the
 * request looks lost, but the server never read it.
 */
class ClientRefusals {
  /** Alerts by local port of the connection, the only identification that undici provides. */
  readonly #alerts = new Map<number, Error>();

  watch(socket: Socket): void {
    const { localPort = 0 } = socket;
    this.#alerts.delete(localPort);
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (isClientRefused(error.code ?? "")) this.#alerts.set(localPort, error);
    });
  }

  /** Returns the alert on the connection of an error. */
  alertFor(cause: unknown): Error | undefined {
    const port = cause instanceof errors.SocketError ? cause.socket?.localPort : undefined;
    return port === undefined ? undefined : this.#alerts.get(port);
  }
}

/**
 * Returns trusted authorities and client certificate, or undefined for Node's defaults. Built once, because parsing
 * authorities is slow.
 */
function contextOf({ authorities, clientCertificate }: Connection): SecureContext | undefined {
  if (authorities === undefined && clientCertificate === undefined) return undefined;
  return createSecureContext({ ...(authorities === undefined ? {} : { ca: [...authorities] }), ...clientCertificate });
}

/**
 * Opens connections to an origin. Certificates are verified regardless of NODE_TLS_REJECT_UNAUTHORIZED, even if it is set
 * later. A proxy is used for TLS only. Plain http stays on this machine.
 */
function connectorTo(base: URL, connection: Connection): buildConnector.connector {
  const secureContext = contextOf(connection);
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    rejectUnauthorized: true,
    ...(secureContext === undefined ? {} : { secureContext }),
  });
  const { proxy, authorities } = connection;
  if (proxy === undefined || base.protocol !== "https:" || proxy.except.covers(hostOf(base), portOf(base))) {
    return connect;
  }
  // The client certificate is for the platform, not for a proxy that asks for one.
  const tunnelOptions = {
    timeoutMs: CONNECT_TIMEOUT_MS,
    secureContext: contextOf(authorities === undefined ? {} : { authorities }),
  };
  const target = `${base.hostname}:${portOf(base)}`;
  return (options, done) => {
    openTunnel(proxy, target, tunnelOptions).then(
      (httpSocket) => connect({ ...options, httpSocket }, done),
      (error: Error) => done(error, null),
    );
  };
}

/**
 * Returns the transport to one origin, with keep-alive and at most 32 connections. The address comes from parseBaseUrl.
 *
 * The transport to one origin, with keep-alive and at most 32 connections. The address comes from parseBaseUrl.
 *
 * @param connection how to reach and trust the server
 */
export function createTransport(base: URL, connection: Connection = {}): Transport {
  const connect = connectorTo(base, connection);
  const unsent = new WeakSet<object>();
  const refusals = new ClientRefusals();
  const agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    connect: (options, done) =>
      connect(options, (...result) => {
        if (result[0] !== null) unsent.add(result[0]);
        else refusals.watch(result[1]);
        done(...result);
      }),
  });
  const { hints = {} } = connection;
  const prefix = base.pathname === "/" ? "" : base.pathname;
  return async ({ method, path, query = [], headers, body, timeoutMs }) => {
    const target = prefix + path.text;
    if (new URL(target, base.origin).pathname !== target) {
      throw new ProtocolError(`the path ${target} cannot be sent, because a URL would change it`, false);
    }
    const search = query.map((pair) => pair.map(encoded).join("=")).join("&");
    try {
      const reply = await request(base.origin + target + (search === "" ? "" : `?${search}`), {
        dispatcher: agent,
        method: method as "GET",
        headers: { "accept-encoding": "identity", ...headers },
        ...(body === undefined ? {} : { body }),
        // The only deadline. undici's own ones are rough, and their errors look like a broken connection.
        signal: AbortSignal.timeout(timeoutMs),
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const text = await readText(reply.body, `${method} ${path}`);
      return { status: reply.statusCode, headers: reply.headers, text };
    } catch (cause) {
      if (cause instanceof ProtocolError) throw cause;
      if (cause instanceof errors.InvalidArgumentError) {
        throw new ConfigurationError(
          "the request could not be built: a header or the path contains a character that HTTP does not allow",
        );
      }
      const refusal = refusals.alertFor(cause);
      if (refusal !== undefined) throw connectError(refusal, base.origin, hints);
      throw unsent.has(Object(cause)) ? connectError(cause, base.origin, hints) : attemptError(cause, timeoutMs);
    }
  };
}

/** UTF-8 has no lone surrogates, so they are sent as U+FFFD, as in a body. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

async function readText(body: AsyncIterable<Buffer>, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new ProtocolError(`${name}: the response is larger than 32 MiB`, true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
