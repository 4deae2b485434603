import type { Table } from "../declaration";
import { type CompactTable, compact } from "./compact";
import { plain, textOf } from "./text";

/** A table in Markdown, fit for the comment of a pull request. */
export const markdownTable = (table: Table): string => markdownOf(compact(table));

/** The same of a table that is compact already. */
export function markdownOf({ title, columns, rows, empty = "", about }: CompactTable): string {
  const heading = title === undefined ? "" : `### ${title}\n\n`;
  if (rows.length === 0) return `${heading}${empty}\n`;
  const lines = [
    columns.map((column) => column.heading),
    columns.map(({ isNumber }) => (isNumber ? "---:" : "---")),
    ...rows.map((row) => row.map((cell) => markdownText(textOf(cell)))),
  ];
  const common = about === undefined ? "" : `${markdownText(about)}\n\n`;
  return `${heading}${common}${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

/** Texts that no Markdown makes anything of: no link, picture, mention, HTML or emphasis. */
const HARMLESS = /^[\p{L}\p{N} .,:;()%+/-]*$/u;
const ADDRESS = /\/\/|www\.|^[\s>+-]|^\d+[.)]\s/i;

/** A text of others in Markdown. What could be more than text stands as code, where nothing has a meaning. */
export function markdownText(text: string): string {
  if (text === "" || (HARMLESS.test(text) && !ADDRESS.test(text))) return text;
  return `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

/** A sentence of a report in Markdown. Names that others gave stand in quotes in it. */
export const markdownNote = (note: string): string =>
  plain(note).replace(/"([^"]*)"/g, (_, quoted: string) => markdownText(quoted));
