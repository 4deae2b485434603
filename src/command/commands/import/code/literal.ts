import { COMMAND, escapes, MISLEADING } from "../../../../client/api/shown";

/** Writes texts that others chose as literals, so that none of them can become code. */

/** A text as a string literal, in the quotes that need fewer escapes. Escapes line ends, invisible and misleading characters. */
export function stringLiteral(text: string): string {
  const count = (mark: string) => text.split(mark).length - 1;
  const quote = count('"') > count("'") ? "'" : '"';
  const inside = text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replace(MISLEADING, escapes);
  return quote + noStatement(inside) + quote;
}

/** Escapes texts that look like code for which the next import searches the program, and commands to a CI, which a report would change. */
export const noStatement = (text: string): string =>
  text
    .replace(COMMAND, "#\\u0023")
    .replace(/(?<=\n\s*):(?=:[\w-])/g, "\\u003a")
    .replaceAll("new platform.", "new \\u0070latform.")
    .replaceAll("import * as p", "import * as \\u0070")
    .replaceAll(`${BY_UID}:`, `\\u0061${BY_UID.slice(1)}:`)
    .replace(/(?<=\n)(export )?const /g, "$1\\u0063onst ");

/** The input by which the next import finds a resource that a person wrote. */
const BY_UID = "adoptUid";

/** Texts with at least this many lines are written line by line. */
const MIN_LINES = 3;

export const isWrittenInLines = (text: string): boolean => text.split("\n").length >= MIN_LINES;

/** Returns a text as a template literal, line by line and without substitutions. */
export function templateLiteral(text: string): string {
  const inside = text
    .replaceAll("\\", "\\\\")
    .replaceAll("`", "\\`")
    .replaceAll("${", "\\${")
    .replace(MISLEADING, (found) => found.split("\n").map(escapes).join("\n"))
    // Editors remove spaces at the ends of lines.
    .replace(/ (?=\n)/g, "\\u0020");
  return `\`${noStatement(inside)}\``;
}

/** Returns the name of a property, in quotes if needed. `isKey` is for a key of a map, which others chose. */
export function propertyName(name: string, isKey = false): string {
  // Any other form would set the prototype.
  if (name === "__proto__") return '["__proto__"]';
  if (isKey && name === BY_UID) return stringLiteral(name);
  // It depends on the version of the compiler which other letters need no quotes.
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}
