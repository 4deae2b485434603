/** A JSON object, as parsed. */
export type JsonObject = { readonly [key: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Parses JSON. A key `__proto__`, which would replace the prototype of whatever it is copied to, is dropped; `constructor`
 * and the like are keys as any other (an environment variable may have that name). Throws SyntaxError.
 */
export const parseJson = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value));
