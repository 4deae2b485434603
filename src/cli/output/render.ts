import type { OutputFormat, Report } from "../declaration";
import { commentText } from "./comment";
import { csvTable } from "./csv";
import { dotText } from "./dot";
import type { Graph } from "./graph";
import { bundleOf } from "./html/bundle";
import { framed } from "./html/frame";
import { jsonText } from "./json";
import { markdownNote, markdownTable } from "./markdown";
import { mermaidText } from "./mermaid";
import { tableText } from "./table";
import type { Sink } from "./terminal";
import { plain } from "./text";

/** The text of a report in a format. */
export const rendered = (report: Report, format: OutputFormat, sink: Sink): string => formats[format](report, sink);

const formats: Readonly<Record<OutputFormat, (report: Report, sink: Sink) => string>> = {
  table: ({ tables, notes }, sink) =>
    [...tables.map((table) => tableText(table, sink)), ...paragraph(notes.map(plain))].join("\n"),
  markdown: ({ tables, notes, comment }) =>
    comment === undefined
      ? [...tables.map(markdownTable), ...paragraph(notes.map(markdownNote))].join("\n")
      : commentText(comment, tables, notes),
  csv: ({ tables: [first], list = first }) => csvTable(list),
  json: ({ document, schema }) => jsonText(document, schema),
  mermaid: (report) => mermaidText(graphOf(report)),
  dot: (report) => dotText(graphOf(report)),
  html: ({ page, notes }) => {
    if (page === undefined) throw new Error("this report has no page");
    return framed({ page, notes, bundle: bundleOf(page.kind), now: Date.now() });
  },
};

function graphOf({ graph }: Report): Graph {
  if (graph === undefined) throw new Error("a command that offers a drawing has no graph");
  return graph;
}

const paragraph = (notes: readonly string[]): string[] => (notes.length === 0 ? [] : [`${notes.join("\n")}\n`]);
