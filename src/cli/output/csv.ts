import type { Table } from "../declaration";
import { textOf } from "./text";

/** Returns a table in the format of RFC 4180, with a line of names. Lines end with a line feed, as shell tools expect. */
export const csvTable = ({ columns, rows }: Table): string =>
  [columns.map(({ key }) => key), ...rows.map((row) => row.map((cell) => harmless(textOf(cell))))]
    .map((cells) => `${cells.map(quoted).join(",")}\n`)
    .join("");

const quoted = (text: string): string => (/[",;|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Adds an apostrophe before a formula, so that a spreadsheet takes it for text. A spreadsheet with another separator splits a cell there in
 * spite of the quotes, so the text after such a separator also gets one.
 */
const harmless = (text: string): string => text.replace(/(^|[;|])(?=[=+\-@＝＋－＠])/gu, "$1'");
