export type JsonObject = { readonly [key: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Far deeper than any response of the API, but shallow enough for recursion. */
const MAX_DEPTH = 100;
/** Far more than 200 items with hundreds of events each. Without a limit, 32 MiB of `{},` would take 2 GB of memory. */
const MAX_CONTAINERS = 500_000;
const MAX_VALUES = 2_000_000;

/** A text exceeds a limit of this parser, which the message names. Nothing was parsed. */
export class JsonTooLargeError extends SyntaxError {}

/**
 * Parses JSON. Drops the key `__proto__`, which would replace the prototype of any object that it is copied to.
 * `constructor` and similar keys stay, because an environment variable may have such a name. Throws SyntaxError. Throws
 * JsonTooLargeError, before parsing, for more than 100 levels, 500,000 objects and lists, or 2,000,000 values.
 */
export function parseJson(text: string): unknown {
  checkBounds(text);
  // A reviver doubles the time for large responses, so it is used only if the key may occur, escaped or not.
  if (!/__proto__|\\u00/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value));
}

/** Checks the limits on the raw text. The counts are meaningless for invalid JSON. */
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

/** Index of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i;
}
