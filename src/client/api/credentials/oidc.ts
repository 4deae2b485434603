import type { Query } from "../../../description/wire/api-request";
import { isJsonObject, type JsonObject } from "../../../description/wire/json";
import { literal } from "../../../description/wire/path";
import type { Code } from "../../../description/wire/status";
import { claimsOf, shownValues } from "../claims";
import { Client } from "../client";
import { ApiError, nothingIfRefused, ProtocolError } from "../errors";
import { type Hints, hinted } from "../hints";
import { expiryOf, type TokenSource } from "../layers/authorized";
import type { Secret } from "../secret";
import { quoted, shownUid } from "../shown";
import type { Transport } from "../transport";
import { expiringToken } from "./expiring-token";
import { checkedToken, fixedToken } from "./token";
import { tokenFile } from "./token-file";

/** Where a CI system provides the ID token of a job: at a URL (GitHub Actions), in a file, or in a variable (GitLab). */
export type AmbientIdToken =
  | { readonly kind: "request"; readonly url: URL; readonly requestToken: string; readonly origin: string }
  | { readonly kind: "file"; readonly file: string; readonly origin: string }
  | { readonly kind: "text"; readonly text: string; readonly origin: string };

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

export interface TokenExchange {
  /** Source of the ID tokens. It renews a token that the exchange rejects. */
  readonly idToken: TokenSource;
  readonly transport: Transport;
  /** Host of the issuer of access tokens, with its port. It is the default audience of an identity. */
  readonly host: string;
  readonly userAgent: string;
  readonly hints?: Hints;
  /** Returns the `claimMatch` of an identity, or undefined if it cannot be read. Used to explain a refused exchange. */
  readonly claimMatchOf?: (identity: string) => Promise<JsonObject | undefined>;
}

export interface AccessWanted {
  readonly identity: string;
  /** The base URL of the platform API, or the registry's address. */
  readonly audience: string;
  readonly identityProvider?: string;
  /** uids of groups. Empty for no limit, as `cap`. */
  readonly scopes?: readonly string[];
  readonly cap?: readonly string[];
}

/** Exchanges ID tokens for access tokens of an identity (platform API: STS-1; `/sts/exchange`, its parameters in the query). */
export function exchangedToken(exchange: TokenExchange, wanted: AccessWanted): TokenSource {
  const { idToken, claimMatchOf, ...options } = exchange;
  const client = new Client({ ...options, tokens: idToken });
  const query = queryOf(wanted);
  const issuedAfter = new WeakMap<Secret, number>();
  const source = expiringToken(async () => {
    const askedAt = Date.now();
    const answer = await client
      .call({ method: "POST", path: literal("/sts/exchange"), query })
      .catch((error: unknown) => explainRefusal(error, exchange, wanted));
    if (typeof answer.token !== "string" || answer.token === "") {
      const what = "POST /sts/exchange: the response contains no token";
      throw new ProtocolError(hinted(what, options.hints?.address), false);
    }
    const token: Secret = checkedToken(answer.token, "/sts/exchange");
    issuedAfter.set(token, client.platformTime() - (Date.now() - askedAt));
    const expiresAt = typeof answer.expiry === "string" ? Date.parse(answer.expiry) : Number.NaN;
    return { token, expiresAt: Number.isNaN(expiresAt) ? expiryOf(token) : expiresAt };
  });
  return { ...source, issuedAfter: (token) => issuedAfter.get(token) };
}

const queryOf = ({ identity, audience, identityProvider, scopes = [], cap = [] }: AccessWanted): Query => [
  ["aud", audience],
  ["identity", identity],
  ...(identityProvider === undefined ? [] : [["identity_provider", identityProvider] as const]),
  ...scopes.map((scope) => ["scopes", scope] as const),
  ...cap.map((name) => ["cap", name] as const),
];

/** Codes of an exchange that was refused because of the request, not because of a temporary state. */
const REFUSALS: ReadonlySet<Code> = new Set(["UNAUTHENTICATED", "PERMISSION_DENIED", "NOT_FOUND", "INVALID_ARGUMENT"]);

/** Adds the identity and the claims to the error of a refused exchange. Never shows the token. Throws the error. */
async function explainRefusal(
  error: unknown,
  { idToken, claimMatchOf, host }: TokenExchange,
  { identity }: AccessWanted,
): Promise<never> {
  if (!(error instanceof ApiError) || !REFUSALS.has(error.code)) throw error;
  // Both requests are optional, so their errors must not hide the error of the exchange.
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

/** Returns what to compare, and the audience that counts if the identity names none (platform API: IAM-4). */
function comparison(claimMatch: JsonObject | undefined, host: string): string {
  if (claimMatch === undefined) {
    return `. Compare them with the identity's claimMatch, and the other claims with claimMatch.claims and claimMatch.claimPatterns. If claimMatch has no audience, the token's audience must be ${host}`;
  }
  const isNamed = [claimMatch.audience, claimMatch.audiencePattern].some((value) => (value ?? "") !== "");
  const audience = isNamed ? "" : `. The claimMatch has no audience, so the token's audience must be ${host}`;
  return `${audience}. If this job should have access, correct the claimMatch where it differs`;
}

const CLAIM_FIELDS = ["claims", "claimPatterns"];

/** Conditions on other claims get names like `claims.ref_protected`. */
const textsOf = (claimMatch: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(claimMatch).flatMap(([name, value]) =>
      CLAIM_FIELDS.includes(name) && isJsonObject(value)
        ? Object.entries(value).map(([claim, wanted]) => [`${name}.${claim}`, wanted])
        : [[name, value]],
    ),
  );

function comparedOf({ iss, sub, aud, ...others }: JsonObject, claimMatch: JsonObject = {}): JsonObject {
  const named = CLAIM_FIELDS.flatMap((field) => Object.keys(isJsonObject(claimMatch[field]) ? claimMatch[field] : {}));
  const further = named.map((name) => [name, Object.hasOwn(others, name) ? claimText(others[name]) : "(none)"]);
  return { issuer: iss, subject: sub, audience: aud, ...Object.fromEntries(further) };
}

/** The platform compares a number or boolean as text. */
const claimText = (claim: unknown): unknown =>
  typeof claim === "number" || typeof claim === "boolean" ? String(claim) : claim;
