import type { ZodType } from "zod";
import { scrub } from "../../api/secret";
import { MISLEADING } from "../../api/shown";

/**
 * A document as JSON that its schema has checked. Values stay as they are, but for secrets; what could mislead who reads it
 * in a terminal is escaped. Throws for a document that its schema does not allow, which is a mistake of the command.
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
