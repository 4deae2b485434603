import type { Effect } from "../../../description/wire/api-request";
import type { Code } from "../../../description/wire/status";

/**
 * Outcome of a failed attempt.
 * - `unsent`: no byte of the request was written (connection refused, unknown host).
 * - `lost`: the request may have been carried out, but the response is missing (reset, timeout, unreadable success).
 * - `answered`: the server returned an error. `code` is absent if the body was no Status.
 * `permanent`: a retry cannot help (a certificate, a message that is too large).
 */
export type Outcome =
  | { readonly kind: "unsent"; readonly permanent: boolean }
  | { readonly kind: "lost"; readonly permanent?: boolean }
  | {
      readonly kind: "answered";
      readonly code: Code | undefined;
      readonly http: number;
      readonly permanent?: boolean;
      readonly retryAfterMs?: number;
    };

export interface Attempted {
  readonly method: string;
  readonly effect: Effect;
  /** Whether "too many" means "already sent" and not a rate limit (platform API: IAM-23). */
  readonly isLimitFinal?: boolean;
}

/** The next step. A wait is random up to `boundMs`, and at least `floorMs`. `ambiguous`: it may have been carried out, so a create looks first. */
export type Decision =
  | { readonly kind: "retry"; readonly floorMs: number; readonly boundMs: number }
  | { readonly kind: "stop"; readonly ambiguous: boolean };

export const MAX_ATTEMPTS = 5;
const BASE_MS = 200;
const CAP_MS = 10_000;

const stop = (ambiguous: boolean): Decision => ({ kind: "stop", ambiguous });

/** Temporary errors. They do not show whether the request was carried out. */
const TRANSIENT: ReadonlySet<Code> = new Set(["UNAVAILABLE", "DEADLINE_EXCEEDED", "ABORTED", "CANCELLED"]);
/** Server errors in the middle of a request. Reads are retried once, writes never. */
const BROKEN: ReadonlySet<Code> = new Set(["INTERNAL", "UNKNOWN", "DATA_LOSS"]);

/** Codes by HTTP status, for responses without a Status (from a proxy or load balancer). */
const codeOfHttp: Readonly<Record<number, Code>> = {
  401: "UNAUTHENTICATED",
  408: "DEADLINE_EXCEEDED",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** The code in the body precedes the HTTP status. */
export const codeOf = ({ code, http }: Extract<Outcome, { kind: "answered" }>): Code | undefined =>
  code ?? codeOfHttp[http];

export function isTooMany({ isLimitFinal }: Attempted, outcome: Outcome): boolean {
  return outcome.kind === "answered" && !outcome.permanent && codeOf(outcome) === "RESOURCE_EXHAUSTED" && !isLimitFinal;
}

/** Whether the platform asks to come back later. This is no failure. Only a rate limit defers what is not safe to repeat. */
export function isDeferred(attempted: Attempted, outcome: Outcome): boolean {
  if (isTooMany(attempted, outcome)) return true;
  if (outcome.kind !== "answered" || outcome.permanent || attempted.effect !== "idempotent") return false;
  return codeOf(outcome) === "UNAVAILABLE" && (outcome.retryAfterMs ?? 0) > 0;
}

/**
 * The retry matrix: decides what to do after attempt number `attempt` ended in `outcome`. Attempts count from 1, and deferred
 * and failed ones are counted separately. The code in the body takes precedence over the HTTP status. Waits are random between
 * 0 and min(10 s, 0.2 s · 2^attempt), but a rate limit's own time is used exactly. Deferred requests are retried until the
 * deadline.
 */
export function decide(request: Attempted, attempt: number, outcome: Outcome): Decision {
  const isCreate = request.effect === "create";
  const wait = (floorMs = 0): Decision => ({
    kind: "retry",
    floorMs,
    boundMs: Math.min(CAP_MS, BASE_MS * 2 ** attempt),
  });
  const again = (floorMs?: number): Decision => (attempt >= MAX_ATTEMPTS ? stop(false) : wait(floorMs));
  if (outcome.kind === "unsent") return outcome.permanent ? stop(false) : again();
  if (outcome.kind === "lost") return isCreate || outcome.permanent ? stop(true) : again();

  // A rate limit's own time is used exactly. The waits grow only if the limit has no time, or one below a second.
  const { retryAfterMs = 0 } = outcome;
  if (isTooMany(request, outcome) && retryAfterMs >= 1_000) return { kind: "retry", floorMs: retryAfterMs, boundMs: 0 };
  if (isDeferred(request, outcome)) return wait(retryAfterMs);
  const code = codeOf(outcome);
  if (code === undefined) return stop(false);
  if (TRANSIENT.has(code)) return isCreate ? stop(true) : again(outcome.retryAfterMs);
  if (BROKEN.has(code)) {
    if (isCreate) return stop(true);
    return request.method === "GET" && attempt === 1 ? again(outcome.retryAfterMs) : stop(false);
  }
  return stop(false);
}

/** The wait before the next attempt, in milliseconds. Random, so that clients that failed together do not retry together. */
export const waitOf = (decision: Extract<Decision, { kind: "retry" }>, random: () => number): number =>
  Math.max(decision.floorMs, random() * decision.boundMs);
