import type { Table } from "../declaration";
import { textOf } from "./text";

/** Returns a table in the format of RFC 4180, with a line of names. Lines end with a line feed, as shell tools expect. */
export const csvTable = ({ columns, rows }: Table): string =>
  [columns.map(({ key }) => key), ...rows.map((row) => row.map((cell) => harmless(textOf(cell))))]
    .map((cells) => `${cells.map(quoted).join(",")}\n`)
    .join("");

const quoted = (text: string): string => (/[",;|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Adds an apostrophe before a formula, also after the separators of other spreadsheets, which split a cell there in spite of quotes. */
const harmless = (text: string): string => text.replace(/(^|[;|])(?=[=+\-@＝＋－＠])/gu, "$1'");
