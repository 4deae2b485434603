import type { ZodType } from "zod";
import { MISLEADING } from "../../api/shown";
import { jsonText } from "./json";

/** Texts that every YAML parser takes for text: not a number or a date. */
const PLAIN = /^[A-Za-z][\w/]*(?:[ .@-][\w/]+)*$/;
const WORDS = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

/** Returns a document as YAML, with the values of its JSON. */
export const yamlText = (document: unknown, schema: ZodType): string =>
  `${linesOf(JSON.parse(jsonText(document, schema))).join("\n")}\n`;

/** Returns the lines of a value. */
function linesOf(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item) => {
      const [first = "", ...rest] = linesOf(item);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (Array.isArray(value) || entries.length === 0) return [scalar(value)];
  return entries.flatMap(([key, member]) => {
    const lines = linesOf(member);
    const isNested = typeof member === "object" && member !== null && Object.keys(member).length > 0;
    return isNested ? [`${scalar(key)}:`, ...lines.map((line) => `  ${line}`)] : [`${scalar(key)}: ${lines[0]}`];
  });
}

/** Returns a value on one line. YAML includes JSON. */
const scalar = (value: unknown): string =>
  typeof value === "string" && PLAIN.test(value) && !WORDS.test(value) ? value : escaped(JSON.stringify(value));

/** Replaces characters that could mislead at a terminal by their number. */
const escaped = (text: string): string =>
  text.replace(MISLEADING, (characters) =>
    [...characters].map((one) => `\\U${(one.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`).join(""),
  );
