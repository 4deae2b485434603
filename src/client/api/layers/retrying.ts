import { TransportError } from "../errors";
import type { HttpRequest } from "../transport";
import { type Call, requestText, type Send } from "./call";
import { type Attempt, attemptOf, replyOf } from "./outcome";
import { decide, isDeferred, isTooMany, type Outcome, waitOf } from "./retry-matrix";
import { CANCELED, sleepUnless } from "./sleep";

/** Tests replace it. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Uniform on [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export const timingOf = ({
  canceled,
  clock = Date.now,
  random = Math.random,
  sleep = sleepUnless(canceled),
}: Partial<Timing> & { readonly canceled?: AbortSignal | undefined }): Timing => ({ clock, random, sleep });

/** The retry budget of the process, because retries must not multiply the load of an outage (gRPC A6). */
export class RetryBudget {
  constructor(private tokens = 100) {}

  take(): boolean {
    if (this.tokens < 5) return false;
    this.tokens -= 5;
    return true;
  }

  refill(): void {
    this.tokens = Math.min(100, this.tokens + 1);
  }
}

export interface RetryOptions extends Timing {
  readonly budget: RetryBudget;
  readonly outcomeOf: (attempt: Attempt, now: number) => Outcome | undefined;
}

/** Minimum time for retrying a create, in milliseconds. A deadline during the retry would leave its result unknown. */
const LEAST_CREATE_MS = 1_000;

/** Sends a request until it succeeds or finally fails, within deadline and retry budget. Records in the call how it ended. */
export const retrying =
  (next: Send, options: RetryOptions): Send =>
  async (request, call) => {
    const { budget, clock, sleep, outcomeOf } = options;
    let last: Attempt | undefined;
    for (;;) {
      const attempt = await attemptInTime(next, { request, call, last });
      if (attempt === undefined) return replyOf(last as Attempt); // Only a later attempt can be undefined.
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

/** Undefined if a later attempt would exceed the deadline. Throws TransportError if the first one would. */
async function attemptInTime(
  next: Send,
  { request, call, last }: { readonly request: HttpRequest; readonly call: Call; readonly last: Attempt | undefined },
): Promise<Attempt | undefined> {
  try {
    call.deadline.check(`${requestText(request)}: not sent`);
    return await attemptOf(next(request, call));
  } catch (error) {
    if (!(error instanceof TransportError) || last === undefined) throw error;
    call.end = { ambiguous: false, why: `the next attempt would exceed the time limit: ${call.deadline.limit}` };
    return undefined;
  }
}

/** Milliseconds. Undefined if there is no next attempt. */
function waitBeforeNext(call: Call, outcome: Outcome, { budget, random }: RetryOptions): number | undefined {
  const { attempted, deadline } = call;
  const retryAfterMs = outcome.kind === "answered" ? outcome.retryAfterMs : undefined;
  const decision = decide(attempted, call.count(outcome), outcome);
  if (decision.kind === "stop") {
    call.end = { ambiguous: decision.ambiguous, retryAfterMs };
    return undefined;
  }
  // Not ambiguous, because a request that may be retried was not carried out or is safe to repeat.
  const giveUp = (why: string): undefined => {
    call.end = { ambiguous: false, retryAfterMs, why };
  };
  if (deadline.isCanceled) return giveUp(CANCELED);
  const waitMs = waitOf(decision, random);
  const leastMs = attempted.effect === "create" ? LEAST_CREATE_MS : 1;
  const isPause = isTooMany(attempted, outcome);
  if ((isPause ? deadline.remainingAfterPause(waitMs) : deadline.remainingMs() - waitMs) < leastMs) {
    return giveUp(`the next attempt, in ${Math.ceil(waitMs / 1000)} s, would exceed the time limit: ${deadline.limit}`);
  }
  // A deferral is not a fault, so it takes nothing from the budget.
  if (!isDeferred(attempted, outcome) && !budget.take()) return giveUp("too many retries in this run");
  return waitMs;
}
