import { el } from "./dom";

/** A field with its label. */
export interface Field<E extends HTMLElement> {
  /** What is put into the page. */
  readonly element: HTMLElement;
  readonly input: E;
}

/** How long to wait for the next key before rows are filtered. */
const PAUSE_MS = 120;

let fields = 0;

/** A field to search in. */
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

/** A value that can be chosen. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A field with values to choose one of, or none. */
export function choiceField(label: string, options: readonly Option[], changed: () => void): Field<HTMLSelectElement> {
  const id = `field-${++fields}`;
  const input = el("select", { id }, [
    el("option", { value: "" }, ["all"]),
    ...options.map((option) => el("option", { value: option.value }, [option.label])),
  ]);
  input.addEventListener("change", changed);
  return { element: el("div", { class: "field" }, [el("label", { for: id }, [label]), input]), input };
}

/** Says what a filter left, to those too who do not see it. */
export const statusLine = (): HTMLElement => el("p", { class: "status", role: "status" });

/** The place of the fields. */
export const filterForm = (content: readonly HTMLElement[]): HTMLFormElement => {
  const form = el("form", { class: "filters", role: "search", "aria-label": "Filter" }, content);
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
};
