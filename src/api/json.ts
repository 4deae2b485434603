/** A JSON object, as parsed. */
export type JsonObject = { readonly [key: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Far deeper than any answer of the API, and not so deep that walking down a value overflows the stack. */
const MAX_DEPTH = 100;

/**
 * Parses JSON. A key `__proto__`, which would replace the prototype of whatever it is copied to, is dropped; `constructor`
 * and the like are keys as any other (an environment variable may have that name). Throws SyntaxError, for what is nested
 * more than 100 deep too.
 */
export function parseJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw new SyntaxError(`JSON nested more than ${MAX_DEPTH} deep`);
  // A reviver doubles the time of a large answer, and only a name like this one, escaped or not, needs it.
  if (!/__proto__|\\u00/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value));
}

/** How deep objects and lists are nested; of a text that is no JSON, anything. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') i = endOfString(text, i);
    else if (character === "{" || character === "[") deepest = Math.max(deepest, ++depth);
    else if (character === "}" || character === "]") depth--;
  }
  return deepest;
}

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i;
}
