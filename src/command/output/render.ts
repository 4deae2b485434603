import type { OutputFormat, Report, Table } from "../declaration";
import { csvTable } from "./csv";
import { htmlReport } from "./html";
import { jsonText } from "./json";
import { markdownReport } from "./markdown";
import { saysSomething, tableText, wideText } from "./table";
import type { Sink } from "./terminal";
import { plain } from "./text";

export interface Room {
  /** The terminal, whose width limits the lines of a table. */
  readonly sink: Sink;
  /** Limit for Markdown, in characters. Default: that of a comment. */
  readonly maxLength?: number | undefined;
}

export const rendered = (report: Report, format: OutputFormat, room: Room): string => formats[format](report, room);

const formats: Readonly<Record<OutputFormat, (report: Report, room: Room) => string>> = {
  table: (report, { sink }) => forPeople(report, (table) => tableText(table, sink)),
  wide: (report, { sink }) => forPeople(report, (table) => wideText(table, sink)),
  markdown: (report, { maxLength }) => markdownReport(report, maxLength),
  html: htmlReport,
  csv: ({ tables: [first], list = first }) => csvTable(list),
  json: ({ document, schema }) => jsonText(document, schema),
};

const forPeople = ({ tables, notes }: Report, textOf: (table: Table) => string): string =>
  [...tables.filter(saysSomething).map(textOf), ...paragraph(notes.map(plain))].join("\n");

const paragraph = (notes: readonly string[]): string[] => (notes.length === 0 ? [] : [`${notes.join("\n")}\n`]);
