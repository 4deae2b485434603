import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { gatewayError } from "./errors";
import type { Env } from "./http";

/** Names of this machine that no other can have: a name of theirs that leads here is refused (DNS rebinding). */
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/**
 * Refuses with a 403 what a page in a browser has sent, before anything is done. Any page may send requests to this machine:
 * a browser says so by Origin or Sec-Fetch-Site, or names in Host a server that is not this one. Programs send neither.
 */
export const noBrowsers: MiddlewareHandler<Env> = async (c, next) => {
  const complaint = complaintAbout(c.env.incoming);
  if (complaint !== undefined)
    throw gatewayError("PERMISSION_DENIED", `The emulator is for programs on this machine: ${complaint}`);
  await next();
};

function complaintAbout({ headers }: IncomingMessage): string | undefined {
  if (headers.origin !== undefined) return "it takes no request with an Origin";
  const site = headers["sec-fetch-site"] ?? "none";
  if (site !== "none") return "it takes no request of a page";
  // Any port will do: a forwarded one is another than ours.
  return LOOPBACK.test(headers.host ?? "") ? undefined : "Host must be 127.0.0.1, localhost or [::1], with any port";
}
