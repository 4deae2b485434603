import type { Table } from "../declaration";
import { type CompactTable, compact } from "./compact";
import { plain, textOf } from "./text";

/** Returns a table in Markdown, for a comment on a pull request. */
export const markdownTable = (table: Table): string => markdownOf(compact(table));

/** Returns a compact table in Markdown. */
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

/** Texts that have no meaning in Markdown: no link, image, mention, HTML or emphasis. */
const HARMLESS = /^[\p{L}\p{N} .,:;()%+/-]*$/u;
const ADDRESS = /\/\/|www\.|^[\s>+-]|^\d+[.)]\s/i;

/** Returns a text in Markdown. A text that could have a meaning becomes code. */
export function markdownText(text: string): string {
  if (text === "" || (HARMLESS.test(text) && !ADDRESS.test(text))) return text;
  return `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

/** Returns a sentence in Markdown. Names of objects are in quotes in it. */
export const markdownNote = (note: string): string =>
  plain(note).replace(/"([^"]*)"/g, (_, quoted: string) => markdownText(quoted));
