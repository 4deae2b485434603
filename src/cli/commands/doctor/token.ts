import { claimsOf } from "../../../api/claims";
import { PlatformError } from "../../../api/errors";
import type { Secret } from "../../../api/secret";
import { audienceOf, platformTokens } from "../../../connect";
import type { Settings } from "../../../settings";
import { messageOf } from "../../output/text";
import { durationText, timeText } from "../../times";
import { type Check, note, ok, problem } from "./check";

/** The claims of a token, unverified. Times are in milliseconds since 1970. */
export interface TokenClaims {
  readonly issuer: string | undefined;
  readonly subject: string | undefined;
  readonly audiences: readonly string[];
  readonly expiresAt: number | undefined;
  readonly notBefore: number | undefined;
}

/** The token that requests use. */
export interface TokenFound {
  readonly checks: readonly Check[];
  /** Whether there is a token. */
  readonly isThere: boolean;
  /** Undefined for an opaque token. */
  readonly claims: TokenClaims | undefined;
}

/** A token with less time left may expire during an update. */
const SOON_S = 300;

/** Gets the token as a request would, and checks its claims. */
export async function checkToken(settings: Settings, now = Date.now()): Promise<TokenFound> {
  let token: Secret;
  let hint: string | undefined;
  try {
    const source = platformTokens(settings);
    hint = source.hint;
    token = await source.current();
  } catch (error) {
    if (error instanceof PlatformError)
      return { checks: [problem("token", messageOf(error))], isThere: false, claims: undefined };
    throw error;
  }
  const claims = claimsIn(token);
  if (claims === undefined)
    return {
      checks: [note("token", "is opaque, so it does not say whose it is or when it expires")],
      isThere: true,
      claims,
    };
  return {
    checks: [...checkTimes(claims, now, { name: "token", hint }), ...checkAudience(claims, audienceOf(settings))],
    isThere: true,
    claims,
  };
}

/** Returns the claims of a token. Undefined if it is not a JSON Web Token. */
export function claimsIn(token: Secret): TokenClaims | undefined {
  const claims = claimsOf(token);
  if (claims === undefined) return undefined;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const time = (value: unknown) =>
    typeof value === "number" && Number.isSafeInteger(value) ? value * 1000 : undefined;
  return {
    issuer: text(claims.iss),
    subject: text(claims.sub),
    audiences: [claims.aud].flat().filter((value) => typeof value === "string"),
    expiresAt: time(claims.exp),
    notBefore: time(claims.nbf),
  };
}

/** Checks the times of a token. */
export function checkTimes(
  { expiresAt, notBefore }: TokenClaims,
  now: number,
  { name, hint }: { readonly name: string; readonly hint: string | undefined },
): Check[] {
  if (notBefore !== undefined && notBefore > now) {
    return [problem(name, `is not valid before ${timeText(notBefore)}`, hint)];
  }
  if (expiresAt === undefined) return [note(name, "does not say when it expires")];
  const seconds = (expiresAt - now) / 1000;
  if (seconds <= 0) return [problem(name, `expired at ${timeText(expiresAt)}, ${durationText(-seconds)} ago`, hint)];
  const text = `expires at ${timeText(expiresAt)}, in ${durationText(seconds)}`;
  return [seconds < SOON_S ? note(name, `${text}. An update may take longer`) : ok(name, text)];
}

/** Checks the audience. Another one is only a note, because the platform decides which audiences it accepts. */
function checkAudience({ audiences }: TokenClaims, wanted: string): Check[] {
  if (audiences.length === 0 || audiences.includes(wanted)) return [];
  return [note("audience", `the token is for ${audiences.join(", ")}, not for ${wanted}`)];
}
