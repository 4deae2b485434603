import type { Table } from "../declaration";
import { compact } from "./compact";
import { fitted, GAP } from "./fit";
import type { Sink } from "./terminal";
import { colored, textOf, toneOf, widthOf } from "./text";

/** Returns a table in the width of the terminal. In a pipe, each row is one line, and nothing is cut. */
export function tableText(table: Table, sink: Pick<Sink, "columns" | "hasColors">): string {
  if (table.isBare) return wideText(table, sink);
  const { about, ...compacted } = compact(table);
  const room = sink.columns ?? Number.POSITIVE_INFINITY;
  return linesOf(compacted, { hasColors: sink.hasColors, room, about });
}

/** Returns a table with all columns, and cuts nothing. */
export const wideText = (table: Table, { hasColors }: Pick<Sink, "hasColors">): string =>
  linesOf(table, { hasColors, room: Number.POSITIVE_INFINITY, about: undefined });

export const saysSomething = ({ title, rows, empty }: Table): boolean =>
  title !== undefined || rows.length > 0 || empty !== undefined;

interface Form extends Pick<Sink, "hasColors"> {
  /** Characters in a line. */
  readonly room: number;
  /** Sentence below the title. */
  readonly about: string | undefined;
}

function linesOf({ title, columns, rows, empty = "", isBare }: Table, { hasColors, room, about }: Form): string {
  const paint = hasColors ? colored : (text: string) => text;
  const heading = title === undefined ? [] : [paint(title, "strong")];
  if (rows.length === 0) return `${[...heading, empty].join("\n")}\n`;
  const texts = columns.map(({ heading: head }, i) => [
    ...(isBare ? [] : [head]),
    ...rows.map((row) => textOf(row[i] ?? "")),
  ]);
  const all = fitted(columns, texts, room);
  const line = (row: number, part: number): string =>
    all
      .map(({ column, width, texts: shown }) => {
        const text = shown[row]?.[part] ?? "";
        const place = row - (isBare ? 0 : 1);
        const painted = paint(text, place < 0 ? "quiet" : toneOf(rows[place]?.[columns.indexOf(column)] ?? ""));
        const padding = " ".repeat(width - widthOf(text));
        return column.isNumber ? padding + painted : painted + padding;
      })
      .join(GAP)
      .trimEnd();
  const lines = Array.from({ length: rows.length + (isBare ? 0 : 1) }, (_, row) => {
    const height = Math.max(1, ...all.map(({ texts: shown }) => shown[row]?.length ?? 0));
    return Array.from({ length: height }, (__, part) => line(row, part));
  }).flat();
  const hidden = columns.filter((column) => !all.some((one) => one.column === column)).map(({ heading: head }) => head);
  return [
    ...heading,
    ...(about === undefined ? [] : [paint(about, "quiet")]),
    ...lines,
    ...(hidden.length === 0 ? [] : [paint(`Hidden: ${hidden.join(", ")}. Use -o wide to show all columns.`, "quiet")]),
    "",
  ].join("\n");
}
