import type { OutputFormat, Report, Table } from "../declaration";
import { csvTable } from "./csv";
import { htmlReport } from "./html";
import { jsonText } from "./json";
import { markdownReport } from "./markdown";
import { saysSomething, tableText, wideText } from "./table";
import type { Sink } from "./terminal";
import { plain, wrapped } from "./text";

export interface Room {
  /** The terminal, whose width limits the lines of a table. */
  readonly sink: Sink;
  /** Limit for Markdown, in characters. Default: that of a comment. */
  readonly maxLength?: number | undefined;
}

export const rendered = (report: Report, format: OutputFormat, room: Room): string => formats[format](report, room);

const formats: Readonly<Record<OutputFormat, (report: Report, room: Room) => string>> = {
  table: (report, { sink }) => forPeople(report, sink, (table) => tableText(table, sink)),
  wide: (report, { sink }) => forPeople(report, sink, (table) => wideText(table, sink)),
  markdown: (report, { maxLength }) => markdownReport(report, maxLength),
  html: htmlReport,
  csv: ({ tables: [first], list = first }) => csvTable(list),
  json: ({ document, schema }) => jsonText(document, schema),
};

const forPeople = ({ tables, notes }: Report, { columns }: Sink, textOf: (table: Table) => string): string =>
  [
    ...tables.filter(saysSomething).map(textOf),
    ...paragraph(notes.flatMap((note) => noteLines(plain(note), columns))),
  ].join("\n");

const paragraph = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : [`${lines.join("\n")}\n`]);

/** A note that ends with a call of this command, or of Pulumi. */
const CALL = /^(.*:) ((?:npx pulumi-platform|pulumi) [^"]*)$/s;

/** The lines of a note in the width of the terminal. A call has a line of its own, which is not broken, because people copy it. */
function noteLines(note: string, columns: number | undefined): string[] {
  if (columns === undefined) return [note];
  const [, text = note, call] = CALL.exec(note) ?? [];
  return [...wrapped(text, columns), ...(call === undefined ? [] : [`  ${call}`])];
}
