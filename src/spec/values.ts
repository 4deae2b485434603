import { secondsOf } from "./formats";
import { inputFields } from "./resource";
import type { Fields, ListType, ValueType } from "./types";

/** Values of fields by name, as they stand in state: no nulls, no Date, no BigInt. */
export type Values = { readonly [name: string]: unknown };

export const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value says no more than an absent one: what proto3 calls the zero of its kind, or a message of such. */
export function isEmpty(type: ValueType, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (type.kind) {
    case "string":
      return value === "" || (type.format === "int64" && value === "0");
    case "boolean":
      return value === false;
    case "integer":
      return value === 0;
    case "enum":
      return value === "" || value === type.values[0];
    case "list":
      return Array.isArray(value) && value.length === 0;
    case "map":
      return isValues(value) && Object.keys(value).length === 0;
    case "message":
      return isValues(value) && inputFields(type.fields).every(([name, field]) => isEmpty(field.type, value[name]));
  }
}

/**
 * Whether two values mean the same to the API: an absent value is an empty one, timestamps are instants, a set has no
 * order. Fields of a message that only the server sets do not count.
 */
export function isEqual(type: ValueType, a: unknown, b: unknown): boolean {
  if (isEmpty(type, a) || isEmpty(type, b)) return isEmpty(type, a) && isEmpty(type, b);
  switch (type.kind) {
    case "string":
      if (a === b) return true;
      if (type.format === "timestamp") return Date.parse(String(a)) === Date.parse(String(b));
      if (type.format === "duration") return secondsOf(String(a)) === secondsOf(String(b));
      return type.format === "int64" && String(a) === String(b);
    case "boolean":
    case "integer":
    case "enum":
      return a === b;
    case "list":
      return Array.isArray(a) && Array.isArray(b) && areEqualLists(type, a, b);
    case "map":
      return isValues(a) && isValues(b) && areEqualMaps(type.of, a, b);
    case "message":
      return isValues(a) && isValues(b) && areEqualMessages(type.fields, a, b);
  }
}

function areEqualLists({ of, ordered }: ListType, a: unknown[], b: unknown[]): boolean {
  const [left, right] = ordered ? [a, b] : [inOrder(a), inOrder(b)];
  return left.length === right.length && left.every((item, i) => isEqual(of, item, right[i]));
}

/** A set's items, each once, in an order that depends on nothing but the items. */
const inOrder = (items: unknown[]): unknown[] =>
  [...new Map(items.map((item) => [JSON.stringify(item), item])).entries()]
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([, item]) => item);

function areEqualMaps(of: ValueType, a: Values, b: Values): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && (a[key] === b[key] || isEqual(of, a[key], b[key])))
  );
}

const areEqualMessages = (fields: Fields, a: Values, b: Values): boolean =>
  inputFields(fields).every(([name, { type }]) => isEqual(type, a[name], b[name]));

/**
 * The zero of a kind as JSON has it: what stands for an empty field where all fields are written, and what clears one. A
 * timestamp and a duration are messages in the proto.
 */
export function zeroOf(type: ValueType): unknown {
  switch (type.kind) {
    case "string":
      if (type.format === "timestamp" || type.format === "duration") return null;
      return type.format === "int64" ? "0" : "";
    case "boolean":
      return false;
    case "integer":
      return 0;
    case "enum":
      return type.values[0];
    case "list":
      return [];
    case "map":
      return {};
    case "message":
      return null;
  }
}
