import type { ZodType } from "zod";
import { scrub } from "../../client/api/secret";
import { escapes, MISLEADING } from "../../client/api/shown";

/** A document as JSON, without secrets and misleading characters. Throws if the schema does not allow it, which is a bug of the command. */
export function jsonText(document: unknown, schema: ZodType): string {
  const text = JSON.stringify(
    schema.parse(document),
    (_, value: unknown) => (typeof value === "string" ? scrub(value) : value),
    2,
  );
  const lines = text.split("\n").map((line) => line.replace(MISLEADING, escapes));
  return `${lines.join("\n")}\n`;
}
