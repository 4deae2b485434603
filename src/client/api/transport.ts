import { createSecureContext } from "node:tls";
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, errors, Pool, request } from "undici";
import type { Path } from "../../description/wire/path";
import type { Connection, TunnelProxy } from "./connection/connection";
import { type Cause, ConfigurationError, ProtocolError } from "./errors";

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

export class AttemptError extends Error {
  override readonly name = "AttemptError";
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

/** Returns the error for a failure before a connection was open, to an origin or to the proxy of a setting. Nothing was written. */
function connectError(cause: unknown, to: { origin: string } | { proxyOf: string }, hint?: string): AttemptError {
  if (cause instanceof AttemptError) return cause;
  withoutData(cause);
  const { code = "", message = "" } = cause as { code?: string; message?: string };
  const isProxy = "proxyOf" in to;
  const who = isProxy ? `the proxy of ${to.proxyOf}` : "the connection";
  if (UNTRUSTED.test(code)) return new AttemptError(untrustedText(who, code, hint), true, { permanent: true, cause });
  const what = isProxy ? `${who} cannot be reached` : `cannot connect to ${to.origin}`;
  return new AttemptError(`${what} (${code || message})`, true, { isUnreached: !isProxy, cause });
}

/** The request was written, at least in part. */
function attemptError(cause: unknown, timeoutMs: number): AttemptError {
  const { code = "", name = "", message = "" } = cause as { code?: string; name?: string; message?: string };
  withoutData(cause);
  if (name === "TimeoutError") return new AttemptError(`no response within ${timeoutMs / 1000} s`, false, { cause });
  return new AttemptError(`the connection broke (${code || message || name})`, false, { cause });
}

/** Removes the data that a server sent, because it may repeat the request. */
function withoutData(cause: unknown): void {
  if (cause instanceof errors.HTTPParserError) Object.assign(cause, { data: undefined });
}

const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Returns the client that opens tunnels through a proxy (CONNECT). Its errors name the proxy's setting, and never show the value. A proxy
 * over TLS is checked against its own name. undici would use an IP address as a server name, which TLS does not allow.
 */
function tunnelsOf({ url, origin }: TunnelProxy, connect: buildConnector.connector, hint?: string): Dispatcher {
  const pool = new Pool(url, { connect: ({ servername: _, ...options }, done) => connect(options, done) });
  const open = pool.connect.bind(pool);
  return Object.assign(pool, {
    async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      const failed = `the proxy of ${origin} did not connect to ${options.path}`;
      const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
      const reply = await open({ ...options, signal }).catch((cause: unknown) => {
        if (!signal.aborted) throw connectError(cause, { proxyOf: origin }, hint);
        throw new AttemptError(`${failed} within ${CONNECT_TIMEOUT_MS / 1000} s`, true, { cause });
      });
      const { statusCode: status, socket } = reply;
      if (status === 200) return reply;
      socket.on("error", () => undefined).destroy();
      const advice = status === 407 ? `. Check the user and password in ${origin}` : "";
      throw new AttemptError(`${failed} (HTTP ${status})${advice}`, true, { permanent: !TRANSIENT.has(status) });
    },
  });
}

/**
 * Returns the agent for the connections to an origin. A connection that cannot be opened fails with AttemptError. Certificates are verified
 * regardless of NODE_TLS_REJECT_UNAUTHORIZED, even if it is set later. A proxy is used for TLS only, by CONNECT, because it could read plain
 * http. Empty texts keep undici from reading the proxies of the environment.
 */
function agentTo(origin: string, { authorities, proxy, authorityHint }: Connection): Dispatcher {
  const tls = {
    timeout: CONNECT_TIMEOUT_MS,
    rejectUnauthorized: true,
    // Built once, because parsing authorities is slow.
    ...(authorities === undefined ? {} : { secureContext: createSecureContext({ ca: [...authorities] }) }),
  };
  return new EnvHttpProxyAgent({
    connections: CONNECTIONS,
    pipelining: 1,
    connect: buildConnector(tls),
    requestTls: tls,
    httpProxy: "",
    httpsProxy: proxy?.url.href ?? "",
    noProxy: proxy?.except ?? "",
    ...(proxy?.authorization === undefined ? {} : { token: proxy.authorization }),
    ...(proxy === undefined ? {} : { clientFactory: () => tunnelsOf(proxy, buildConnector(tls), authorityHint) }),
    factory(to, options) {
      // undici's agents pass the function that connects, directly or by a tunnel.
      const { connect, ...others } = options as { readonly connect: buildConnector.connector };
      return new Pool(to, {
        ...others,
        connect: (target, done) =>
          connect(target, (...result) => {
            if (result[0] === null) done(...result);
            else done(connectError(result[0], { origin }, authorityHint), null);
          }),
      });
    },
  });
}

/** Returns the transport to one origin, with keep-alive and at most 32 connections. The address comes from parseBaseUrl. */
export function createTransport(base: URL, connection: Connection = {}): Transport {
  const agent = agentTo(base.origin, connection);
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
      if (cause instanceof ProtocolError || cause instanceof AttemptError) throw cause;
      if (cause instanceof errors.InvalidArgumentError) {
        throw new ConfigurationError(
          "the request could not be built: a header or the path contains a character that HTTP does not allow",
        );
      }
      throw attemptError(cause, timeoutMs);
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

/** The error codes of an untrusted connection or a failed handshake. A retry cannot help. */
const UNTRUSTED = /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|ERR_SSL)/;

function untrustedText(who: string, code: string, hint?: string): string {
  const text = `${who} is not trusted (${code})`;
  if (code.startsWith("CERT_HAS_EXPIRED")) return `${text}: the certificate has expired`;
  if (code.startsWith("ERR_TLS_CERT_ALTNAME")) return `${text}: the certificate belongs to another host`;
  if (!/^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return text;
  return `${text}: the certificate is not signed by a known authority${hint === undefined ? "" : `. ${hint}`}`;
}
