import { isUid } from "../uid";
import type { StringType, ValueType } from "./types";

/**
 * The part of an input that is safe to show. Any input may be secret, because Pulumi does not say which ones are. Shows the origin of a
 * URL, because its path and query may contain a password. Shows a uid, because it is part of paths. Hides everything else.
 */
export function shownInput(type: ValueType, value: unknown): string | undefined {
  if (type.kind !== "string" || typeof value !== "string") return undefined;
  if (type.format === "uid") return isUid(value) ? value : undefined;
  if (type.format !== "sink" && type.format !== "https") return undefined;
  return URL.canParse(value) ? new URL(value).origin : undefined;
}

/** Shorter paths, and parts of paths, may be those of the platform itself. */
const MIN_SECRET_PATH = 16;

/** The texts to remove from messages, because the server may repeat them: a sink's URL, its path and its parts, unless they are short. */
export function hiddenTexts(type: ValueType, value: unknown): readonly string[] {
  if (type.kind !== "string" || type.format !== "sink" || typeof value !== "string" || !URL.canParse(value)) return [];
  const { origin, pathname, search, hash } = new URL(value);
  const rest = pathname + search + hash;
  if (rest === "/") return value === origin || value === `${origin}/` ? [] : [value];
  const parts = [rest, pathname + search, pathname, ...rest.split(/[/?#&=]/)];
  return [value, origin + rest, ...parts.filter((part) => part.length >= MIN_SECRET_PATH)];
}

/** Whether a value is the address of a receiver with more than an origin, because its path or query may contain a password. */
export function mayHoldPassword({ format }: StringType, value: unknown): boolean {
  if (format !== "sink" || typeof value !== "string") return false;
  if (!URL.canParse(value)) return true;
  const { origin } = new URL(value);
  // Compares the text as it is written, because a URL drops parts before `..`.
  return value !== origin && value !== `${origin}/`;
}

const MAX_NAME_LENGTH = 60;

/** An unchecked property name. Plain words are shown unchanged, others in quotes, on one line, and shortened. */
export function shownName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH && /^[A-Za-z_]\w*$/.test(name)) return name;
  const text = name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/["\\]|[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
      /["\\]/.test(character) ? `\\${character}` : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
  return `"${text}${name.length > MAX_NAME_LENGTH ? "…" : ""}"`;
}
