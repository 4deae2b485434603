/** Characters that take no column: marks on the character before them, and what is never seen. */
const NONE = /[\p{Grapheme_Extend}\p{Default_Ignorable_Code_Point}\u{1160}-\u{11ff}]/u;

/** Characters that take two columns: East Asian ones, and pictures but for the letters that flags are made of. */
const TWO =
  /[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{17000}-\u{18df2}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;

/** Columns that a character takes in a terminal. */
export const columnsOf = (character: string): number => (NONE.test(character) ? 0 : TWO.test(character) ? 2 : 1);

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}
