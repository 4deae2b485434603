import type { Page } from "../../cli/page";

/**
 * Draws the page of this document. The measure `draw` of the document is the time for this, including layout.
 *
 * @param kind the kind of page that the script draws
 */
export function start<K extends Page["kind"]>(
  kind: K,
  draw: (page: Extract<Page, { kind: K }>, main: HTMLElement) => void,
): void {
  const [data, main] = ["page", "main"].map((id) => document.getElementById(id));
  if (!data || !main) throw new Error("the document contains no page");
  const page = JSON.parse(data.textContent ?? "") as Page;
  if (page.kind !== kind) throw new Error(`the page is of the kind ${page.kind}`);
  const begin = performance.now();
  // The kind determines the type.
  draw(page as Extract<Page, { kind: K }>, main);
  // Reading the size makes the browser compute the layout now.
  main.getBoundingClientRect();
  performance.measure("draw", { start: begin });
}

/** Opens everything that can be opened while the page is printed. */
export function openWhilePrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
}

/** Returns a number with its noun: `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
