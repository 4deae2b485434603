/** A JSON object, as parsed. */
export type JsonObject = { readonly [key: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Far deeper than any answer of the API, and not so deep that walking down a value overflows the stack. */
const MAX_DEPTH = 100;
/** More than two hundred items of a page have, with hundreds of events each: 32 MiB of `{},` would take 2 GB of memory. */
const MAX_CONTAINERS = 500_000;
const MAX_VALUES = 2_000_000;

/** A text holds more than any answer of the API does; its message says more of what. Nothing of it was parsed. */
export class JsonTooLargeError extends SyntaxError {}

/**
 * Parses JSON. A key `__proto__`, which would replace the prototype of whatever it is copied to, is dropped; `constructor`
 * and the like are keys as any other (an environment variable may have that name). Throws SyntaxError; JsonTooLargeError,
 * before anything is parsed, for what is nested more than 100 deep, or has more than 500,000 objects and lists, or more
 * than 2,000,000 values.
 */
export function parseJson(text: string): unknown {
  checkBounds(text);
  // A reviver doubles the time of a large answer, and only a name like this one, escaped or not, needs it.
  if (!/__proto__|\\u00/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value));
}

/** Counts what JSON.parse would make; of a text that is no JSON, anything. */
function checkBounds(text: string): void {
  let depth = 0;
  let containers = 0;
  let commas = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') i = endOfString(text, i);
    else if (character === ",") commas++;
    else if (character === "}" || character === "]") depth--;
    else if (character === "{" || character === "[") {
      containers++;
      if (++depth > MAX_DEPTH) throw new JsonTooLargeError(`values nested more than ${MAX_DEPTH} deep`);
    } else continue;
    if (containers > MAX_CONTAINERS) throw new JsonTooLargeError("more than 500,000 objects and lists");
    if (containers + commas > MAX_VALUES) throw new JsonTooLargeError("more than 2,000,000 values");
  }
}

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i;
}
