import type { Table } from "../../declaration";
import type { FindingsPage, PageTable } from "../../page";

/**
 * A table of a report as a table of a page.
 *
 * @param otherwise the title of a table that has none of its own
 */
export const sectionOf = ({ title, columns, rows, empty = "" }: Table, otherwise = ""): PageTable => ({
  title: title ?? otherwise,
  columns: columns.map(({ key, isWhole, isName, isFinding, ...column }) => column),
  rows,
  empty,
});

/** A page of the tables of a report: one that only says that there is nothing is called as the page. */
export const findingsPage = (title: string, tables: readonly Table[], otherwise = title): FindingsPage => ({
  kind: "findings",
  title,
  sections: tables.map((table) => sectionOf(table, otherwise)),
});
