import type { IncomingMessage } from "node:http";
import { gatewayError, type StatusError } from "./errors";
import type { HttpRequest } from "./http";

/** The gateway takes no larger bodies (platform API: GW-13), in bytes. */
const MAX_BODY = 4 * 1024 * 1024;

/** How long, and how far, the rest of a body is read that nobody wants: long enough for the answer to arrive. */
const DRAIN_MS = 500;
const DRAIN_BYTES = 64 * 1024 * 1024;

/** Names of this machine that no other can have: a name of theirs that leads here is refused (DNS rebinding). */
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/**
 * The refusal of what a page in a browser has sent; undefined for a program. Any page may send requests to this machine: a
 * browser says so by Origin or Sec-Fetch-Site, or names in Host a server that is not this one. Programs send neither.
 */
export function refusalOfBrowser({ headers }: IncomingMessage): StatusError | undefined {
  const refusal = (complaint: string): StatusError =>
    gatewayError("PERMISSION_DENIED", `The emulator is for programs on this machine: ${complaint}`);
  if (headers.origin !== undefined) return refusal("it takes no request with an Origin");
  const site = headers["sec-fetch-site"] ?? "none";
  if (site !== "none") return refusal("it takes no request of a page");
  // Any port will do: a forwarded one is another than ours.
  if (LOOPBACK.test(headers.host ?? "")) return undefined;
  return refusal("Host must be 127.0.0.1, localhost or [::1], with any port");
}

/** All of a request but its body. */
export function headOf(incoming: IncomingMessage): Omit<HttpRequest, "body"> {
  const { method = "", url = "/", headers, socket } = incoming;
  const at = url.indexOf("?");
  const [path, query] = at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
  return { method, path, query, headers, hosts: [headers.host ?? "", `${socket.localAddress}:${socket.localPort}`] };
}

/** The refusal of a body that is too large; `bytes` are those that it says it has, or that were read. */
const tooLarge = (bytes: number): StatusError =>
  gatewayError("RESOURCE_EXHAUSTED", `grpc: received message larger than max (${bytes} vs. ${MAX_BODY})`);

/**
 * The body of a request as text. One that is too large is refused by the length that it states, or else as soon as more than
 * that has come. Throws StatusError.
 */
export async function bodyTextOf(incoming: IncomingMessage): Promise<string> {
  const stated = Number(incoming.headers["content-length"] ?? 0);
  if (stated > MAX_BODY) throw tooLarge(stated);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not destroyed when the reading stops: the answer goes over the same socket.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY) throw tooLarge(bytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Gets rid of a body that has been refused. To close the connection at once would reset it, and the client would lose the
 * answer that says why; to read on without an end would let the client fill the line.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  const { socket } = incoming;
  const timer = setTimeout(() => socket.destroySoon(), DRAIN_MS).unref();
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN_BYTES) socket.destroySoon();
  });
  incoming.once("close", () => clearTimeout(timer));
  incoming.once("end", () => clearTimeout(timer));
  incoming.resume();
}
