import { shownWhole } from "../../api/shown";
import type { Cell, Tone } from "../declaration";
import { columnsOf, widthOf } from "./width";

/** The start of a command that GitHub Actions takes at the start of a line. */
const LINE_COMMAND = /^\s*::(?=[\w-])/;

/**
 * A text of others as it may stand in a report: no secret, one line, no control characters and none that mislead. It is
 * not cut, for people copy uids and digests.
 */
export const plain = (text: string): string => shownWhole(text).replace(LINE_COMMAND, ": :");

/** The text of a cell. */
export const textOf = (cell: Cell): string => plain(typeof cell === "string" ? cell : cell.text);

/** The tone of a cell. */
export const toneOf = (cell: Cell): Tone | undefined => (typeof cell === "string" ? undefined : cell.tone);

/** The start of a text that takes at most `width` columns, with `…` where it was cut. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const character of text) {
    used += columnsOf(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

const CODES: Readonly<Record<Tone | "strong", readonly [on: number, off: number]>> = {
  good: [32, 39],
  warning: [33, 39],
  bad: [31, 39],
  quiet: [2, 22],
  strong: [1, 22],
};

/** A text in the colour of its tone. */
export function coloured(text: string, tone: Tone | "strong" | undefined): string {
  if (tone === undefined || text === "") return text;
  const [on, off] = CODES[tone];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}
