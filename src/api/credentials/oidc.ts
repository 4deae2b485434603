import { Client } from "../client";
import { ProtocolError } from "../errors";
import type { Hints } from "../hints";
import { expiryOf, type TokenSource } from "../layers/authorized";
import { literal } from "../path";
import type { Secret } from "../secret";
import type { Transport } from "../transport";
import { expiringToken } from "./expiring-token";
import { checkedToken, fixedToken } from "./token";
import { tokenFile } from "./token-file";

/**
 * Where a CI system provides the ID token of a job: at a URL (GitHub Actions), in a file, or in a variable (GitLab).
 */
export type AmbientIdToken =
  | { readonly kind: "request"; readonly url: URL; readonly requestToken: string; readonly origin: string }
  | { readonly kind: "file"; readonly file: string; readonly origin: string }
  | { readonly kind: "text"; readonly text: string; readonly origin: string };

/** The ID token of this job for an audience. Throws ConfigurationError for malformed tokens. */
export function idTokenOf(
  ambient: AmbientIdToken,
  audience: string,
  transportTo: (url: URL) => Transport,
): TokenSource {
  switch (ambient.kind) {
    case "text":
      return fixedToken(ambient.text, ambient.origin);
    case "file":
      return tokenFile(ambient.file, ambient.origin);
    case "request": {
      const { url, requestToken, origin } = ambient;
      const client = new Client({
        transport: transportTo(new URL(url.origin)),
        tokens: fixedToken(requestToken, origin),
        userAgent: "pulumi-platform",
      });
      const query = [...url.searchParams, ["audience", audience] as const];
      return expiringToken(async () => {
        const { value } = await client.get(literal(url.pathname), query);
        const token = checkedToken(typeof value === "string" ? value : "", origin);
        return { token, expiresAt: expiryOf(token) };
      });
    }
  }
}

/** Exchanges ID tokens for access tokens. Implemented by the platform only. */
export interface TokenExchange {
  /** Source of the ID tokens; renewed when the exchange rejects one. */
  readonly idToken: TokenSource;
  readonly transport: Transport;
  readonly userAgent: string;
  readonly hints?: Hints;
}

/**
 * Exchanges ID tokens for access tokens of an identity
 * (platform API: STS-1; `/sts/exchange`, with its parameters in the query).
 *
 * @param audience of the access token: the base URL of the platform API, or the registry's address
 */
export function exchangedToken(
  { idToken, ...options }: TokenExchange,
  identity: string,
  audience: string,
): TokenSource {
  const client = new Client({ ...options, tokens: idToken });
  const query = [["aud", audience] as const, ["identity", identity] as const];
  return expiringToken(async () => {
    const answer = await client.call({ method: "POST", path: literal("/sts/exchange"), query });
    if (typeof answer.token !== "string" || answer.token === "") {
      throw new ProtocolError("POST /sts/exchange: no token in the answer", false);
    }
    const token: Secret = checkedToken(answer.token, "/sts/exchange");
    const expiresAt = typeof answer.expiry === "string" ? Date.parse(answer.expiry) : Number.NaN;
    return { token, expiresAt: Number.isNaN(expiresAt) ? expiryOf(token) : expiresAt };
  });
}
