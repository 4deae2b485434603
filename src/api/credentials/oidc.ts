import { claimsOf, shownValues } from "../claims";
import { Client, type Query } from "../client";
import { ApiError, nothingIfRefused, ProtocolError } from "../errors";
import type { Hints } from "../hints";
import { isJsonObject, type JsonObject } from "../json";
import { expiryOf, type TokenSource } from "../layers/authorized";
import { literal } from "../path";
import type { Secret } from "../secret";
import { quoted, shownUid } from "../shown";
import type { Code } from "../status";
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
      const query = [...url.searchParams].filter(([name]) => name !== "audience").concat([["audience", audience]]);
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
  /** Host of the issuer of access tokens, with its port. An identity without an audience takes ID tokens for it. */
  readonly host: string;
  readonly userAgent: string;
  readonly hints?: Hints;
  /** The `claimMatch` of an identity; undefined where it cannot be read. Asked for when an exchange is refused. */
  readonly claimMatchOf?: (identity: string) => Promise<JsonObject | undefined>;
}

/** Which access token is wanted. */
export interface AccessWanted {
  /** uid of the identity to become. */
  readonly identity: string;
  /** The base URL of the platform API, or the registry's address. */
  readonly audience: string;
  /** uid of the identity provider that the ID token comes from. */
  readonly identityProvider?: string;
  /** uids of the groups that the token is limited to; no limit when empty. */
  readonly scopes?: readonly string[];
  /** Names of the capabilities that the token is limited to; no limit when empty. */
  readonly cap?: readonly string[];
}

/**
 * Exchanges ID tokens for access tokens of an identity
 * (platform API: STS-1; `/sts/exchange`, with its parameters in the query).
 */
export function exchangedToken(exchange: TokenExchange, wanted: AccessWanted): TokenSource {
  const { idToken, claimMatchOf, ...options } = exchange;
  const client = new Client({ ...options, tokens: idToken });
  const query = queryOf(wanted);
  return expiringToken(async () => {
    const answer = await client
      .call({ method: "POST", path: literal("/sts/exchange"), query })
      .catch((error: unknown) => explainRefusal(error, exchange, wanted));
    if (typeof answer.token !== "string" || answer.token === "") {
      throw new ProtocolError("POST /sts/exchange: no token in the answer", false);
    }
    const token: Secret = checkedToken(answer.token, "/sts/exchange");
    const expiresAt = typeof answer.expiry === "string" ? Date.parse(answer.expiry) : Number.NaN;
    return { token, expiresAt: Number.isNaN(expiresAt) ? expiryOf(token) : expiresAt };
  });
}

const queryOf = ({ identity, audience, identityProvider, scopes = [], cap = [] }: AccessWanted): Query => [
  ["aud", audience],
  ["identity", identity],
  ...(identityProvider === undefined ? [] : [["identity_provider", identityProvider] as const]),
  ...scopes.map((scope) => ["scopes", scope] as const),
  ...cap.map((name) => ["cap", name] as const),
];

/** Codes of an exchange that is refused for what was asked, not for a passing state. */
const REFUSALS: ReadonlySet<Code> = new Set(["UNAUTHENTICATED", "PERMISSION_DENIED", "NOT_FOUND", "INVALID_ARGUMENT"]);

/** Adds what was exchanged for what to the error of a refused exchange. Never shows the token. Throws the error. */
async function explainRefusal(
  error: unknown,
  { idToken, claimMatchOf, host }: TokenExchange,
  { identity }: AccessWanted,
): Promise<never> {
  if (!(error instanceof ApiError) || !REFUSALS.has(error.code)) throw error;
  // Both looks are optional: an error of them must not hide that of the exchange.
  const token = await idToken.current().catch(nothingIfRefused);
  const claims = (token && claimsOf(token)) ?? {};
  const claimMatch = await claimMatchOf?.(identity).catch(nothingIfRefused);
  const match =
    claimMatch === undefined ? "" : `; its claimMatch has ${shownValues(textsOf(claimMatch)) || "no texts"}`;
  const job = shownValues(comparedOf(claims, claimMatch)) || "no claims that can be read";
  const advice = comparison(claimMatch, quoted(host));
  error.message += `. The identity is ${shownUid(identity)}${match}. This job's ID token has ${job}${advice}`;
  throw error;
}

/** What to compare, and which audience counts where the identity names none (platform API: IAM-4). */
function comparison(claimMatch: JsonObject | undefined, host: string): string {
  if (claimMatch === undefined) {
    // advice: compare-claim-match
    return `. Compare them with the identity's claimMatch, and the token's other claims with claims and claimPatterns in it. If claimMatch has no audience, the token's audience must be ${host}`;
  }
  const isNamed = [claimMatch.audience, claimMatch.audiencePattern].some((value) => (value ?? "") !== "");
  return isNamed ? "" : `. The claimMatch has no audience, so the token's must be ${host}`;
}

/** Fields with conditions on further claims, by the claims' names. */
const CLAIM_FIELDS = ["claims", "claimPatterns"];

/** The values of a claimMatch, those on further claims as `claims.ref_protected`. */
const textsOf = (claimMatch: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(claimMatch).flatMap(([name, value]) =>
      CLAIM_FIELDS.includes(name) && isJsonObject(value)
        ? Object.entries(value).map(([claim, wanted]) => [`${name}.${claim}`, wanted])
        : [[name, value]],
    ),
  );

/** What a claimMatch is compared with: issuer, subject, audience, and the further claims that it names. */
function comparedOf({ iss, sub, aud, ...others }: JsonObject, claimMatch: JsonObject = {}): JsonObject {
  const named = CLAIM_FIELDS.flatMap((field) => Object.keys(isJsonObject(claimMatch[field]) ? claimMatch[field] : {}));
  const further = named.map((name) => [name, Object.hasOwn(others, name) ? claimText(others[name]) : "(none)"]);
  return { issuer: iss, subject: sub, audience: aud, ...Object.fromEntries(further) };
}

/** A claim as the platform compares it: a number or a truth value as text. */
const claimText = (claim: unknown): unknown =>
  typeof claim === "number" || typeof claim === "boolean" ? String(claim) : claim;
