import { el } from "./dom";

/** A field with its label. */
export interface Field<E extends HTMLElement> {
  /** The element for the page. */
  readonly element: HTMLElement;
  readonly input: E;
}

/** Time to wait for the next key before the rows are filtered. */
const PAUSE_MS = 120;

let fields = 0;

/** Creates a search field. */
export function searchField(label: string, changed: () => void): Field<HTMLInputElement> {
  const id = `field-${++fields}`;
  const input = el("input", { type: "search", id });
  input.autocomplete = "off";
  input.spellcheck = false;
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(changed, PAUSE_MS);
  });
  return { element: el("div", { class: "field wide" }, [el("label", { for: id }, [label]), input]), input };
}

/** A value to choose. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Creates a field to choose one value or none. */
export function choiceField(label: string, options: readonly Option[], changed: () => void): Field<HTMLSelectElement> {
  const id = `field-${++fields}`;
  const input = el("select", { id }, [
    el("option", { value: "" }, ["all"]),
    ...options.map((option) => el("option", { value: option.value }, [option.label])),
  ]);
  input.addEventListener("change", changed);
  return { element: el("div", { class: "field" }, [el("label", { for: id }, [label]), input]), input };
}

/** Creates a line about the filter's result, which screen readers read out. */
export const statusLine = (): HTMLElement => el("p", { class: "status", role: "status" });

/** Creates the form of the fields. */
export const filterForm = (content: readonly HTMLElement[]): HTMLFormElement => {
  const form = el("form", { class: "filters", role: "search", "aria-label": "Filter" }, content);
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
};
