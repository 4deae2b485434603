import { matchesWhole } from "../../description/spec/re2";
import { isValues, type Values } from "../../description/spec/values";

export type Claims = Readonly<Record<string, unknown>>;

/** Whether a value equals the expected one, or fully matches the RE2 pattern. */
function accepts(exact: unknown, pattern: unknown, wanted: string): boolean {
  if (typeof exact === "string") return exact === wanted;
  return typeof pattern === "string" && matchesWhole(pattern, wanted);
}

export function recognizes({ claimMatch, staticKeys }: Values, issuer: string, subject: string): boolean {
  const match = isValues(claimMatch) ? claimMatch : isValues(staticKeys) ? staticKeys : {};
  return accepts(match.issuer, match.issuerPattern, issuer) && accepts(match.subject, match.subjectPattern, subject);
}

/** Whether an identity names issuer and subject exactly. Exact matches take precedence over patterns. */
export const isExact = ({ claimMatch, staticKeys }: Values): boolean =>
  isValues(staticKeys) || (isValues(claimMatch) && claimMatch.issuer !== undefined && claimMatch.subject !== undefined);

/** Returns the values of a claim with one or several values, like `aud`. */
export const textsIn = (claim: unknown): string[] =>
  [claim].flat().filter((value): value is string => typeof value === "string");

/** Whether an audience is one of some hosts, alone or as an address. The emulator's own address begins with `http`. */
const isHost = (audience: string, hosts: readonly string[]): boolean =>
  hosts.includes(audience.replace(/^https?:\/\//, ""));

/** Whether a token's claims meet an identity's conditions. Without an audience, it expects one of `hosts` (platform API: IAM-4). */
export function acceptsToken(values: Values, claims: Claims, hosts: readonly string[], now: Date): boolean {
  const { claimMatch, staticKeys } = values;
  if (!recognizes(values, claimText(claims.iss) ?? "", claimText(claims.sub) ?? "")) return false;
  const audiences = textsIn(claims.aud);
  if (isValues(claimMatch)) {
    const { audience, audiencePattern } = claimMatch;
    const isForUs = audience === undefined && audiencePattern === undefined;
    return (
      audiences.some((one) => (isForUs ? isHost(one, hosts) : accepts(audience, audiencePattern, one))) &&
      haveClaims(claims, claimMatch.claims, (wanted, text) => accepts(wanted, undefined, text)) &&
      haveClaims(claims, claimMatch.claimPatterns, (pattern, text) => accepts(undefined, pattern, text))
    );
  }
  if (!isValues(staticKeys)) return false;
  const wanted = textsIn(staticKeys.audiences);
  const isLive = Date.parse(String(staticKeys.expirationTime)) > now.getTime();
  return isLive && (wanted.length === 0 || wanted.some((audience) => audiences.includes(audience)));
}

function haveClaims(claims: Claims, wanted: unknown, matches: (wanted: unknown, text: string) => boolean): boolean {
  return Object.entries(isValues(wanted) ? wanted : {}).every(([name, value]) => {
    const text = Object.hasOwn(claims, name) ? claimText(claims[name]) : undefined;
    return text !== undefined && matches(value, text);
  });
}

/** Returns a claim with one value as text, or undefined for a list or an object. */
const claimText = (claim: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof claim) ? String(claim) : undefined;
