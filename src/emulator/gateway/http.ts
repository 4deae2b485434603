import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A raw request, not decoded or normalized. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Raw query, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Host names of this server: from the request's Host header, and its address. */
  readonly hosts: readonly string[];
}

/** A response. A body in pieces is sent piece by piece. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<Uint8Array>;
}

export const bearerOf = ({ headers }: Pick<HttpRequest, "headers">): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];

/** Sends a response. Bodies in pieces and empty bodies have no content length. The default content type is text. */
export async function send(outgoing: ServerResponse, { status, headers, body }: HttpReply): Promise<void> {
  outgoing.statusCode = status;
  outgoing.setHeader("content-type", "text/plain; charset=UTF-8");
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  if (typeof body !== "string") {
    // Clients may disconnect before a response in pieces or during it, which is not an error.
    return pipeline(Readable.from(body), outgoing).catch((error: NodeJS.ErrnoException) => {
      if (!["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE"].includes(error.code ?? "")) throw error;
    });
  }
  const bytes = Buffer.from(body);
  if (bytes.length > 0 && outgoing.req.method !== "HEAD" && !outgoing.hasHeader("content-length")) {
    outgoing.setHeader("content-length", bytes.length);
  }
  outgoing.writeHead(status);
  outgoing.end(bytes);
}
