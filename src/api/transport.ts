import { Agent, errors, request } from "undici";
import { ConfigurationError, ProtocolError } from "./errors";
import type { Path } from "./path";

/** One request. `query` pairs are sent in order, percent-encoded. */
export interface HttpRequest {
  readonly method: string;
  readonly path: Path;
  readonly query?: readonly (readonly [key: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The longest that this attempt may take, from its start to the last byte of the answer. */
  readonly timeoutMs: number;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** The attempt ended without an answer. */
export class AttemptError extends Error {
  override readonly name = "AttemptError";
  constructor(
    message: string,
    /** No byte of the request was written, so nothing has happened. */
    readonly unsent: boolean,
    /** Trying again cannot help. */
    readonly permanent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Sends one request and returns one reply; retries nothing, follows no redirect. Throws AttemptError. */
export type Transport = (request: HttpRequest) => Promise<HttpReply>;

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const CONNECTIONS = 16;

const UNSENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const CERTIFICATE = /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|ERR_SSL)/;

function attemptError(cause: unknown, timeoutMs: number): AttemptError {
  const { code = "", name = "", message = "" } = cause as { code?: string; name?: string; message?: string };
  if (name === "TimeoutError")
    return new AttemptError(`no answer within ${timeoutMs / 1000} s`, false, false, { cause });
  if (CERTIFICATE.test(code)) return new AttemptError(`the connection is not trusted (${code})`, true, true, { cause });
  if (UNSENT.has(code)) return new AttemptError(`cannot connect (${code})`, true, false, { cause });
  return new AttemptError(`the connection broke (${code || message || name})`, false, false, { cause });
}

/** The transport to one origin, whose address has been checked by parseBaseUrl: keep-alive, 16 connections at most. */
export function createTransport(base: URL): Transport {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1, connect: { timeout: 10_000 } });
  const prefix = base.pathname === "/" ? "" : base.pathname;
  return async ({ method, path, query = [], headers, body, timeoutMs }) => {
    const target = prefix + path.text;
    if (new URL(target, base.origin).pathname !== target) {
      throw new ProtocolError(`the path ${target} would not be sent as it is written`, false);
    }
    const search = query.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&");
    try {
      const reply = await request(base.origin + target + (search === "" ? "" : `?${search}`), {
        dispatcher: agent,
        method: method as "GET",
        headers: { "accept-encoding": "identity", ...headers },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(timeoutMs),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      return { status: reply.statusCode, headers: reply.headers, text: await readText(reply.body) };
    } catch (cause) {
      if (cause instanceof ProtocolError) throw cause;
      if (cause instanceof errors.InvalidArgumentError) {
        throw new ConfigurationError(
          "the request could not be built: a header or the path holds a character that HTTP does not allow",
        );
      }
      throw attemptError(cause, timeoutMs);
    }
  };
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new ProtocolError("the answer is larger than 32 MiB", true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
