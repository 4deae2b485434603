import { findDetail, parseStatus, type Status } from "../../../description/wire/status";
import { AttemptError, type HttpReply } from "../transport";
import { excessOf, isSuccess, jsonOf, objectOf } from "./reply-body";
import { codeOf, type Outcome } from "./retry-matrix";

export type Attempt = { readonly reply: HttpReply } | { readonly failure: AttemptError };

export async function attemptOf(sent: Promise<HttpReply>): Promise<Attempt> {
  try {
    return { reply: await sent };
  } catch (error) {
    if (error instanceof AttemptError) return { failure: error };
    throw error;
  }
}

export function replyOf(attempt: Attempt): HttpReply {
  if ("failure" in attempt) throw attempt.failure;
  return attempt.reply;
}

export const outcomeOfFailure = ({ unsent, permanent }: AttemptError): Outcome =>
  unsent ? { kind: "unsent", permanent } : { kind: "lost" };

/** The outcome of a failed attempt. Undefined if it succeeded. The code in the body precedes the HTTP status. */
export function outcomeOf(attempt: Attempt, now: number): Outcome | undefined {
  if ("failure" in attempt) return outcomeOfFailure(attempt.failure);
  const { reply } = attempt;
  if (isSuccess(reply)) {
    // A retry would get a response of the same size.
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

/** gRPC reports a message that is too large as RESOURCE_EXHAUSTED (platform API: GW-13). A retry cannot help. */
const isAboutSize = ({ code, message }: Status): boolean =>
  code === "RESOURCE_EXHAUSTED" && /\bmessage larger than max\b/.test(message);

export function isTokenRefused(reply: HttpReply): boolean {
  const outcome = outcomeOf({ reply }, 0);
  return outcome?.kind === "answered" && codeOf(outcome) === "UNAUTHENTICATED";
}

/** HTTP date formats (RFC 9110, 5.6.7). `Date.parse` alone would accept almost any text. */
const HTTP_DATE = /^\s*[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/;

/** Milliseconds from `now` of a Retry-After header: seconds or a date. Ignores malformed values. A date in the past is 0. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Math.max(0, Number(value) * 1000);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Returns the Retry-After of a reply, in milliseconds from `now`. Uses the first one if the header is repeated. */
export function retryAfterOf({ headers }: HttpReply, now: number): number | undefined {
  const header = headers["retry-after"];
  return parseRetryAfter(Array.isArray(header) ? header[0] : header, now);
}
