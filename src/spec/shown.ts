import { isUid } from "../uid";
import type { ValueType } from "./types";

/**
 * What may be shown of an input. Pulumi does not tell which inputs the program has marked as secret, so any of them may be:
 * of a URL, whose path or query may be a password, the origin; a uid, for it names an object and stands in paths; of
 * anything else nothing.
 */
export function shownInput(type: ValueType, value: unknown): string | undefined {
  if (type.kind !== "string" || typeof value !== "string") return undefined;
  if (type.format === "uid") return isUid(value) ? value : undefined;
  if (type.format !== "sink" && type.format !== "https") return undefined;
  return URL.canParse(value) ? new URL(value).origin : undefined;
}

/** A path that is shorter may be one of the platform's own. */
const MIN_SECRET_PATH = 16;

/**
 * What of an input must not be shown even where a server repeats it: of a sink all but the origin.
 *
 * @returns texts to look for: the address as it is, and its path with its query where that is no short word
 */
export function hiddenTexts(type: ValueType, value: unknown): readonly string[] {
  if (type.kind !== "string" || type.format !== "sink" || typeof value !== "string" || !URL.canParse(value)) return [];
  const { origin, pathname, search, hash } = new URL(value);
  const rest = pathname + search + hash;
  if (rest === "/") return [];
  return [value, origin + rest, ...(rest.length < MIN_SECRET_PATH ? [] : [rest, pathname + search])];
}

const MAX_NAME_LENGTH = 60;

/** A name of a property that nobody has checked: bare where it is a plain word, else quoted, on one line, and cut. */
export function shownName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH && /^[A-Za-z_]\w*$/.test(name)) return name;
  const text = name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/["\\]|[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
      /["\\]/.test(character) ? `\\${character}` : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
  return `"${text}${name.length > MAX_NAME_LENGTH ? "…" : ""}"`;
}
