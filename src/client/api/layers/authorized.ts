import { claimsOf } from "../claims";
import type { Secret } from "../secret";
import type { HttpReply, HttpRequest } from "../transport";
import { type Call, requestText, type Send } from "./call";
import { isTokenRefused } from "./outcome";

export interface TokenSource {
  /** Throws ConfigurationError. */
  current(): Promise<Secret>;
  /** Returns a token other than the rejected one, or undefined if there is none. */
  renew(refused: Secret): Promise<Secret | undefined>;
  /** What the user can do if the server rejects the token and there is no other: a sentence without full stop. */
  readonly hint?: string;
  /** A moment before which a token was not issued, in milliseconds since 1970, by the platform's clock. Undefined if not known. */
  readonly issuedAfter?: (token: Secret) => number | undefined;
}

export interface AuthorizedOptions {
  readonly clock?: () => number;
  /** Whether a reply rejects the token of its request. By default, as the platform API does. */
  readonly isRefused?: (reply: HttpReply) => boolean;
  readonly header?: (token: Secret) => string;
}

export const asBearer = (token: Secret): string => `Bearer ${token.reveal()}`;

/** A rejected token is renewed, and the request sent once more, which is no attempt. Throws the errors of the source. */
export const authorized =
  (next: Send, tokens: TokenSource, options: AuthorizedOptions = {}): Send =>
  async (request, call) => {
    const { clock = Date.now, isRefused = isTokenRefused, header = asBearer } = options;
    const withToken = (token: Secret): HttpRequest => ({
      ...request,
      headers: { ...request.headers, authorization: header(token) },
    });
    const name = requestText(request);
    const token = await call.deadline.within(
      async () => tokens.current(),
      `${name}: not sent, because no token arrived`,
    );
    const reply = await next(withToken(token), call);
    if (!isRefused(reply)) return reply;
    const fresh = await call.deadline.within(
      async () => tokens.renew(token),
      `${name}: the token was refused, and no other token arrived`,
    );
    if (fresh === undefined) {
      noteEnd(call, token, clock());
      return reply;
    }
    call.uncount();
    const second = await next(withToken(fresh), call);
    if (isRefused(second)) noteEnd(call, fresh, clock());
    return second;
  };

function noteEnd(call: Call, token: Secret, now: number): void {
  const end = expiryOf(token);
  if (end === undefined || end > now) return;
  call.end = { ...call.end, why: `the token expired at ${new Date(end).toISOString()}` };
}

/** The expiry (`exp`) of a JSON Web Token, in milliseconds since 1970. Undefined for other tokens. Verifies nothing. */
export function expiryOf(token: Secret): number | undefined {
  const exp = claimsOf(token)?.exp;
  return typeof exp === "number" ? exp * 1000 : undefined;
}
