/** Elements without HTML: text from other people stays text. */

/** Attributes that a page may set. None of them runs or loads anything, whatever its value. */
type AttributeName =
  | `aria-${string}`
  | `data-${string}`
  | "class"
  | "colspan"
  | "for"
  | "hidden"
  | "id"
  | "max"
  | "min"
  | "open"
  | "role"
  | "scope"
  | "step"
  | "tabindex"
  | "title"
  | "type"
  | "value";

/** Attributes of an element. An undefined attribute is left out, and `true` sets one without a value. */
export type Attributes = { readonly [name in AttributeName]?: string | number | true | undefined };

/** Contents of an element: elements and text. */
export type Content = readonly (Node | string)[];

/** Creates an HTML element. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  content: Content = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...content);
  return element;
}

/** Returns a text that can break after each slash, so that a long path breaks between its names. */
export const breakable = (text: string): Content =>
  text.split(/(?<=\/)/).flatMap((part, i) => (i === 0 ? [part] : [document.createElement("wbr"), part]));

/** Creates a button. */
export function button(content: Content, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = el("button", { type: "button", ...attributes }, content);
  made.addEventListener("click", act);
  return made;
}

/** Creates a scrollable container for a table. The keyboard can scroll it too. */
export const scrollable = (name: string, content: Content): HTMLElement =>
  el("div", { class: "scroll", role: "region", "aria-label": name, tabindex: 0 }, content);

/** Creates a link to an element of the page. */
export function linkTo(id: string, content: Content, attributes: Attributes = {}): HTMLAnchorElement {
  const made = el("a", attributes, content);
  made.href = `#${id}`;
  return made;
}

/** Creates a text with a button that copies it. */
export function copyable(text: string, name: string): HTMLElement {
  const code = el("code", {}, [text]);
  const copy = button(
    ["Copy"],
    () => {
      getSelection()?.selectAllChildren(code);
      navigator.clipboard.writeText(text).then(
        () => {
          copy.textContent = "Copied";
        },
        // If the browser does not let the page copy, the text is selected, so that people can copy it.
        () => {
          copy.textContent = "Selected";
        },
      );
    },
    { class: "copy", "aria-label": `Copy ${name}` },
  );
  return el("div", { class: "copyable" }, [code, copy]);
}
