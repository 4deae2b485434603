import type { Values } from "./values";

/**
 * A fresh copy of values that holds nothing but what JSON has: a Date as its timestamp, a BigInt as its digits, a Map as an
 * object, a Set as a list; what is undefined or a function is left out. The original is not touched, nor shared.
 */
export const plain = (values: Values): Record<string, unknown> =>
  JSON.parse(JSON.stringify(values, (_key, value: unknown) => jsonOf(value)));

function jsonOf(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}
