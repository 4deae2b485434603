import type { Secret } from "../secret";
import type { HttpRequest } from "../transport";
import { type Call, nameOf, type Send } from "./call";
import { isTokenRefused } from "./outcome";

/** Where the bearer token of requests comes from. */
export interface TokenSource {
  /** The token to send now. Throws ConfigurationError. */
  current(): Promise<Secret>;
  /** Another token than the one that the server has just refused, or nothing when there is none. */
  renew(refused: Secret): Promise<Secret | undefined>;
  /**
   * What to do when the server refuses the token and there is no other, as a sentence without its full stop. Only the source
   * knows where the token came from.
   */
  readonly hint?: string;
}

/**
 * Sends each request with a bearer token. One that the server refuses is renewed, and the request sent once more, which
 * takes none of its attempts. The source is waited for until the deadline. Throws what the source throws.
 */
export const authorized =
  (next: Send, tokens: TokenSource, clock: () => number = Date.now): Send =>
  async (request, call) => {
    const name = nameOf(request);
    const token = await call.deadline.within(async () => tokens.current(), `${name}: not sent, for no token came`);
    const reply = await next(bearing(request, token), call);
    if (!isTokenRefused(reply)) return reply;
    const fresh = await call.deadline.within(
      async () => tokens.renew(token),
      `${name}: the token was refused, and no other came`,
    );
    if (fresh === undefined) {
      noteEnd(call, token, clock());
      return reply;
    }
    call.uncount();
    const second = await next(bearing(request, fresh), call);
    if (isTokenRefused(second)) noteEnd(call, fresh, clock());
    return second;
  };

const bearing = (request: HttpRequest, token: Secret): HttpRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token.reveal()}` },
});

/** Notes when a token that was refused had ended, as far as it tells. */
function noteEnd(call: Call, token: Secret, now: number): void {
  const end = expiryOf(token);
  if (end === undefined || end > now) return;
  call.end = { ...call.end, why: `the token ended at ${new Date(end).toISOString()}` };
}

/** When a JSON Web Token ends (`exp`), in milliseconds since 1970; nothing for a token that is no JWT. Not verified. */
export function expiryOf(token: Secret): number | undefined {
  const [, payload = ""] = token.reveal().split(".");
  try {
    const { exp } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as { exp?: unknown };
    return typeof exp === "number" ? exp * 1000 : undefined;
  } catch {
    return undefined; // An opaque token does not tell.
  }
}
