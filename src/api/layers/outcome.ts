import { findDetail, parseStatus, type Status } from "../status";
import { AttemptError, type HttpReply } from "../transport";
import { excessOf, isSuccess, jsonOf, objectOf } from "./reply-body";
import { codeOf, type Outcome } from "./retry-matrix";

/** What one attempt, or a whole call, came to: an answer, whatever it says, or none. */
export type Attempt = { readonly reply: HttpReply } | { readonly failure: AttemptError };

/** Waits for an attempt. Throws what is no AttemptError. */
export async function attemptOf(sent: Promise<HttpReply>): Promise<Attempt> {
  try {
    return { reply: await sent };
  } catch (error) {
    if (error instanceof AttemptError) return { failure: error };
    throw error;
  }
}

/** The answer of an attempt. Throws its AttemptError where there is none. */
export function replyOf(attempt: Attempt): HttpReply {
  if ("failure" in attempt) throw attempt.failure;
  return attempt.reply;
}

/** How an attempt failed that got no answer. */
export const outcomeOfFailure = ({ unsent, permanent }: AttemptError): Outcome =>
  unsent ? { kind: "unsent", permanent } : { kind: "lost" };

/** How an attempt at the platform API failed; nothing when it did not. The code in the body decides before the HTTP status. */
export function outcomeOf(attempt: Attempt, now: number): Outcome | undefined {
  if ("failure" in attempt) return outcomeOfFailure(attempt.failure);
  const { reply } = attempt;
  if (isSuccess(reply)) {
    // The next answer would be as large.
    return objectOf(reply) === undefined ? { kind: "lost", permanent: excessOf(reply) !== undefined } : undefined;
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

/**
 * gRPC calls a message that is too large a RESOURCE_EXHAUSTED (platform API: GW-13): the next one would be as large.
 */
const isAboutSize = ({ code, message }: Status): boolean =>
  code === "RESOURCE_EXHAUSTED" && /\bmessage larger than max\b/.test(message);

/** Whether a reply refuses the token of its request. */
export function isTokenRefused(reply: HttpReply): boolean {
  const outcome = outcomeOf({ reply }, 0);
  return outcome?.kind === "answered" && codeOf(outcome) === "UNAUTHENTICATED";
}

/** The forms of an HTTP date (RFC 9110, 5.6.7), all of which have a time; `Date.parse` would read a date into almost anything. */
const HTTP_DATE = /^\s*[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/;

/**
 * Reads a Retry-After header: seconds or a date. What is neither is as if it were not there; the past is 0.
 *
 * @returns milliseconds from `now`
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Math.max(0, Number(value) * 1000);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** What the Retry-After header of a reply says, in milliseconds from `now`; of a header that comes twice, the first. */
export function retryAfterOf({ headers }: HttpReply, now: number): number | undefined {
  const header = headers["retry-after"];
  return parseRetryAfter(Array.isArray(header) ? header[0] : header, now);
}
