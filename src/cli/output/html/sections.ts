import type { Column, Table } from "../../declaration";
import type { FindingsPage, PageColumn, PageDetail, PageTable } from "../../page";
import { compact } from "../compact";

/** Additional data of a section. */
interface More {
  /** The title, if the table has none. */
  readonly otherwise?: string;
  /** One per row. */
  readonly details?: readonly PageDetail[];
}

/** Returns a table of a report as a table of a page. */
export function sectionOf(table: Table, { otherwise = "", details }: More = {}): PageTable {
  const { title = otherwise, columns, rows, empty = "", about } = compact(table);
  return {
    title,
    ...(about === undefined ? {} : { about }),
    columns: columns.map(pageColumn),
    rows,
    ...(details === undefined ? {} : { details }),
    empty,
  };
}

/** Returns a column without what only a terminal needs. */
export const pageColumn = ({ key, isWhole, isName, isWrapped, isFinding, ...column }: Column): PageColumn => column;

/** Returns a page with the tables of a report. A table without a title gets that of the page by default. */
export const findingsPage = (title: string, tables: readonly Table[], otherwise = title): FindingsPage => ({
  kind: "findings",
  title,
  counts: [],
  sections: tables.map((table) => sectionOf(table, { otherwise })),
});
