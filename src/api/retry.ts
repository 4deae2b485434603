import type { Code } from "./status";

/**
 * What came of one attempt, as far as retrying is concerned.
 * - `unsent`: no byte of the request was written (connect refused, no such host); `permanent` where trying again cannot
 *   help (a certificate).
 * - `lost`: the request may have been carried out, and its answer is not known (reset, timeout, unreadable success).
 * - `answered`: the server said no; `code` is absent where the body was no Status.
 */
export type Outcome =
  | { readonly kind: "unsent"; readonly permanent: boolean }
  | { readonly kind: "lost" }
  | {
      readonly kind: "answered";
      readonly code: Code | undefined;
      readonly http: number;
      readonly retryAfterMs?: number;
    };

/** Whether a second arrival of the same request can do harm: `create` may, `idempotent` may not. */
export type Effect = "idempotent" | "create";

/**
 * What to do next: wait and send again, or stop. `ambiguous` says that the request may have been carried out all the
 * same, so that a create must look before it does anything else.
 */
export type Decision =
  | { readonly kind: "retry"; readonly waitMs: number }
  | { readonly kind: "stop"; readonly ambiguous: boolean };

export const MAX_ATTEMPTS = 5;
const BASE_MS = 200;
const CAP_MS = 10_000;

const stop = (ambiguous: boolean): Decision => ({ kind: "stop", ambiguous });

/** Codes after which nothing has happened and waiting helps. */
const BUSY: ReadonlySet<Code> = new Set(["RESOURCE_EXHAUSTED"]);
/** Codes that do not tell whether the request was carried out, but that pass. */
const TRANSIENT: ReadonlySet<Code> = new Set(["UNAVAILABLE", "DEADLINE_EXCEEDED", "ABORTED", "CANCELLED"]);
/** Codes of a server that failed half-way: one more try for a read, none for a write. */
const BROKEN: ReadonlySet<Code> = new Set(["INTERNAL", "UNKNOWN", "DATA_LOSS"]);

/** Codes by HTTP status for answers without a Status in them (a proxy's, a load balancer's). */
const codeOfHttp: Readonly<Record<number, Code>> = {
  401: "UNAUTHENTICATED",
  408: "DEADLINE_EXCEEDED",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** What an answer says: its body's code, before what its HTTP status says; nothing where neither is known. */
export const codeOf = ({ code, http }: Extract<Outcome, { kind: "answered" }>): Code | undefined =>
  code ?? codeOfHttp[http];

/**
 * The retry matrix: what follows after attempt number `attempt` (from 1) ended in `outcome`. The body's code decides
 * before the HTTP status. Waits are drawn from [0, min(10 s, 0.2 s · 2^attempt)], never shorter than the server asks.
 *
 * @param random uniform on [0, 1)
 */
export function decide(
  request: { readonly method: string; readonly effect: Effect },
  attempt: number,
  outcome: Outcome,
  random: () => number,
): Decision {
  const again = (floorMs = 0): Decision => {
    if (attempt >= MAX_ATTEMPTS) return stop(false);
    return { kind: "retry", waitMs: Math.max(floorMs, random() * Math.min(CAP_MS, BASE_MS * 2 ** attempt)) };
  };
  if (outcome.kind === "unsent") return outcome.permanent ? stop(false) : again();
  if (outcome.kind === "lost") return request.effect === "create" ? stop(true) : again();

  const code = codeOf(outcome);
  if (code === undefined) return stop(false);
  // A request above the server's size limit is a RESOURCE_EXHAUSTED too, but the client never builds one that large.
  if (BUSY.has(code)) return again(outcome.retryAfterMs);
  if (TRANSIENT.has(code)) return request.effect === "create" ? stop(true) : again(outcome.retryAfterMs);
  if (BROKEN.has(code)) {
    if (request.effect === "create") return stop(true);
    return request.method === "GET" && attempt === 1 ? again(outcome.retryAfterMs) : stop(false);
  }
  return stop(false);
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

/** The process-wide allowance of retries: an outage must not multiply the load that it causes (gRPC A6). */
export class RetryBudget {
  constructor(private tokens = 100) {}

  /** Takes the price of one retry, unless the bucket lacks it. */
  take(): boolean {
    if (this.tokens < 5) return false;
    this.tokens -= 5;
    return true;
  }

  /** Gives back a little for a request that went well. */
  refill(): void {
    this.tokens = Math.min(100, this.tokens + 1);
  }
}
