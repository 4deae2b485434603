import { TransportError } from "../errors";
import type { HttpRequest } from "../transport";
import { type Call, nameOf, type Send } from "./call";
import { type Attempt, attemptOf, replyOf } from "./outcome";
import { decide, isDeferred, isTooMany, type Outcome, waitOf } from "./retry-matrix";
import { CANCELED, sleepUnless } from "./sleep";

/** Clock, randomness and sleep; replaced in tests. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Uniform on [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The real clock, randomness and sleep, except for those given. Sleep ends when the run is canceled. */
export const timingOf = ({
  clock,
  random,
  sleep,
  canceled,
}: Partial<Timing> & { readonly canceled?: AbortSignal | undefined }): Timing => ({
  clock: clock ?? Date.now,
  random: random ?? Math.random,
  sleep: sleep ?? sleepUnless(canceled),
});

/** The retry budget of the process: retries must not multiply the load of an outage (gRPC A6). */
export class RetryBudget {
  constructor(private tokens = 100) {}

  /** Takes the cost of one retry; false if the budget is too low. */
  take(): boolean {
    if (this.tokens < 5) return false;
    this.tokens -= 5;
    return true;
  }

  /** Returns a little of the budget after a success. */
  refill(): void {
    this.tokens = Math.min(100, this.tokens + 1);
  }
}

/** Settings for retries. */
export interface RetryOptions extends Timing {
  readonly budget: RetryBudget;
  /** The outcome of a failed attempt at a given time; undefined if it succeeded. */
  readonly outcomeOf: (attempt: Attempt, now: number) => Outcome | undefined;
}

/**
 * Minimum time for retrying a create, in milliseconds. A deadline in the middle of it would leave its result unknown.
 */
const LEAST_CREATE_MS = 1_000;

/**
 * Sends a request until it succeeds or fails for good. Temporary faults are retried by the retry matrix, within the
 * deadline and the retry budget. Records in the call how it ended.
 */
export const retrying =
  (next: Send, options: RetryOptions): Send =>
  async (request, call) => {
    const { budget, clock, sleep, outcomeOf } = options;
    let last: Attempt | undefined;
    for (;;) {
      const attempt = await attemptInTime(next, { request, call, last });
      if (attempt === undefined) return replyOf(last as Attempt); // Only a further attempt comes too late.
      last = attempt;
      const outcome = outcomeOf(attempt, clock());
      if (outcome === undefined) budget.refill();
      const waitMs = outcome === undefined ? undefined : waitBeforeNext(call, outcome, options);
      if (outcome === undefined || waitMs === undefined) return replyOf(attempt);
      const resume = isTooMany(call.attempted, outcome) ? call.deadline.pause() : undefined;
      await sleep(waitMs);
      resume?.();
      if (call.deadline.isCanceled) {
        call.end = { ambiguous: false, why: CANCELED };
        return replyOf(attempt);
      }
    }
  };

/**
 * Makes an attempt. Nothing where it comes too late and is not the first: what the last one was answered says more. Throws
 * TransportError when the first one comes too late.
 */
async function attemptInTime(
  next: Send,
  { request, call, last }: { readonly request: HttpRequest; readonly call: Call; readonly last: Attempt | undefined },
): Promise<Attempt | undefined> {
  try {
    call.deadline.check(`${nameOf(request)}: not sent`);
    return await attemptOf(next(request, call));
  } catch (error) {
    if (!(error instanceof TransportError) || last === undefined) throw error;
    call.end = { ambiguous: false, why: `the next try came too late: ${call.deadline.limit}` };
    return undefined;
  }
}

/** The wait before the next attempt, in milliseconds; undefined if there is no further attempt. */
function waitBeforeNext(call: Call, outcome: Outcome, { budget, random }: RetryOptions): number | undefined {
  const { attempted, deadline } = call;
  const retryAfterMs = outcome.kind === "answered" ? outcome.retryAfterMs : undefined;
  const decision = decide(attempted, call.count(outcome), outcome);
  if (decision.kind === "stop") {
    call.end = { ambiguous: decision.ambiguous, retryAfterMs };
    return undefined;
  }
  // Not ambiguous: a request that qualifies for a retry was not carried out, or is safe to repeat.
  const giveUp = (why: string): undefined => {
    call.end = { ambiguous: false, retryAfterMs, why };
  };
  if (deadline.isCanceled) return giveUp(CANCELED);
  const waitMs = waitOf(decision, random);
  const leastMs = attempted.effect === "create" ? LEAST_CREATE_MS : 1;
  const isPause = isTooMany(attempted, outcome);
  if ((isPause ? deadline.remainingAfterPause(waitMs) : deadline.remainingMs() - waitMs) < leastMs) {
    return giveUp(`the next try, in ${Math.ceil(waitMs / 1000)} s, would come too late: ${deadline.limit}`);
  }
  // Deferral is not a fault, so it takes nothing from the budget.
  if (!isDeferred(attempted, outcome) && !budget.take()) return giveUp("too many retries in this run");
  return waitMs;
}
