import type { Secret } from "./secret";
import { quoted, shownWord } from "./shown";

/** Returns the claims of a JSON Web Token without verification, or undefined for other tokens. */
export function claimsOf(token: Secret): Readonly<Record<string, unknown>> | undefined {
  const [, payload = ""] = token.reveal().split(".");
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined; // An opaque token has no claims.
  }
}

const MAX_VALUES = 5;
const MAX_NAMES = 10;

/** Values by name, for a message: `issuer "https://a", audience "b" and "c"`. Leaves out values other than text. */
export function shownValues(values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(values).flatMap(([name, value]) => {
    const texts = [value].flat().filter((item): item is string => typeof item === "string" && item !== "");
    return texts.length === 0 ? [] : [`${shownWord(name)} ${texts.slice(0, MAX_VALUES).map(quoted).join(" and ")}`];
  });
  return parts.slice(0, MAX_NAMES).join(", ");
}
