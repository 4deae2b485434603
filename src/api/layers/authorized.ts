import type { Secret } from "../secret";
import type { HttpRequest } from "../transport";
import { type Call, nameOf, type Send } from "./call";
import { isTokenRefused } from "./outcome";
import { expiryOf, type TokenSource } from "./tokens";

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
