import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A request as it was sent: nothing in it is decoded or normalised. */
export interface HttpRequest {
  readonly method: string;
  /** Path, percent signs and all. */
  readonly path: string;
  /** Query without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Names of this server: what the request calls it in Host, and its address. */
  readonly hosts: readonly string[];
}

/** An answer before it is sent. A body in pieces is sent piece by piece. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<Uint8Array>;
}

/** The bearer token of a request. */
export const bearerOf = ({ headers }: Pick<HttpRequest, "headers">): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];

/** Sends an answer. A body in pieces, and an empty one, has no length; what has no content type is text. */
export async function send(outgoing: ServerResponse, { status, headers, body }: HttpReply): Promise<void> {
  outgoing.statusCode = status;
  outgoing.setHeader("content-type", "text/plain; charset=UTF-8");
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  if (typeof body !== "string") {
    // A client that leaves in the middle of an answer is none of our errors.
    await pipeline(Readable.from(body), outgoing).catch(() => undefined);
    return;
  }
  const bytes = Buffer.from(body);
  if (bytes.length > 0 && outgoing.req.method !== "HEAD" && !outgoing.hasHeader("content-length")) {
    outgoing.setHeader("content-length", bytes.length);
  }
  outgoing.writeHead(status);
  outgoing.end(bytes);
}
