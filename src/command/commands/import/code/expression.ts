import { isWrittenInLines, noStatement, propertyName, stringLiteral, templateLiteral } from "./literal";

export type Expression =
  /** Code: a variable, a number, true. */
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly entries: readonly Property[] };

export interface Property {
  readonly name: string;
  /** Whether others chose the name, as a key of a map. */
  readonly isKey?: boolean;
  readonly value: Expression;
  /** A comment above it, without slashes. */
  readonly comment?: string;
}

export const code = (text: string): Expression => ({ kind: "code", text });

/** The most characters of a list or an object in one line. In a longer one, each item has a line. */
const MAX_IN_LINE = 60;

/** The code of an expression. `indent` is that of its first line. */
export function printed(expression: Expression, indent = ""): string {
  const inner = `${indent}  `;
  switch (expression.kind) {
    case "code":
      return expression.text;
    case "text":
      return isWrittenInLines(expression.value) ? templateLiteral(expression.value) : stringLiteral(expression.value);
    case "list":
      return enclosed(
        ["[", "]"],
        expression.items.map((item) => printed(item, inner)),
        indent,
      );
    case "object":
      return enclosed(
        ["{ ", " }"],
        expression.entries.map((entry) => printedProperty(entry, inner)),
        indent,
      );
  }
}

function enclosed([open, close]: readonly [string, string], parts: readonly string[], indent: string): string {
  const line = parts.join(", ");
  if (parts.length === 0) return open.trim() + close.trim();
  if (line.length <= MAX_IN_LINE && !line.includes("\n")) return open + line + close;
  return `${open.trim()}\n${parts.map((part) => `${indent}  ${part},\n`).join("")}${indent}${close.trim()}`;
}

function printedProperty({ name, isKey, value, comment }: Property, indent: string): string {
  const [key, text] = [propertyName(name, isKey), printed(value, indent)];
  const line = value.kind === "code" && text === key ? key : `${key}: ${text}`;
  return comment === undefined ? line : `// ${noStatement(comment)}\n${indent}${line}`;
}
