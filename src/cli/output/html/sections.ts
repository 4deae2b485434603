import type { Table } from "../../declaration";
import type { FindingsPage, PageTable } from "../../page";

/** What a page makes of a table besides showing it. */
export interface SectionOptions {
  /** The title of a table that has none of its own. */
  readonly title?: string;
  /** Keys of columns whose values are a filter. */
  readonly filters?: readonly string[];
  /** Keys of columns that hold code. */
  readonly code?: readonly string[];
  /** Values of columns by their keys, in the order by which they are sorted. */
  readonly orders?: Readonly<Record<string, readonly string[]>>;
  /** Numbers by which columns are sorted by their keys, one for each row. */
  readonly ranks?: Readonly<Record<string, readonly number[]>>;
}

/** A table of a report as a table of a page. */
export const sectionOf = (
  { title, columns, rows, empty }: Table,
  { title: otherwise = "", filters = [], code = [], orders = {}, ranks = {} }: SectionOptions = {},
): PageTable => ({
  title: title ?? otherwise,
  columns: columns.map(({ key, heading, isNumber }) => {
    const [order, rank] = [orders[key], ranks[key]];
    return {
      heading,
      ...(isNumber === undefined ? {} : { isNumber }),
      ...(filters.includes(key) ? { isFilter: true as const } : {}),
      ...(code.includes(key) ? { isCode: true as const } : {}),
      ...(order === undefined ? {} : { order }),
      ...(rank === undefined ? {} : { ranks: rank }),
    };
  }),
  rows,
  empty,
});

/** A page of the tables of a report: one that only says that there is nothing is called as the page. */
export const findingsPage = (title: string, tables: readonly Table[], options: SectionOptions = {}): FindingsPage => ({
  kind: "findings",
  title,
  sections: tables.map((table) => sectionOf(table, { title, ...options })),
});
