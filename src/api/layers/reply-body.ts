import { isJsonObject, type JsonObject, JsonTooLargeError, parseJson } from "../json";
import type { HttpReply } from "../transport";

/** What a body says: a value, nothing where it is no JSON, or of what it holds too much to be read. */
interface Parsed {
  readonly body: unknown;
  readonly excess?: string;
}

/** The bodies of replies that are still in use: an answer is looked at more than once, and may be large. */
const parsed = new WeakMap<HttpReply, Parsed>();

function parsedOf(reply: HttpReply): Parsed {
  const known = parsed.get(reply);
  if (known !== undefined) return known;
  let result: Parsed;
  try {
    result = { body: parseJson(reply.text) };
  } catch (error) {
    // Whoever asks treats what is not JSON as an answer without a meaning.
    result = { body: undefined, ...(error instanceof JsonTooLargeError ? { excess: error.message } : {}) };
  }
  parsed.set(reply, result);
  return result;
}

/** The value that a reply holds; nothing where it is no JSON, or more than any answer has. */
export const jsonOf = (reply: HttpReply): unknown => parsedOf(reply).body;

/** What a reply holds too much of to be read, in words; nothing where it can be read. */
export const excessOf = (reply: HttpReply): string | undefined => {
  const { excess } = parsedOf(reply);
  return excess === undefined ? undefined : `the answer holds ${excess}, which no page does`;
};

/** The object of an answer; an empty body is `{}`. Nothing where the body is something else. */
export function objectOf(reply: HttpReply): JsonObject | undefined {
  if (reply.text.trim() === "") return {};
  const body = jsonOf(reply);
  return isJsonObject(body) ? body : undefined;
}

/** Whether a reply's HTTP status says that the request was carried out. */
export const isSuccess = ({ status }: HttpReply): boolean => status >= 200 && status < 300;
