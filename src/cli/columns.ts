/**
 * Characters that take no column: marks that stand on the one before them, what is never seen, and the parts of Hangul
 * and Indic letters that join the next one. As the `unicode-width` of Rust has them, which biome breaks lines by.
 */
const NONE =
  /[\p{Grapheme_Extend}\p{Default_Ignorable_Code_Point}\u{605}\u{70f}\u{890}\u{891}\u{8e2}\u{d4e}\u{1160}-\u{11ff}\u{a8fa}\u{d7b0}-\u{d7fb}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/u;

/** Characters that take two columns: East Asian ones, and pictures but for the letters that flags are made of. */
const TWO =
  /[\u{1100}-\u{115f}\u{17a4}\u{17d8}\u{2329}\u{232a}\u{2630}-\u{2637}\u{268a}-\u{268f}\u{2e80}-\u{303e}\u{3041}-\u{3247}\u{3250}-\u{a4cf}\u{a960}-\u{a97c}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe10}-\u{fe19}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{16fe0}-\u{16ff6}\u{17000}-\u{18df2}\u{1aff0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;

/** Columns that a character takes where all letters are as wide as each other. */
export const columnsOf = (character: string): number => (NONE.test(character) ? 0 : TWO.test(character) ? 2 : 1);

/** Columns that a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}
