import { isUid } from "../../description/uid";
import type { Detail, Status } from "../../description/wire/status";
import { scrub, scrubStart } from "./secret";

const MAX_SHOWN_LENGTH = 200;
/** Number of characters to scrub, because scrubbing may shorten the text. */
const MAX_READ_LENGTH = 2_000;

/** Line breaks, cursor movements, bidirectional controls, invisible characters and lone surrogates. */
export const MISLEADING = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;
/** The start of a command that some CI systems accept anywhere in a line. */
export const COMMAND = /##(?=(?:vso)?\[)/gi;

/** Makes untrusted text of any length safe to show: no secrets, one line, no misleading characters. */
export const shownWhole = (text: string): string => withoutTricks(scrub(text));

const withoutTricks = (text: string): string => text.replace(MISLEADING, " ").replace(COMMAND, "# #");

/** Makes untrusted text safe to show: one line of at most 200 characters, no secrets or misleading ones. Cut before it is scrubbed, for speed. */
export function shownText(text: string): string {
  const line = withoutTricks(scrubStart(text, MAX_READ_LENGTH));
  const isCut = line.length > MAX_SHOWN_LENGTH || text.length > MAX_READ_LENGTH;
  if (!isCut) return line;
  return `${line.slice(0, MAX_SHOWN_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Like `shownText`, in quotes that the text cannot end. For messages. */
export const quoted = (text: string): string => `"${shownText(text).replaceAll('"', "'")}"`;

/** Returns an untrusted name, without quotes if it is a plain word like MANIFEST_UNKNOWN. */
export const shownWord = (text: string): string => {
  const shown = shownText(text);
  return /^\w[\w.-]*$/.test(shown) ? shown : quoted(text);
};

/** Returns an untrusted uid. A valid uid is shown in full, because users copy it. Anything else is treated as text. */
export function shownUid(uid: unknown): string {
  if (typeof uid !== "string") return "(no uid)";
  return isUid(uid) && scrubStart(uid, uid.length) === uid ? uid : quoted(uid);
}

/** Joins the first `most` parts of a message. `leftOut` counts parts that were not kept. */
export function listed(parts: readonly string[], most: number, leftOut = 0): string {
  const more = Math.max(0, parts.length - most) + leftOut;
  return [...parts.slice(0, most), ...(more === 0 ? [] : [`and ${more} more`])].join("; ");
}

const MAX_DETAILS = 10;
const MAX_ITEMS = 20;

export const shownStatus = ({ code, message, details }: Status): Status => ({
  code,
  message: shownText(message),
  details: details.slice(0, MAX_DETAILS).map(shownDetail),
});

/** Returns a copy of a detail with texts that are safe to show, and with the first items of its list. */
function shownDetail(detail: Detail): Detail {
  const leftOut =
    Math.max(0, ...Object.values(detail).map((value) => (Array.isArray(value) ? value.length : 0))) - MAX_ITEMS;
  // The copy has the same keys with values of the same types.
  return { ...shownTexts(detail), ...(leftOut > 0 ? { leftOut } : {}) } as Detail;
}

const shownTexts = (object: object): object =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, shownInside(value)]));

/** A text, a list of objects with texts, or a map, whose keys also come from the server. */
function shownInside(value: unknown): unknown {
  if (typeof value === "string") return shownText(value);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shownTexts);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(shownTexts(value)).slice(0, MAX_ITEMS);
  return Object.fromEntries(entries.map(([key, text]: [string, unknown]) => [shownText(key), text]));
}

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns the UTF-16 units of a text as escapes of JSON and JavaScript, so that half characters survive too. */
export const escapes = (text: string): string =>
  text
    .split("")
    .map((unit) => NAMED[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

export const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
