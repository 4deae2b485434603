import type { OutputFormat, Report } from "../declaration";
import { csvTable } from "./csv";
import { bundleOf } from "./html/bundle";
import { framed } from "./html/frame";
import { jsonText } from "./json";
import { markdownNote, markdownTable } from "./markdown";
import { tableText } from "./table";
import type { Sink } from "./terminal";
import { plain } from "./text";

/** The text of a report in a format. */
export const rendered = (report: Report, format: OutputFormat, sink: Sink): string => formats[format](report, sink);

const formats: Readonly<Record<OutputFormat, (report: Report, sink: Sink) => string>> = {
  table: ({ tables, notes }, sink) =>
    [...tables.map((table) => tableText(table, sink)), ...paragraph(notes.map(plain))].join("\n"),
  markdown: ({ tables, notes }) => [...tables.map(markdownTable), ...paragraph(notes.map(markdownNote))].join("\n"),
  csv: ({ tables: [first] }) => csvTable(first),
  json: ({ document, schema }) => jsonText(document, schema),
  html: ({ page, notes }) => {
    if (page === undefined) throw new Error("this report has no page");
    return framed({ page, notes, bundle: bundleOf(page.kind), now: Date.now() });
  },
};

const paragraph = (notes: readonly string[]): string[] => (notes.length === 0 ? [] : [`${notes.join("\n")}\n`]);
