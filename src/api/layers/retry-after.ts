import type { HttpReply } from "../transport";

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
