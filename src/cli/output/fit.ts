import type { Column } from "../declaration";
import { shortFormOf } from "./short";
import { cutTo, widthOf } from "./text";

/** The space between two columns. */
export const GAP = "  ";

/** Minimum width of a cut column, in characters. */
const MIN_WIDTH = 4;

/** A column with its width. */
export interface Fitted {
  readonly column: Column;
  readonly width: number;
  /** The heading, if any, and the values. None is wider than the width. */
  readonly texts: readonly string[];
}

/**
 * Fits columns into the width of a terminal. First it shortens uids and digests, then it hides uids. Then it cuts other texts, and names
 * last. It never cuts whole columns.
 *
 * @param texts for each column its heading, if any, and its values
 */
export function fitted(columns: readonly Column[], texts: readonly (readonly string[])[], available: number): Fitted[] {
  const whole = columns.map((column, i) => ({ column, texts: texts[i] ?? [] }));
  if (excessOf(whole.map(wide), available) <= 0) return whole.map(wide);
  const short = whole.map(({ column, texts: [heading = "", ...values] }) => {
    const form = shortFormOf(column);
    return { column, texts: form === undefined ? [heading, ...values] : [heading, ...values.map(form)] };
  });
  const left = short.map(wide);
  for (let i = left.length - 1; i >= 0 && excessOf(left, available) > 0; i--) {
    if (left[i]?.column.short === "uid") left.splice(i, 1);
  }
  return cut(left, available);
}

/** Returns a column with the width of its texts. */
const wide = ({ column, texts }: Pick<Fitted, "column" | "texts">): Fitted => ({
  column,
  texts,
  width: texts.reduce((most, text) => Math.max(most, widthOf(text)), 0),
});

/** Returns how many characters too wide the columns are. */
const excessOf = (all: readonly Pick<Fitted, "width">[], available: number): number =>
  all.reduce((sum, { width }) => sum + width, GAP.length * (all.length - 1)) - available;

/** Cuts the widest columns first, and columns of names last. */
function cut(all: readonly Fitted[], available: number): Fitted[] {
  const widths = all.map(({ width }) => width);
  let excess = excessOf(all, available);
  const narrow = (mayBeCut: (column: Column) => boolean) => {
    while (excess > 0) {
      const widest = all.reduce((best, { column }, i) => {
        const width = widths[i] ?? 0;
        return mayBeCut(column) && width > MIN_WIDTH && (best < 0 || width > (widths[best] ?? 0)) ? i : best;
      }, -1);
      if (widest < 0) return;
      widths[widest] = (widths[widest] ?? 0) - 1;
      excess -= 1;
    }
  };
  narrow(({ isWhole, isName, short }) => !isWhole && !isName && short === undefined);
  narrow(({ isName }) => isName === true);
  return all.map(({ column, texts }, i) => {
    const width = widths[i] ?? 0;
    return { column, width, texts: texts.map((text) => (column.isName ? cutName(text, width) : cutTo(text, width))) };
  });
}

/** Cuts the start of a path, and the end of any other text. */
function cutName(text: string, width: number): string {
  if (widthOf(text) <= width || !/^\S+\/\S+$/.test(text)) return cutTo(text, width);
  const characters = [...text];
  while (widthOf(characters.join("")) > width - 1) characters.shift();
  return `…${characters.join("")}`;
}
