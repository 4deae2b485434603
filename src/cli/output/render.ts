import type { OutputFormat, Report, Table } from "../declaration";
import { csvTable } from "./csv";
import { dotText } from "./dot";
import type { Graph } from "./graph";
import { bundleOf, framed } from "./html/frame";
import { jsonText } from "./json";
import { markdownReport } from "./markdown-report";
import { mermaidText } from "./mermaid";
import { saysSomething, tableText, wideText } from "./table";
import type { Sink } from "./terminal";
import { notesBelowHeading, plain } from "./text";
import { yamlText } from "./yaml";

/** The space for a report. */
export interface Room {
  /** The terminal, whose width limits the lines of a table. */
  readonly sink: Sink;
  /** Limit for Markdown, in characters. Default: that of a comment. */
  readonly maxLength?: number | undefined;
}

/** Returns the text of a report in a format. */
export const rendered = (report: Report, format: OutputFormat, room: Room): string => formats[format](report, room);

const formats: Readonly<Record<OutputFormat, (report: Report, room: Room) => string>> = {
  table: (report, { sink }) => forPeople(report, (table) => tableText(table, sink)),
  wide: (report, { sink }) => forPeople(report, (table) => wideText(table, sink)),
  markdown: (report, { maxLength }) => markdownReport(report, maxLength),
  csv: ({ tables: [first], list = first }) => csvTable(list),
  json: ({ document, schema }) => jsonText(document, schema),
  yaml: ({ document, schema }) => yamlText(document, schema),
  name: ({ names }) => {
    if (names === undefined) throw new Error("a command that offers names has none");
    return names.map((name) => `${plain(name)}\n`).join("");
  },
  mermaid: (report) => mermaidText(graphOf(report)),
  dot: (report) => dotText(graphOf(report)),
  html: ({ page, warnings, ...report }) => {
    if (page === undefined) throw new Error("this report has no page");
    return framed({ page, warnings, notes: notesBelowHeading(report), bundle: bundleOf(page.kind), now: Date.now() });
  },
};

const forPeople = ({ tables, notes }: Report, textOf: (table: Table) => string): string =>
  [...tables.filter(saysSomething).map(textOf), ...paragraph(notes.map(plain))].join("\n");

function graphOf({ graph }: Report): Graph {
  if (graph === undefined) throw new Error("a command that offers a drawing has no graph");
  return graph;
}

const paragraph = (notes: readonly string[]): string[] => (notes.length === 0 ? [] : [`${notes.join("\n")}\n`]);
