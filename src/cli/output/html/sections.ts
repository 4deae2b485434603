import type { Table } from "../../declaration";
import type { FindingsPage, PageDetail, PageTable } from "../../page";
import { compact } from "../compact";

/** What a section has that its table has not. */
interface More {
  /** The title of a table that has none of its own. */
  readonly otherwise?: string;
  /** One for each row. */
  readonly details?: readonly PageDetail[];
}

/** A table of a report as a table of a page. */
export function sectionOf(table: Table, { otherwise = "", details }: More = {}): PageTable {
  const { title = otherwise, columns, rows, empty = "", about } = compact(table);
  return {
    title,
    ...(about === undefined ? {} : { about }),
    columns: columns.map(({ key, isWhole, isName, isFinding, ...column }) => column),
    rows,
    ...(details === undefined ? {} : { details }),
    empty,
  };
}

/** A page of the tables of a report: one that only says that there is nothing is called as the page. */
export const findingsPage = (title: string, tables: readonly Table[], otherwise = title): FindingsPage => ({
  kind: "findings",
  title,
  counts: [],
  sections: tables.map((table) => sectionOf(table, { otherwise })),
});
