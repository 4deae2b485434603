import type { Cell } from "../../cli/cell";
import type { PageColumn, PageTable } from "../../cli/page";
import { cellText, type Direction, sortedRows } from "../model/rows";
import { button, el, scrollable } from "./dom";

/** A table in the document. */
export interface TableView {
  readonly element: HTMLElement;
  /** In the order of the data. */
  readonly rows: readonly HTMLTableRowElement[];
  /** Shows these rows only. */
  show(rows: ReadonlySet<number>): void;
}

/**
 * A table that sorts by the headings of its columns. Roles are named, for a narrow window shows rows as cards, and browsers take a table for none then.
 */
export function tableView(table: PageTable): TableView {
  const rows = table.rows.map((row) => rowView(table.columns, row));
  const head = el("tr", { role: "row" });
  const body = el("tbody", { role: "rowgroup" }, rows);
  const element = el("table", { role: "table" }, [
    el("caption", {}, [table.title]),
    el("thead", { role: "rowgroup" }, [head]),
    body,
  ]);
  const headings = table.columns.map((column) =>
    el("th", { scope: "col", role: "columnheader", class: classOf(column) }),
  );
  const sort = (index: number) => {
    const isAscending = headings[index]?.getAttribute("aria-sort") === "ascending";
    const direction: Direction = isAscending ? "descending" : "ascending";
    for (const heading of headings) heading.removeAttribute("aria-sort");
    headings[index]?.setAttribute("aria-sort", direction);
    body.append(...sortedRows(table, index, direction).flatMap((place) => rows[place] ?? []));
  };
  for (const [i, heading] of headings.entries()) {
    heading.append(button([table.columns[i]?.heading ?? ""], () => sort(i)));
  }
  head.append(...headings);
  return {
    element: scrollable(table.title, [element]),
    rows,
    show: (shown) => {
      for (const [i, row] of rows.entries()) row.hidden = !shown.has(i);
    },
  };
}

const rowView = (columns: readonly PageColumn[], cells: readonly Cell[]): HTMLTableRowElement =>
  el(
    "tr",
    { role: "row" },
    columns.map((column, i) => cellView(column, cells[i])),
  );

function cellView(column: PageColumn, cell: Cell = ""): HTMLTableCellElement {
  const text = cellText(cell);
  const tone = typeof cell === "string" ? undefined : cell.tone;
  const shown = column.isCode && text !== "" ? el("code", {}, [text]) : text;
  return el("td", { role: "cell", class: classOf(column), "data-label": column.heading }, [
    tone === undefined ? shown : el("span", { class: `tone ${tone}` }, [shown]),
  ]);
}

const classOf = ({ isNumber, isCode, isFilter }: PageColumn): string | undefined =>
  isNumber ? "number" : isCode ? "long" : isFilter ? "word" : undefined;
