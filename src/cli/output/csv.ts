import type { Table } from "../declaration";
import { textOf } from "./text";

/** A table as RFC 4180 has it, with a line of names. Lines end in a line feed, as tools of a shell expect. */
export const csvTable = ({ columns, rows }: Table): string =>
  [columns.map(({ key }) => key), ...rows.map((row) => row.map((cell) => harmless(textOf(cell))))]
    .map((cells) => `${cells.map(quoted).join(",")}\n`)
    .join("");

const quoted = (text: string): string => (/[",;|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Puts an apostrophe before what a spreadsheet takes for a formula, which makes it text again. A spreadsheet whose separator is
 * another one splits a cell at that, in spite of the quotes, and takes what follows for a cell, too.
 */
const harmless = (text: string): string => text.replace(/(^|[;|])(?=[=+\-@＝＋－＠])/gu, "$1'");
