/** A JSON object, as parsed. */
export type JsonObject = { readonly [key: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names that would reach into an object's prototype when copied. */
const POLLUTING = new Set(["__proto__", "constructor", "prototype"]);

/** Parses JSON; keys that could pollute a prototype are dropped. Throws SyntaxError, or RangeError when nested too deep. */
export const parseJson = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (POLLUTING.has(key) ? undefined : value));
