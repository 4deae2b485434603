import type { FindingsPage, PageCount, PageTable } from "../cli/page";
import { choiceField, filterForm, searchField, statusLine } from "./frame/controls";
import { el, linkTo } from "./frame/dom";
import { counted, openWhilePrinting, start } from "./frame/start";
import { type TableView, tableView } from "./frame/table";
import { choicesOf, type RowFilter, shownRows } from "./model/rows";

/** Draws tables of findings below the fields that filter them all. */

/** A table with its heading. */
interface Section {
  readonly element: HTMLElement;
  readonly total: number;
  /** Shows the rows that match a filter. Returns their number. */
  apply(filter: RowFilter): number;
}

function draw({ counts, sections: tables }: FindingsPage, main: HTMLElement): void {
  const sections = tables.map(sectionView);
  const total = sections.reduce((sum, section) => sum + section.total, 0);
  const status = statusLine();
  const changed = () => apply();
  const search = searchField("Search", changed);
  const choices = choicesOf(tables).filter(({ values }) => values.length > 1);
  const fields = choices.map(({ heading, values }) => {
    const options = values.map((value) => ({ value, label: value }));
    return { heading, ...choiceField(heading.toLowerCase(), options, changed) };
  });
  const apply = () => {
    const values = fields.flatMap(({ heading, input }) =>
      input.value === "" ? [] : [[heading, input.value] as const],
    );
    const filter = { text: search.input.value, values: new Map(values) };
    const shown = sections.reduce((sum, section) => sum + section.apply(filter), 0);
    status.textContent = shown === total ? counted(total, "row") : `${shown} of ${counted(total, "row")}`;
  };
  const form = filterForm([search.element, ...fields.map(({ element }) => element), status]);
  main.replaceChildren(
    ...(counts.length === 0 ? [] : [countList(counts)]),
    ...(total === 0 ? [] : [form]),
    ...sections.map(({ element }) => element),
  );
  apply();
}

const idOf = (section: number): string => `section-${section}`;

/** The numbers of findings, with links to them. */
const countList = (counts: readonly PageCount[]): HTMLElement =>
  el(
    "ul",
    { class: "tiles", "aria-label": "Numbers of findings" },
    counts.map(({ label, text, note, tone, section }) => {
      const content = [
        el("span", { class: tone === undefined ? "figure" : `figure tone ${tone}` }, [text]),
        " ",
        el("span", { class: "label" }, [label]),
        ...(note === "" ? [] : [" ", el("span", { class: tone === undefined ? "note" : `note tone ${tone}` }, [note])]),
      ];
      const tile =
        section === undefined
          ? el("span", { class: "tile" }, content)
          : linkTo(idOf(section), content, { class: "tile" });
      return el("li", {}, [tile]);
    }),
  );

function sectionView(table: PageTable, place: number): Section {
  const total = table.rows.length;
  const count = el("span", { class: "count" }, [String(total)]);
  const empty = el("p", { class: "empty" }, [table.empty]);
  const view: TableView | undefined = total === 0 ? undefined : tableView(table);
  const element = el("section", { id: idOf(place) }, [
    el("h2", {}, [table.title, " ", count]),
    ...(table.about === undefined ? [] : [el("p", { class: "about" }, [table.about])]),
    ...(view === undefined ? [] : [view.element]),
    empty,
  ]);
  return {
    element,
    total,
    apply: (filter) => {
      const shown = shownRows(table, filter);
      view?.show(shown);
      if (view !== undefined) view.element.hidden = shown.size === 0;
      empty.hidden = shown.size > 0;
      if (total > 0) empty.textContent = "No row matches the filter.";
      count.textContent = shown.size === total ? String(total) : `${shown.size} of ${total}`;
      return shown.size;
    },
  };
}

openWhilePrinting();
start("findings", draw);
