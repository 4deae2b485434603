/** A text that was cut to a width. Widths are in letters. */
export interface Cut {
  readonly cut: string;
  readonly width: number;
  readonly isCut: boolean;
}

/** Characters that are as wide as two letters. */
const WIDE =
  /[\u{1100}-\u{115f}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const widthOf = (characters: readonly string[]): number =>
  characters.reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);

/**
 * A text that takes at most `most` letters, with `…` where its end or its start was cut off: SVG breaks no lines.
 *
 * @param side which end gives way
 */
export function cutToWidth(text: string, most: number, side: "start" | "end" = "end"): Cut {
  const characters = [...text];
  const width = widthOf(characters);
  if (width <= most) return { cut: text, width, isCut: false };
  const kept = side === "end" ? characters : characters.reverse();
  while (widthOf(kept) > most - 1) kept.pop();
  const left = (side === "end" ? kept : kept.reverse()).join("");
  return { cut: side === "end" ? `${left}…` : `…${left}`, width: widthOf(kept) + 1, isCut: true };
}
