import { isValues, type Values } from "../../spec/values";

/** What a token says about who brings it, by the names of its claims. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether a value is the wanted one, or matches the pattern as a whole. Patterns are RE2's: one that JavaScript cannot
 * read matches nothing.
 */
function accepts(exact: unknown, pattern: unknown, wanted: string): boolean {
  if (typeof exact === "string") return exact === wanted;
  if (typeof pattern !== "string") return false;
  try {
    return new RegExp(`^(?:${pattern})$`).test(wanted);
  } catch {
    return false;
  }
}

/** Whether an identity is recognised by an issuer and a subject. */
export function recognises({ claimMatch, staticKeys }: Values, issuer: string, subject: string): boolean {
  const match = isValues(claimMatch) ? claimMatch : isValues(staticKeys) ? staticKeys : {};
  return accepts(match.issuer, match.issuerPattern, issuer) && accepts(match.subject, match.subjectPattern, subject);
}

/** Whether an identity says to the letter who brings the token. It goes before those with patterns. */
export const isExact = ({ claimMatch, staticKeys }: Values): boolean =>
  isValues(staticKeys) || (isValues(claimMatch) && claimMatch.issuer !== undefined && claimMatch.subject !== undefined);

/** The values of a claim that is one or several, as `aud` may be. */
export const textsIn = (claim: unknown): string[] =>
  [claim].flat().filter((value): value is string => typeof value === "string");

/** Whether an identity takes a token with these claims, by all that it asks for. Signature and times are not looked at. */
export function takes(values: Values, claims: Claims, now: Date): boolean {
  const { claimMatch, staticKeys } = values;
  if (!recognises(values, textOf(claims.iss) ?? "", textOf(claims.sub) ?? "")) return false;
  const audiences = textsIn(claims.aud);
  if (isValues(claimMatch)) {
    const { audience, audiencePattern } = claimMatch;
    const isFree = audience === undefined && audiencePattern === undefined;
    return (
      (isFree || audiences.some((one) => accepts(audience, audiencePattern, one))) &&
      haveAll(claims, claimMatch.claims, (wanted, text) => accepts(wanted, undefined, text)) &&
      haveAll(claims, claimMatch.claimPatterns, (pattern, text) => accepts(undefined, pattern, text))
    );
  }
  if (!isValues(staticKeys)) return false;
  const wanted = textsIn(staticKeys.audiences);
  const isLive = Date.parse(String(staticKeys.expirationTime)) > now.getTime();
  return isLive && (wanted.length === 0 || wanted.some((audience) => audiences.includes(audience)));
}

/** Whether every wanted claim is there with a right value. */
function haveAll(claims: Claims, wanted: unknown, isRight: (wanted: unknown, text: string) => boolean): boolean {
  return Object.entries(isValues(wanted) ? wanted : {}).every(([name, value]) => {
    const text = Object.hasOwn(claims, name) ? textOf(claims[name]) : undefined;
    return text !== undefined && isRight(value, text);
  });
}

/** A claim that is one value as its text; numbers and booleans have one too. */
const textOf = (claim: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof claim) ? String(claim) : undefined;
