import type { Table } from "../declaration";
import { type CompactTable, compact } from "./compact";
import { fitted, GAP } from "./fit";
import type { Sink } from "./terminal";
import { colored, textOf, toneOf, widthOf } from "./text";

type Room = Pick<Sink, "columns" | "hasColors">;

/** Returns a table in the width of the terminal. In a pipe, each row is one line, and nothing is cut. */
export function tableText(table: Table, sink: Room): string {
  return linesOf(table.isBare ? table : compact(table), sink);
}

/** Returns a table with all columns, and cuts nothing. */
export const wideText = (table: Table, { hasColors }: Pick<Sink, "hasColors">): string =>
  linesOf(table, { hasColors, columns: undefined });

export const saysSomething = ({ title, rows, empty }: Table): boolean =>
  title !== undefined || rows.length > 0 || empty !== undefined;

function linesOf(table: Table & Partial<CompactTable>, { hasColors, columns: room }: Room): string {
  const { title, columns, rows, empty = "", isBare, about } = table;
  const paint = hasColors ? colored : (text: string) => text;
  const heading = title === undefined ? [] : [paint(title, "strong")];
  if (rows.length === 0) return `${[...heading, empty].join("\n")}\n`;
  const texts = columns.map(({ heading: head }, i) => [
    ...(isBare ? [] : [head]),
    ...rows.map((row) => textOf(row[i] ?? "")),
  ]);
  const all = fitted(columns, texts, (isBare ? undefined : room) ?? Number.POSITIVE_INFINITY);
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
