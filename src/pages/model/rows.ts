import type { Cell } from "../../cli/cell";
import type { PageColumn, PageTable } from "../../cli/page";

/** A filter of the rows of all tables. */
export interface RowFilter {
  /** Words that a row must contain, all of them, in any case. */
  readonly text: string;
  /** Required value, by the heading of its column. */
  readonly values: ReadonlyMap<string, string>;
}

/** Returns the text of a cell. */
export const cellText = (cell: Cell | undefined): string =>
  cell === undefined ? "" : typeof cell === "string" ? cell : cell.text;

/** Returns the words of a search. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns all text of a row for searching: its cells and its changes. */
const searchable = ({ rows, details }: PageTable, index: number): string => {
  const cells = (rows[index] ?? []).map(cellText);
  const changes = (details?.[index]?.changes ?? []).flatMap(({ path, removed, added }) => [path, ...removed, ...added]);
  return [...cells, ...changes].join("\n").toLowerCase();
};

/** Length of a short uid, in characters. It is the last id of a uid with several. */
const SHORT = 18;

/** Returns a value as its cell shows it. A uid is shortened to its end if another cell shows it in full. */
export function shownText({ short }: PageColumn, text: string): string {
  if (short !== "uid" || text.length <= SHORT) return text;
  const last = text.slice(text.lastIndexOf("/"));
  return `…${last.length < SHORT ? last : text.slice(1 - SHORT)}`;
}

/**
 * Returns the positions of the rows that match a filter. A table without the column of a required value has no matches.
 */
export function shownRows(table: PageTable, { text, values }: RowFilter): ReadonlySet<number> {
  const { columns, rows } = table;
  const words = wordsOf(text);
  const wanted = [...values].map(([heading, value]) => ({
    column: columns.findIndex((column) => column.heading === heading),
    value,
  }));
  return new Set(
    rows.flatMap((row, index) => {
      if (!wanted.every(({ column, value }) => column >= 0 && cellText(row[column]) === value)) return [];
      const found = words.length === 0 ? "" : searchable(table, index);
      return words.every((word) => found.includes(word)) ? [index] : [];
    }),
  );
}

/** A filter by the values of a column. */
export interface Choice {
  readonly heading: string;
  readonly values: readonly string[];
}

/** Returns the filters of the tables, each with the existing values in the order of the column. */
export function choicesOf(tables: readonly PageTable[]): Choice[] {
  const found = new Map<string, { column: PageColumn; values: Set<string> }>();
  for (const { columns, rows } of tables) {
    for (const [i, column] of columns.entries()) {
      if (!column.isFilter) continue;
      const choice = found.get(column.heading) ?? { column, values: new Set<string>() };
      for (const row of rows) choice.values.add(cellText(row[i]));
      found.set(column.heading, choice);
    }
  }
  return [...found.values()].map(({ column, values }) => ({
    heading: column.heading,
    values: [...values].filter((value) => value !== "").sort(comparing(column)),
  }));
}

/** Sort direction of a column. */
export type Direction = "ascending" | "descending";

/** Returns the positions of a table's rows in the order of a column. Equal rows keep their order. Empty cells come last. */
export function sortedRows({ columns, rows }: PageTable, index: number, direction: Direction): number[] {
  const column = columns[index];
  const texts = rows.map((row) => cellText(row[index]));
  const compare = comparing(column);
  const ranks = column?.ranks;
  const sign = direction === "ascending" ? 1 : -1;
  return texts
    .map((_, place) => place)
    .sort((a, b) => {
      const [first = "", second = ""] = [texts[a], texts[b]];
      if ((first === "") !== (second === "")) return first === "" ? 1 : -1;
      const difference = ranks === undefined ? compare(first, second) : (ranks[a] ?? 0) - (ranks[b] ?? 0);
      return sign * difference || a - b;
    });
}

const alphabet = new Intl.Collator("en", { numeric: true });

function comparing(column: PageColumn | undefined): (a: string, b: string) => number {
  const order = column?.order;
  if (order === undefined) return alphabet.compare;
  const rank = (text: string) => order.indexOf(text);
  return (a, b) => rank(a) - rank(b) || alphabet.compare(a, b);
}
