import type { Secret } from "../secret";
import type { TokenSource } from "./token";

/** A token and when it ends, in milliseconds since 1970; one whose end is not known is kept until it is refused. */
export interface Issued {
  readonly token: Secret;
  readonly expiresAt: number | undefined;
}

/** The part of a token's life after which a new one is asked for. */
const FRESH_PART = 0.8;
/** How long a token is used that has ended by our clock, in milliseconds: it is new, so it is the clocks that differ. */
const SKEWED_MS = 30_000;

/**
 * A token that is asked for when it is needed, kept for four fifths of its life, and asked for anew when the server refuses
 * it. One that comes with its end in the past is kept for half a minute. However many requests need one at once, it is
 * asked for once.
 */
export function expiringToken(obtain: () => Promise<Issued>, clock: () => number = Date.now): TokenSource {
  let held: { readonly token: Secret; readonly freshUntil: number } | undefined;
  let asking: Promise<Secret> | undefined;

  const ask = (): Promise<Secret> => {
    asking ??= (async () => {
      const askedAt = clock();
      const { token, expiresAt } = await obtain();
      const life = expiresAt === undefined ? Number.POSITIVE_INFINITY : expiresAt - askedAt;
      held = { token, freshUntil: askedAt + (life > 0 ? life * FRESH_PART : SKEWED_MS) };
      return token;
    })().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return {
    current: async () => (held !== undefined && clock() < held.freshUntil ? held.token : ask()),
    async renew(refused) {
      // Of many requests that were refused at once, the first asks; the others take what it got.
      if (asking === undefined && held !== undefined && held.token.reveal() !== refused.reveal()) return held.token;
      const token = await ask();
      return token.reveal() === refused.reveal() ? undefined : token;
    },
  };
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
