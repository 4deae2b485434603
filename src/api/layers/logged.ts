import { scrub } from "../secret";
import { shownText } from "../shown";
import type { HttpReply, Transport } from "../transport";
import { nameOf } from "./call";

/**
 * The transport, with a line for each attempt: method, path, status, milliseconds, and the request id where the answer has
 * one. A query, a header or a body is never in it.
 *
 * @param write takes one line, without its end
 */
export const logged =
  (transport: Transport, write: (line: string) => void, clock: () => number = Date.now): Transport =>
  async (request) => {
    const startedAt = clock();
    const tell = (end: string) => write(scrub(`platform: ${nameOf(request)}: ${end} (${clock() - startedAt} ms)`));
    try {
      const reply = await transport(request);
      tell(`HTTP ${reply.status}${requestIdOf(reply)}`);
      return reply;
    } catch (error) {
      tell(error instanceof Error ? shownText(error.message) : "failed");
      throw error;
    }
  };

/** What the server calls the request, where that looks like a name and not like something it repeats. */
function requestIdOf({ headers }: HttpReply): string {
  const id = headers["x-request-id"];
  return typeof id === "string" && /^[A-Za-z0-9._:-]{1,64}$/.test(id) ? `, request ${id}` : "";
}
