import type { Column, Table } from "../declaration";
import type { Sink } from "./terminal";
import { coloured, cutTo, textOf, toneOf, widthOf } from "./text";

const GAP = "  ";
/** A column that is cut keeps at least this. */
const MIN_WIDTH = 4;

/** A table for a terminal: its cells are cut so that each row is one line. Piped, nothing is cut. */
export function tableText(
  { title, columns, rows, empty = "", isBare }: Table,
  sink: Pick<Sink, "columns" | "hasColors">,
): string {
  const paint = sink.hasColors ? coloured : (text: string) => text;
  const heading = title === undefined ? [] : [paint(title, "strong")];
  if (rows.length === 0) return `${[...heading, empty].join("\n")}\n`;
  const texts = rows.map((row) => row.map(textOf));
  const heads = isBare ? [] : [columns.map((column) => column.heading)];
  const widths = fitted(columns, [...heads, ...texts], sink.columns ?? Number.POSITIVE_INFINITY);
  const line = (cells: readonly string[], tone: (index: number) => Parameters<typeof coloured>[1]) =>
    columns
      .map(({ isNumber }, i) => {
        const width = widths[i] ?? 0;
        const text = cutTo(cells[i] ?? "", width);
        const padding = " ".repeat(width - widthOf(text));
        const shown = paint(text, tone(i));
        return isNumber ? padding + shown : shown + padding;
      })
      .join(GAP)
      .trimEnd();
  const lines = [
    ...heading,
    ...heads.map((cells) => line(cells, () => "quiet")),
    ...texts.map((cells, i) => line(cells, (j) => toneOf(rows[i]?.[j] ?? ""))),
  ];
  return `${lines.join("\n")}\n`;
}

/** The width of each column: the widest that may be cut give way first. */
function fitted(columns: readonly Column[], texts: readonly (readonly string[])[], available: number): number[] {
  const widths = columns.map((_, i) => texts.reduce((most, cells) => Math.max(most, widthOf(cells[i] ?? "")), 0));
  const least = columns.map(({ isWhole }, i) => (isWhole ? (widths[i] ?? 0) : Math.min(widths[i] ?? 0, MIN_WIDTH)));
  let excess = widths.reduce((sum, width) => sum + width, GAP.length * (columns.length - 1)) - available;
  while (excess > 0) {
    const widest = widths.reduce(
      (best, width, i) => (width > (least[i] ?? 0) && (best < 0 || width > (widths[best] ?? 0)) ? i : best),
      -1,
    );
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}
