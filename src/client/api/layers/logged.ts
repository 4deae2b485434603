import { scrub } from "../secret";
import { shownText } from "../shown";
import type { HttpReply, Transport } from "../transport";
import { requestText } from "./call";

/** Logs each attempt as one line: method, path, status, milliseconds, request id. Never logs a query, header or body. */
export const logged =
  (transport: Transport, write: (line: string) => void, clock: () => number = Date.now): Transport =>
  async (request) => {
    const startedAt = clock();
    const tell = (end: string) => write(scrub(`platform: ${requestText(request)}: ${end} (${clock() - startedAt} ms)`));
    try {
      const reply = await transport(request);
      tell(`HTTP ${reply.status}${requestIdOf(reply)}`);
      return reply;
    } catch (error) {
      tell(error instanceof Error ? shownText(error.message) : "failed");
      throw error;
    }
  };

/** The server's request id, if it looks like an id. Other text could echo the request. */
function requestIdOf({ headers }: HttpReply): string {
  const id = headers["x-request-id"];
  return typeof id === "string" && /^[A-Za-z0-9._:-]{1,64}$/.test(id) ? `, request ${id}` : "";
}
