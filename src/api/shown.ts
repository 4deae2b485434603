import { isUid } from "../uid";
import { scrubStart } from "./secret";
import type { Detail, Status } from "./status";

/** The longest text of somebody else's that is shown, in characters. */
const MAX_SHOWN_LENGTH = 200;
/** How much of it is looked at: scrubbed, it may be shorter. */
const MAX_READ_LENGTH = 2_000;

/** What begins another line, moves a cursor, turns text around, or is not to be seen; halves of characters too. */
const MISLEADING = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;
/** What some CI systems take for a command wherever it stands in a line. */
const COMMAND = /##(?=(?:vso)?\[)/gi;

/**
 * What somebody else wrote (the server, another tenant, a proxy), as it may be shown: without secrets, on one line, without
 * what misleads, 200 characters at most. It is cut before it is scrubbed, so that no text makes that slow.
 */
export function shownText(text: string): string {
  const line = scrubStart(text, MAX_READ_LENGTH).replace(MISLEADING, " ").replace(COMMAND, "# #");
  const isCut = line.length > MAX_SHOWN_LENGTH || text.length > MAX_READ_LENGTH;
  if (!isCut) return line;
  return `${line.slice(0, MAX_SHOWN_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The same in quotes, which it cannot end: how it stands in a message. */
export const quoted = (text: string): string => `"${shownText(text).replaceAll('"', "'")}"`;

/** A name that somebody else gave: bare where it is a word, MANIFEST_UNKNOWN, else in quotes. */
export const shownWord = (text: string): string => {
  const shown = shownText(text);
  return /^\w[\w.-]*$/.test(shown) ? shown : quoted(text);
};

/** The uid that an answer has: whole where it is one, for it must be copied; else like any text, and so said where it is no text. */
export function shownUid(uid: unknown): string {
  if (typeof uid !== "string") return "(no uid)";
  return isUid(uid) && scrubStart(uid, uid.length) === uid ? uid : quoted(uid);
}

/**
 * Parts of a message as one, the first `most` of them.
 *
 * @param leftOut how many more there are of which nothing is known
 */
export function listed(parts: readonly string[], most: number, leftOut = 0): string {
  const more = Math.max(0, parts.length - most) + leftOut;
  return [...parts.slice(0, most), ...(more === 0 ? [] : [`and ${more} more`])].join("; ");
}

/** The most details of an error that are kept; a server has one or two. */
const MAX_DETAILS = 10;
/** The most items of a detail that are kept. */
const MAX_ITEMS = 20;

/** A copy of a server's error in which all texts are as they may be shown, and lists have an end. */
export const shownStatus = ({ code, message, details }: Status): Status => ({
  code,
  message: shownText(message),
  details: details.slice(0, MAX_DETAILS).map(shownDetail),
});

function shownDetail(detail: Detail): Detail {
  switch (detail.kind) {
    case "BadRequest": {
      const { kept, leftOut } = firstOf(detail.fieldViolations);
      return { ...detail, fieldViolations: kept, ...leftOut };
    }
    case "PreconditionFailure": {
      const { kept, leftOut } = firstOf(detail.violations);
      return { ...detail, violations: kept, ...leftOut };
    }
    default:
      return shownTexts(detail);
  }
}

function firstOf<T extends object>(items: readonly T[]): { kept: T[]; leftOut: { readonly leftOut?: number } } {
  const more = items.length - MAX_ITEMS;
  return { kept: items.slice(0, MAX_ITEMS).map(shownTexts), leftOut: more > 0 ? { leftOut: more } : {} };
}

/** A copy of an object, each text of which is as it may be shown. */
const shownTexts = <T extends object>(object: T): T =>
  // The same keys with values of the same types.
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, typeof value === "string" ? shownText(value) : value]),
  ) as T;
