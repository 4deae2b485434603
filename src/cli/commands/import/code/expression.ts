import { widthOf } from "../../../columns";
import { isWrittenInLines, propertyName, stringLiteral, templateLiteral } from "./literal";

/** A value as it stands in a program. */
export type Expression =
  /** Code as it is: a variable, a number, true. */
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly entries: readonly Property[] };

/** A property of an object. */
export interface Property {
  readonly name: string;
  readonly value: Expression;
  /** A line above it, without its slashes. */
  readonly comment?: string;
}

/** Code as it is. */
export const code = (text: string): Expression => ({ kind: "code", text });

/** Columns that a line may have; what biome and prettier are told in this package's own examples. */
export const LINE_WIDTH = 120;
const INDENT = "  ";
/** An object of more properties stands line by line, for it is read down. */
const MAX_IN_LINE = 4;
/** A name as short as this keeps its value on its line. */
const SHORT_NAME = INDENT.length;

/**
 * An expression in the form that formatters leave as it is.
 *
 * @param indent of the line that it begins on
 * @param column where it begins
 * @param after columns of what follows on its last line
 */
export function printed(
  expression: Expression,
  { indent, column, after }: { readonly indent: string; readonly column: number; readonly after: number },
): string {
  const flat = inOneLine(expression);
  if (flat !== undefined && column + widthOf(flat) + after <= LINE_WIDTH) return flat;
  switch (expression.kind) {
    case "code":
      return expression.text;
    case "text":
      return textLiteral(expression.value);
    case "list":
      return inLines(expression.items, indent);
    case "object":
      return printedObject(expression.entries, indent);
  }
}

/** An object line by line. */
export function printedObject(entries: readonly Property[], indent: string): string {
  const inner = indent + INDENT;
  const lines = entries.flatMap(({ comment, ...property }) => [
    ...(comment === undefined ? [] : [`${inner}// ${comment}`]),
    `${inner}${printedProperty(property, inner)},`,
  ]);
  return `{\n${lines.join("\n")}\n${indent}}`;
}

const textLiteral = (text: string): string => (isWrittenInLines(text) ? templateLiteral(text) : stringLiteral(text));

function printedProperty({ name, value }: Property, indent: string): string {
  const key = propertyName(name);
  if (value.kind === "code" && value.text === key) return key;
  const column = indent.length + widthOf(key) + 2;
  const text = printed(value, { indent, column, after: 1 });
  const isTooLong = !text.includes("\n") && column + widthOf(text) + 1 > LINE_WIDTH;
  // Formatters move a text that is too long for its line to the next, and leave other values.
  if (value.kind === "text" && isTooLong && widthOf(key) > SHORT_NAME) return `${key}:\n${indent}${INDENT}${text}`;
  return `${key}: ${text}`;
}

function inLines(items: readonly Expression[], indent: string): string {
  const inner = indent + INDENT;
  const lines = items.map((item) => `${inner}${printed(item, { indent: inner, column: inner.length, after: 1 })},`);
  return `[\n${lines.join("\n")}\n${indent}]`;
}

/** An expression in one line; undefined where formatters would break it whatever its length. */
export function inOneLine(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "code":
      return expression.text;
    case "text":
      return isWrittenInLines(expression.value) ? undefined : stringLiteral(expression.value);
    case "list":
      return isTable(expression.items) ? undefined : joined(expression.items.map(inOneLine), ["[", "]"]);
    case "object":
      return objectInOneLine(expression.entries);
  }
}

function objectInOneLine(entries: readonly Property[]): string | undefined {
  if (entries.length === 0) return "{}";
  if (entries.length > MAX_IN_LINE || entries.some(({ comment }) => comment !== undefined)) return undefined;
  const parts = entries.map(({ name, value }) => {
    const [key, text] = [propertyName(name), inOneLine(value)];
    const isShort = value.kind === "code" && value.text === key;
    return text === undefined || isShort ? text : `${key}: ${text}`;
  });
  return joined(parts, ["{ ", " }"]);
}

/** Several objects, or lists, of more than one item each: formatters give each its line. */
const isTable = (items: readonly Expression[]): boolean =>
  items.length > 1 &&
  (items.every((item) => item.kind === "object" && item.entries.length > 1) ||
    items.every((item) => item.kind === "list" && item.items.length > 1));

const joined = (
  parts: readonly (string | undefined)[],
  [open, close]: readonly [string, string],
): string | undefined => (parts.includes(undefined) ? undefined : open + parts.join(", ") + close);
