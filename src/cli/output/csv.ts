import type { Table } from "../declaration";
import { textOf } from "./text";

/** A table as RFC 4180 has it, with a line of names. Lines end in a line feed, as tools of a shell expect. */
export const csvTable = ({ columns, rows }: Table): string =>
  [columns.map(({ key }) => key), ...rows.map((row) => row.map((cell) => harmless(textOf(cell))))]
    .map((cells) => `${cells.map(quoted).join(",")}\n`)
    .join("");

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Spreadsheets take a text that begins like this for a formula. An apostrophe before it makes it text again. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
