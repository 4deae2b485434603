import { widthOf } from "../../cli/columns";

/** A text that was cut to a width. Widths are in letters. */
export interface Cut {
  readonly cut: string;
  readonly width: number;
  readonly isCut: boolean;
}

/**
 * A text that takes at most `most` letters, with `…` where its end or its start was cut off: SVG breaks no lines.
 *
 * @param side which end gives way
 */
export function cutToWidth(text: string, most: number, side: "start" | "end" = "end"): Cut {
  const width = widthOf(text);
  if (width <= most) return { cut: text, width, isCut: false };
  const kept = [...text];
  while (widthOf(kept.join("")) > most - 1) kept.splice(side === "end" ? -1 : 0, 1);
  const left = kept.join("");
  return { cut: side === "end" ? `${left}…` : `…${left}`, width: widthOf(left) + 1, isCut: true };
}
