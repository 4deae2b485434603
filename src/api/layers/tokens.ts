import type { Secret } from "../secret";

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
