import type { IncomingMessage } from "node:http";
import { gatewayError, type StatusError } from "./errors";
import type { HttpRequest } from "./http";

/** Maximum body size of the gateway (platform API: GW-13), in bytes. */
const MAX_BODY = 4 * 1024 * 1024;

/** Limits for reading the rest of a rejected body: long enough for the client to receive the response. */
const DRAIN_MS = 500;
const DRAIN_BYTES = 64 * 1024 * 1024;

/** Host names that always mean this machine. Other names that resolve to it are rejected (DNS rebinding). */
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** Returns an error for requests from web pages, which any page can send here. They have Origin, Sec-Fetch-Site or the Host of another machine. */
export function refusalOfBrowser({ headers }: IncomingMessage): StatusError | undefined {
  const refusal = (complaint: string): StatusError =>
    gatewayError("PERMISSION_DENIED", `The emulator is for programs on this machine: ${complaint}`);
  if (headers.origin !== undefined) return refusal("a request must not have an Origin");
  const site = headers["sec-fetch-site"] ?? "none";
  if (site !== "none") return refusal("a request must not come from a page");
  // Any port is accepted, because a port may be forwarded.
  if (LOOPBACK.test(headers.host ?? "")) return undefined;
  return refusal("Host must be 127.0.0.1, localhost or [::1], with any port");
}

export function headOf(incoming: IncomingMessage): Omit<HttpRequest, "body"> {
  const { method = "", url = "/", headers, socket } = incoming;
  const at = url.indexOf("?");
  const [path, query] = at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
  return { method, path, query, headers, hosts: [headers.host ?? "", `${socket.localAddress}:${socket.localPort}`] };
}

const tooLarge = (bytes: number): StatusError =>
  gatewayError("RESOURCE_EXHAUSTED", `grpc: received message larger than max (${bytes} vs. ${MAX_BODY})`);

/** Returns the body as text, or an error if its declared length or its content is too large. Undefined if the client has gone. */
export async function bodyOf(incoming: IncomingMessage): Promise<string | StatusError | undefined> {
  const stated = Number(incoming.headers["content-length"] ?? 0);
  if (stated > MAX_BODY) return tooLarge(stated);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // The socket must stay open, because the response uses it too.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BODY) return tooLarge(bytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (incoming.destroyed) return undefined;
    throw error;
  }
  return Buffer.concat(chunks).toString();
}

/** Discards the rest of a rejected body, up to a limit. If the connection closed at once, the client would lose the response. */
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
