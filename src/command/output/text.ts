import { styleText } from "node:util";
import { shownWhole } from "../../client/api/shown";
import type { Cell, Tone } from "../declaration";

/** The start of a workflow command of GitHub Actions, at the start of a line. */
const LINE_COMMAND = /^\s*::(?=[\w-])/;

/** A text that is safe in a report: one line without secrets, control and misleading characters. Not cut: people copy uids and digests. */
export const plain = (text: string): string => shownWhole(text).replace(LINE_COMMAND, ": :");

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `1 object`, `2 objects`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** Returns the sentences of a list, without empty entries. */
export const sentences = (...all: readonly (string | readonly string[] | false | undefined)[]): string[] =>
  all.flatMap((one) => (one === false || one === undefined ? [] : one));

export const textOf = (cell: Cell): string => plain(typeof cell === "string" ? cell : cell.text);

export const toneOf = (cell: Cell): Tone | undefined => (typeof cell === "string" ? undefined : cell.tone);

/** Characters without width: combining marks and invisible characters. */
const NONE = /[\p{Grapheme_Extend}\p{Default_Ignorable_Code_Point}\u{1160}-\u{11ff}]/u;

/** Characters of double width: East Asian characters and emoji, except the letters of flags. */
const TWO =
  /[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{17000}-\u{18df2}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;

const columnsOf = (character: string): number => (NONE.test(character) ? 0 : TWO.test(character) ? 2 : 1);

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** Cuts a text to a width, with `…` at the end. */
export function cutTo(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${startOf(text, width - 1)}…`;
}

/** Where a line may end: before a space or after a comma, and otherwise after a character that joins words. */
const BREAK = /^.*(?:,(?=.)|(?= ))|^.*[-_/.:;@](?=.)/su;

/** Returns the lines of a text, broken between words, and inside a word that is too long for a line. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  // A character can have the width of two.
  const room = Math.max(2, width);
  let rest = text;
  while (widthOf(rest) > room) {
    const most = startOf(rest, room);
    const [line = most] = BREAK.exec(rest.slice(0, most.length + 1)) ?? [];
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return [...lines, rest];
}

/** Returns as much of a text as fits into a width. */
function startOf(text: string, width: number): string {
  let kept = "";
  let used = 0;
  for (const character of text) {
    used += columnsOf(character);
    if (used > width) break;
    kept += character;
  }
  return kept;
}

const STYLES = { good: "green", warning: "yellow", bad: "red", quiet: "dim", strong: "bold" } as const;

export const colored = (text: string, tone: Tone | "strong" | undefined): string =>
  tone === undefined || text === "" ? text : styleText(STYLES[tone], text, { validateStream: false });
