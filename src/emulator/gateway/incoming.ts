import type { IncomingMessage } from "node:http";
import { gatewayError, type StatusError } from "./errors";

/** The gateway takes no larger bodies (wire 16), in bytes. */
const MAX_BODY = 4 * 1024 * 1024;

/** The refusal of a body that is too large; `bytes` are those that it says it has, or that were read. */
const tooLarge = (bytes: number): StatusError =>
  gatewayError("RESOURCE_EXHAUSTED", `grpc: received message larger than max (${bytes} vs. ${MAX_BODY})`);

/**
 * The body of a request as text. What is too large is refused by the length that it states, or else as soon as more than
 * that has come; the rest is read by nobody. Throws StatusError.
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
