import { secondsOf } from "./formats";
import { inputFields } from "./resource";
import type { Fields, ListType, ValueType } from "./types";

/** Values by field name, as in state: no null, Date or BigInt. */
export type Values = { readonly [name: string]: unknown };

/** The recorded outputs and the desired inputs of a resource, in this order everywhere. */
export type Sides = readonly [recorded: Values, desired: Values];

export const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value equals an absent one: the zero value of proto3, or a message of such values. */
export function isEmpty(type: ValueType, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (type.kind) {
    case "string":
      return value === "" || (type.format === "int64" && value === "0");
    case "boolean":
      return value === false && type.isExplicit !== true;
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

/** Whether two values mean the same: empty equals absent, timestamps are instants, sets have no order. Computed fields do not count. */
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

/** A set in the order of an earlier value, with new items at the end, because the engine compares lists by position. Any other value itself. */
export function inFormerOrder(type: ValueType, former: unknown, now: unknown): unknown {
  if (type.kind !== "list" || type.ordered || !Array.isArray(former) || !Array.isArray(now)) return now;
  const keysOf = (items: readonly unknown[]) => new Set(items.map((item) => JSON.stringify(item)));
  const [before, after] = [keysOf(former), keysOf(now)];
  const kept = former.filter((item) => after.has(JSON.stringify(item)));
  return [...kept, ...now.filter((item) => !before.has(JSON.stringify(item)))];
}

/** The distinct items of a set in a canonical order. */
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

/** A list or map with each of its items replaced. Any other value itself. */
export function withItems(type: ValueType, value: unknown, item: (of: ValueType, value: unknown) => unknown): unknown {
  if (type.kind === "list" && Array.isArray(value)) return value.map((one) => item(type.of, one));
  if (type.kind !== "map" || !isValues(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, item(type.of, one)]));
}

/** The JSON zero value of a type, which clears a field. It is null for timestamps and durations, which are messages in the proto. */
export function zeroOf(type: ValueType): unknown {
  if (type.kind === "enum") return type.values[0];
  if (type.kind !== "string") return { boolean: false, integer: 0, list: [], map: {}, message: null }[type.kind];
  if (type.format === "timestamp" || type.format === "duration") return null;
  return type.format === "int64" ? "0" : "";
}
