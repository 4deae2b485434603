import {
  type Circumstances,
  fromStatus,
  NotFoundError,
  type PlatformError,
  ProtocolError,
  TransportError,
} from "./errors";
import { isJsonObject, type JsonObject, parseJson, TooMuchJsonError } from "./json";
import { type Outcome, parseRetryAfter } from "./layers/retry";
import { shownStatus } from "./shown";
import { findDetail, parseStatus, type Status } from "./status";
import type { AttemptError, HttpReply } from "./transport";

/** What one attempt came to. */
export type Attempt = { readonly reply: HttpReply } | { readonly failure: AttemptError };

/** How an attempt failed; nothing when it did not. */
export function outcomeOf(result: Attempt, now: number): Outcome | undefined {
  if ("failure" in result) {
    const { unsent, permanent } = result.failure;
    return unsent ? { kind: "unsent", permanent } : { kind: "lost" };
  }
  const { reply } = result;
  if (reply.status >= 200 && reply.status < 300) {
    // The next answer would be as large.
    return readable(reply) ? undefined : { kind: "lost", permanent: excessOf(reply) !== undefined };
  }
  const status = parseStatus(jsonOf(reply));
  const retryInfo = status === undefined ? undefined : findDetail(status, "RetryInfo");
  const retryAfterMs =
    retryAfterOf(reply, now) ??
    (retryInfo === undefined ? undefined : parseRetryAfter(retryInfo.retryDelay.replace(/s$/, ""), now));
  return {
    kind: "answered",
    code: status?.code,
    http: reply.status,
    ...(status !== undefined && isAboutSize(status) ? { permanent: true } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** What the Retry-After header of a reply says, in milliseconds from `now`. */
export function retryAfterOf({ headers }: HttpReply, now: number): number | undefined {
  const header = headers["retry-after"];
  return parseRetryAfter(Array.isArray(header) ? header[0] : header, now);
}

/** gRPC calls a message that is too large a RESOURCE_EXHAUSTED (wire fact 16): the next one would be as large. */
const isAboutSize = ({ code, message }: Status): boolean =>
  code === "RESOURCE_EXHAUSTED" && /\bmessage larger than max\b/.test(message);

/** What a body says: a value, nothing where it is no JSON, or of what it holds too much to be read. */
interface Parsed {
  readonly body: unknown;
  readonly tooMuch?: string;
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
    result = { body: undefined, ...(error instanceof TooMuchJsonError ? { tooMuch: error.message } : {}) };
  }
  parsed.set(reply, result);
  return result;
}

/** The value that a reply holds; nothing where it is no JSON, or more than any answer has. */
export const jsonOf = (reply: HttpReply): unknown => parsedOf(reply).body;

/** What a reply holds too much of to be read, in words; nothing where it can be read. */
export const excessOf = (reply: HttpReply): string | undefined => {
  const { tooMuch } = parsedOf(reply);
  return tooMuch === undefined ? undefined : `the answer holds ${tooMuch}, which no page does`;
};

const readable = (reply: HttpReply): boolean => reply.text.trim() === "" || isJsonObject(jsonOf(reply));

/** The object of an answer; none is `{}`. */
export const bodyOf = (reply: HttpReply): JsonObject => {
  const body = jsonOf(reply);
  return isJsonObject(body) ? body : {};
};

/** How a call failed for good: after how many attempts, and why there is no other. */
export interface Failure extends Circumstances {
  readonly attempts: number;
  readonly why?: string | undefined;
}

/** The error for a call that failed for good. */
export function errorOf(name: string, result: Attempt, { attempts, why, ...circumstances }: Failure): PlatformError {
  const suffix = [attempts > 1 ? `after ${attempts} attempts` : "", why ?? ""].filter((part) => part !== "").join("; ");
  const tail = suffix === "" ? "" : ` (${suffix})`;
  if ("failure" in result) {
    const { failure } = result;
    const ambiguous = circumstances.ambiguous && !failure.unsent;
    return new TransportError(`${name}: ${failure.message}${tail}`, ambiguous, { cause: failure });
  }
  const { reply } = result;
  const status = parseStatus(jsonOf(reply));
  if (status === undefined) return protocolError(name, reply, { ...circumstances, tail });
  const error = fromStatus(shownStatus(status), name, { ...circumstances, tail });
  if (error instanceof NotFoundError && error.resource === undefined) {
    error.message +=
      // advice: check-base-url
      ". The platform does not know this path: check the base URL (platform:baseUrl or PLATFORM_BASE_URL)";
  }
  if (error.code === "UNAUTHENTICATED") {
    error.message +=
      // advice: check-token
      ". Check the token: PLATFORM_TOKEN or PLATFORM_TOKEN_FILE (or platform:token, platform:tokenFile in the stack's config)";
  }
  return error;
}

function protocolError(
  name: string,
  reply: HttpReply,
  { ambiguous, retryAfterMs, tail }: Circumstances & { readonly tail: string },
): ProtocolError {
  // advice: check-base-url
  const address = "check the base URL (platform:baseUrl or PLATFORM_BASE_URL)";
  if (reply.status >= 300 && reply.status < 400) {
    return new ProtocolError(`${name}: redirected (HTTP ${reply.status}), which is never followed: ${address}`, false);
  }
  if (reply.status < 300) {
    const what = excessOf(reply) ?? "the answer is no JSON object";
    return new ProtocolError(`${name}: ${what}${tail}: ${address}`, ambiguous);
  }
  return new ProtocolError(
    `${name}: HTTP ${reply.status}, and not in the platform's form${tail}: ${address}`,
    ambiguous,
    { retryAfterMs, isUnavailable: reply.status === 502 || reply.status === 503 },
  );
}
