import type { Values } from "./values";

/** A deep copy with JSON types only. A Date becomes a timestamp, a BigInt its digits, a Map an object, a Set a list. */
export const plain = (values: Values): Record<string, unknown> =>
  JSON.parse(JSON.stringify(values, (_key, value: unknown) => jsonOf(value)));

function jsonOf(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}
