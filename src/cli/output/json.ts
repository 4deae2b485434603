import type { ZodType } from "zod";
import { scrub } from "../../api/secret";
import { MISLEADING } from "../../api/shown";

/**
 * Returns a document as JSON. Removes secrets, and escapes characters that could mislead at a terminal. Throws if the schema does not
 * allow the document, which is a bug of the command.
 */
export function jsonText(document: unknown, schema: ZodType): string {
  const text = JSON.stringify(
    schema.parse(document),
    (_, value: unknown) => (typeof value === "string" ? scrub(value) : value),
    2,
  );
  return `${text.split("\n").map(escaped).join("\n")}\n`;
}

const escaped = (line: string): string =>
  line.replace(MISLEADING, (characters) =>
    [...Array(characters.length).keys()]
      .map((i) => `\\u${characters.charCodeAt(i).toString(16).padStart(4, "0")}`)
      .join(""),
  );
