import type { Code } from "../status";

/**
 * What came of one attempt, as far as retrying is concerned.
 * - `unsent`: no byte of the request was written (connect refused, no such host).
 * - `lost`: the request may have been carried out, and its answer is not known (reset, timeout, unreadable success).
 * - `answered`: the server said no; `code` is absent where the body was no Status.
 *
 * `permanent` where trying again cannot help (a certificate, a message that is too large).
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

/** Whether a second arrival of the same request can do harm: `create` may, `idempotent` may not. */
export type Effect = "idempotent" | "create";

/** What matters of a request when it fails. */
export interface Attempted {
  readonly method: string;
  readonly effect: Effect;
  /** "Too many" is its answer ("already sent"), and no word on how fast it may be sent (platform API: IAM-23). */
  readonly isLimitFinal?: boolean;
}

/**
 * What to do next: wait and send again, or stop. The wait is to be drawn from [0, `boundMs`], and is not shorter than
 * `floorMs`, which the server asks for. `ambiguous` says that the request may have been carried out all the same, so that a
 * create must look before it does anything else.
 */
export type Decision =
  | { readonly kind: "retry"; readonly floorMs: number; readonly boundMs: number }
  | { readonly kind: "stop"; readonly ambiguous: boolean };

/** How often a request that fails is sent, at most. */
export const MAX_ATTEMPTS = 5;
const BASE_MS = 200;
const CAP_MS = 10_000;

const stop = (ambiguous: boolean): Decision => ({ kind: "stop", ambiguous });

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
 * Whether an answer is the platform's word on when to come back: too many requests, or a deployment that tells how long it
 * takes. Nothing is wrong then, so that it counts as no attempt. What may not simply be sent again is not put off.
 */
export function isDeferred({ effect, isLimitFinal }: Attempted, outcome: Outcome): boolean {
  if (outcome.kind !== "answered" || outcome.permanent) return false;
  const code = codeOf(outcome);
  if (code === "RESOURCE_EXHAUSTED") return !isLimitFinal;
  return code === "UNAVAILABLE" && effect === "idempotent" && (outcome.retryAfterMs ?? 0) > 0;
}

/**
 * The retry matrix: what follows after attempt number `attempt` (from 1, of those that are of the same kind: put off by the
 * platform, or failed) ended in `outcome`. The body's code decides before the HTTP status. Waits are drawn from
 * [0, min(10 s, 0.2 s · 2^attempt)]. What is put off has no last attempt: only the operation's time ends it.
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

  if (isDeferred(request, outcome)) return wait(outcome.retryAfterMs);
  const code = codeOf(outcome);
  if (code === undefined) return stop(false);
  if (TRANSIENT.has(code)) return isCreate ? stop(true) : again(outcome.retryAfterMs);
  if (BROKEN.has(code)) {
    if (isCreate) return stop(true);
    return request.method === "GET" && attempt === 1 ? again(outcome.retryAfterMs) : stop(false);
  }
  return stop(false);
}

/**
 * How long to wait before the next attempt, in milliseconds: clients that failed together must not come back together.
 *
 * @param random uniform on [0, 1)
 */
export const waitOf = (decision: Extract<Decision, { kind: "retry" }>, random: () => number): number =>
  Math.max(decision.floorMs, random() * decision.boundMs);
