import { MISLEADING, shownText } from "../../../../api/shown";

/** Texts of others in TypeScript: whatever they are, they stay texts. */

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The UTF-16 units of a text as escapes: exact for halves of characters too. */
const escapes = (text: string): string =>
  [...Array(text.length).keys()]
    .map((i) => NAMED[text.charAt(i)] ?? `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`)
    .join("");

/**
 * A text as a string literal, in the quotes that need fewer escapes. What ends a line, cannot be seen or could mislead who reads
 * the program is escaped.
 */
export function stringLiteral(text: string): string {
  const count = (mark: string) => text.split(mark).length - 1;
  const quote = count('"') > count("'") ? "'" : '"';
  const inside = text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replace(MISLEADING, escapes);
  return quote + noStatement(inside) + quote;
}

/** Keeps a text from looking like a resource or an import to the next import, which looks for those that stand in the program. */
const noStatement = (text: string): string =>
  text.replaceAll("new platform.", "new \\u0070latform.").replaceAll("import * as p", "import * as \\u0070");

/** Texts of at least this many lines are written line by line. */
const MIN_LINES = 3;

/** Whether a text is written line by line. */
export const isWrittenInLines = (text: string): boolean => text.split("\n").length >= MIN_LINES;

/** A text as a template literal, line by line and without substitutions. */
export function templateLiteral(text: string): string {
  const inside = text
    .replaceAll("\\", "\\\\")
    .replaceAll("`", "\\`")
    .replaceAll("${", "\\${")
    .replace(MISLEADING, (found) => found.split("\n").map(escapes).join("\n"))
    // Editors take spaces from the ends of lines.
    .replace(/ (?=\n)/g, "\\u0020");
  return `\`${noStatement(inside)}\``;
}

/** A name of a property, in quotes where it needs them. */
export function propertyName(name: string): string {
  // In any other form it would set the prototype.
  if (name === "__proto__") return '["__proto__"]';
  // Which letters beyond ASCII may stand without quotes depends on the age of the compiler.
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/** A text of others in a comment at the end of a line, in quotes. */
export const inComment = (text: string): string => `"${shownText(text).replaceAll('"', "'")}"`;
