import { type Call, nameOf, type Send } from "./call";
import { type Attempt, attemptOf, replyOf } from "./outcome";
import { decide, isDeferred, type Outcome, waitOf } from "./retry-matrix";

/** Time and chance, which tests replace. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Uniform on [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The machine's own, but for what is replaced. */
export const timingOf = ({ clock, random, sleep }: Partial<Timing>): Timing => ({
  clock: clock ?? Date.now,
  random: random ?? Math.random,
  sleep: sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
});

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

/** What decides whether and when a request is sent again. */
export interface RetryOptions extends Timing {
  readonly budget: RetryBudget;
  /** How an attempt failed, read at a moment; nothing when it did not fail. */
  readonly outcomeOf: (attempt: Attempt, now: number) => Outcome | undefined;
}

/** The least time that another try of a create must have, in milliseconds: an answer that is cut off leaves it in doubt. */
const LEAST_CREATE_MS = 1_000;

/**
 * Sends a request until it is answered for good: again after the faults that pass, as the retry matrix has it, while the
 * deadline and the run's budget allow. Notes in the call how it ended.
 */
export const retrying =
  (next: Send, options: RetryOptions): Send =>
  async (request, call) => {
    const { budget, clock, sleep, outcomeOf } = options;
    for (;;) {
      call.deadline.check(`${nameOf(request)}: not sent`);
      const timeoutMs = call.deadline.atMost(request.timeoutMs);
      const attempt = await attemptOf(next({ ...request, timeoutMs }, call));
      const outcome = outcomeOf(attempt, clock());
      if (outcome === undefined) budget.refill();
      const waitMs = outcome === undefined ? undefined : waitBeforeNext(call, outcome, options);
      if (waitMs === undefined) return replyOf(attempt);
      await sleep(waitMs);
    }
  };

/** How long to wait before the next attempt, in milliseconds; nothing where this was the last. */
function waitBeforeNext(call: Call, outcome: Outcome, { budget, random }: RetryOptions): number | undefined {
  const { attempted, deadline } = call;
  const retryAfterMs = outcome.kind === "answered" ? outcome.retryAfterMs : undefined;
  const decision = decide(attempted, call.count(outcome), outcome);
  if (decision.kind === "stop") {
    call.end = { ambiguous: decision.ambiguous, retryAfterMs };
    return undefined;
  }
  // What would be sent again has not been carried out, or does no harm.
  const giveUp = (why: string): undefined => {
    call.end = { ambiguous: false, retryAfterMs, why };
  };
  const waitMs = waitOf(decision, random);
  const leastMs = attempted.effect === "create" ? LEAST_CREATE_MS : 1;
  if (waitMs + leastMs > deadline.remainingMs()) {
    return giveUp(`the next try, in ${Math.ceil(waitMs / 1000)} s, would come too late: ${deadline.limit}`);
  }
  // What the platform puts off is no fault, and costs nothing.
  if (!isDeferred(attempted, outcome) && !budget.take()) return giveUp("too many retries in this run");
  return waitMs;
}
