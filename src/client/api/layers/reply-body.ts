import { isJsonObject, type JsonObject, JsonTooLargeError, parseJson } from "../../../description/wire/json";
import type { HttpReply } from "../transport";

/** A parsed body: its value (undefined if it is not JSON), or the limit that it exceeds. */
interface Parsed {
  readonly body: unknown;
  readonly excess?: string;
}

/** Parsed bodies of live replies, because a reply is inspected more than once and may be large. */
const parsed = new WeakMap<HttpReply, Parsed>();

function parsedOf(reply: HttpReply): Parsed {
  const known = parsed.get(reply);
  if (known !== undefined) return known;
  let result: Parsed;
  try {
    result = { body: parseJson(reply.text) };
  } catch (error) {
    // Callers treat a body that is not JSON as an unknown response.
    result = { body: undefined, ...(error instanceof JsonTooLargeError ? { excess: error.message } : {}) };
  }
  parsed.set(reply, result);
  return result;
}

/** Undefined if the reply is not JSON or exceeds the limits. */
export const jsonOf = (reply: HttpReply): unknown => parsedOf(reply).body;

/** The limit that the reply exceeds, in words. */
export const excessOf = (reply: HttpReply): string | undefined => {
  const { excess } = parsedOf(reply);
  return excess === undefined
    ? undefined
    : `the response contains ${excess}, which is more than any page of the platform has`;
};

/** Returns the JSON object of a reply, or undefined for anything else. An empty body is `{}`. */
export function objectOf(reply: HttpReply): JsonObject | undefined {
  if (reply.text.trim() === "") return {};
  const body = jsonOf(reply);
  return isJsonObject(body) ? body : undefined;
}

/** Whether the platform's gateway sent a success, because no proxy writes this header (platform API: ANS-7). */
export const isByGateway = ({ headers }: HttpReply): boolean =>
  String(headers["grpc-metadata-content-type"]).startsWith("application/grpc");

export const isSuccess = ({ status }: HttpReply): boolean => status >= 200 && status < 300;
