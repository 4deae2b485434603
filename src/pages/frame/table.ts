import type { Cell } from "../../cli/cell";
import type { PageChange, PageColumn, PageDetail, PageTable } from "../../cli/page";
import { cellText, type Direction, shownText, sortedRows } from "../model/rows";
import { breakable, button, type Content, copyable, el, scrollable } from "./dom";

/** A table in the document. */
export interface TableView {
  readonly element: HTMLElement;
  /** Rows in the order of the data. */
  readonly rows: readonly HTMLTableRowElement[];
  /** Shows only these rows. */
  show(rows: ReadonlySet<number>): void;
}

/**
 * Creates a table that sorts by the headings of its columns. It sets ARIA roles, because a narrow window shows rows as cards, and
 * browsers then ignore the table.
 */
export function tableView(table: PageTable): TableView {
  const more =
    table.details === undefined ? [] : (["changes", "actions"] as const).filter((name) => hasAny(table, name));
  const rows = table.rows.map((row, i) =>
    rowView(
      table,
      row,
      more.map((name) => detailCells[name](table.details?.[i])),
    ),
  );
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
  const further = more.map((name) => el("th", { scope: "col", role: "columnheader" }, [HEADINGS[name]]));
  head.append(...headings, ...further);
  return {
    element: scrollable(table.title, [element]),
    rows,
    show: (shown) => {
      for (const [i, row] of rows.entries()) row.hidden = !shown.has(i);
    },
  };
}

/** Headings of the details below the cells of a row. */
const HEADINGS = { changes: "CHANGE", actions: "WHAT TO DO" } as const;

const hasAny = ({ details = [] }: PageTable, name: keyof PageDetail): boolean =>
  details.some((detail) => detail[name].length > 0);

const cell = (heading: string, content: Content, name?: string): HTMLTableCellElement =>
  el("td", { role: "cell", class: name, "data-label": heading }, content);

const detailCells = {
  changes: (detail: PageDetail | undefined) =>
    cell(HEADINGS.changes, [el("div", { class: "changes" }, detail?.changes.map(changeView) ?? [])], "below"),
  actions: (detail: PageDetail | undefined) =>
    cell(
      HEADINGS.actions,
      [
        el("details", { class: "actions" }, [
          el("summary", {}, ["Options"]),
          ...(detail?.actions.flatMap(({ label, lines }) => [
            el("p", {}, [`${label}:`]),
            copyable(lines.join("\n"), lines[0] ?? ""),
          ]) ?? []),
        ]),
      ],
      "below",
    ),
} as const;

/** Creates a field with its old and new value, line by line. For a list, it shows only the differences. */
function changeView({ path, removed, added, kept }: PageChange): HTMLElement {
  const line = (name: "del" | "ins", mark: string) => (value: string) =>
    el(name, {}, [el("span", { "aria-hidden": "true" }, [mark]), el("code", {}, [value])]);
  return el("div", { class: "change" }, [
    el("code", { class: "path" }, [path]),
    ...(kept === undefined || kept === 0 ? [] : [el("span", { class: "kept" }, [` ${kept} unchanged`])]),
    ...removed.map(line("del", "− ")),
    ...added.map(line("ins", "+ ")),
  ]);
}

const rowView = ({ columns }: PageTable, cells: readonly Cell[], more: readonly HTMLElement[]): HTMLTableRowElement =>
  el("tr", { role: "row" }, [...columns.map((column, i) => cellView(column, cells[i])), ...more]);

function cellView(column: PageColumn, value: Cell = ""): HTMLTableCellElement {
  const text = cellText(value);
  const tone = typeof value === "string" ? undefined : value.tone;
  const short = shownText(column, text);
  const whole = short === text ? undefined : text;
  const shown = column.isCode && text !== "" ? [el("code", { title: whole }, [short])] : breakable(text);
  return cell(
    column.heading,
    tone === undefined ? shown : [el("span", { class: `tone ${tone}` }, shown)],
    classOf(column),
  );
}

const classOf = ({ isNumber, isCode, isFilter }: PageColumn): string | undefined =>
  isNumber ? "number" : isCode ? "long" : isFilter ? "word" : undefined;
