import type { Cell } from "../../cli/cell";
import type { PageChange, PageColumn, PageRow, PageTable } from "../../cli/page";
import { cellText, type Direction, sortedRows } from "../model/rows";
import { button, el, scrollable } from "./dom";

/** A table in the document. */
export interface TableView {
  readonly element: HTMLElement;
  /** The body of each row, in the order of the data. */
  readonly rows: readonly HTMLTableSectionElement[];
  /** Shows these rows only. */
  show(rows: ReadonlySet<number>): void;
}

/**
 * A table that sorts by the headings of its columns. Each row is a body of its own, so that the fields that differ stay with it.
 * Roles are named, for a narrow window shows rows as cards, and browsers take a table for none then.
 */
export function tableView(table: PageTable): TableView {
  const rows = table.rows.map((row) => rowView(table.columns, row));
  const head = el("tr", { role: "row" });
  const element = el("table", { role: "table" }, [
    el("caption", {}, [table.title]),
    el("thead", { role: "rowgroup" }, [head]),
    ...rows,
  ]);
  const headings = table.columns.map((column) =>
    el("th", { scope: "col", role: "columnheader", class: classOf(column) }),
  );
  const sort = (index: number) => {
    const isAscending = headings[index]?.getAttribute("aria-sort") === "ascending";
    const direction: Direction = isAscending ? "descending" : "ascending";
    for (const heading of headings) heading.removeAttribute("aria-sort");
    headings[index]?.setAttribute("aria-sort", direction);
    element.append(...sortedRows(table, index, direction).flatMap((place) => rows[place] ?? []));
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

function rowView(columns: readonly PageColumn[], { cells, changes = [] }: PageRow): HTMLTableSectionElement {
  const row = el(
    "tr",
    { role: "row" },
    columns.map((column, i) => cellView(column, cells[i])),
  );
  if (changes.length === 0) return el("tbody", { role: "rowgroup" }, [row]);
  const list = el("ul", { class: "changes" }, changes.map(changeView));
  const below = el("tr", { role: "row", class: "below" }, [
    el("td", { role: "cell", colspan: columns.length }, [list]),
  ]);
  return el("tbody", { role: "rowgroup" }, [row, below]);
}

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

/** Said only, where the look tells it otherwise. */
const said = (text: string) => el("span", { class: "said" }, [text]);

const changeView = ({ field, recorded, live }: PageChange): HTMLElement =>
  el("li", {}, [
    el("code", { class: "field-name" }, [field]),
    " ",
    said("recorded: "),
    el("del", {}, [recorded === "" ? "nothing" : recorded]),
    el("span", { "aria-hidden": "true" }, [" → "]),
    said(", live: "),
    el("ins", {}, [live === "" ? "nothing" : live]),
  ]);
