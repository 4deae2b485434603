import { CONNECTIONS } from "../transport";
import { type Call, nameOf, type Send } from "./call";
import { type Attempt, attemptOf, replyOf } from "./outcome";
import { type Attempted, codeOf, decide, isTooMany, type Outcome, waitOf } from "./retry-matrix";
import type { Timing } from "./retrying";

type Answered = Extract<Outcome, { kind: "answered" }>;

/** How a pacer tells time, and how many requests it sends at once. */
export interface PacerOptions extends Timing {
  /** Most requests in flight; by default as many as the transport opens connections. */
  readonly most?: number;
}

/** A request in flight. */
interface Turn {
  /** The episode in which it was sent. */
  readonly episode: number;
}

/** Longest random delay after a wait that the server asked for, in milliseconds, and as a part of that wait. */
const SPREAD_MS = 1_000;
const SPREAD_PART = 0.1;

/**
 * The speed of one client. It limits the requests in flight by additive increase and multiplicative decrease (as TCP
 * does, RFC 5681), and holds all of them while the server asks to wait. They go in the order in which they come; one that was refused comes again behind
 * the others, so that no one request stops them all.
 */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #most: number;
  /** What lets each request go that waits for its turn. */
  readonly #waiting: (() => void)[] = [];
  #limit: number;
  #inFlight = 0;
  /** Successes since the limit was changed. */
  #served = 0;
  #servedAt = Number.NEGATIVE_INFINITY;
  /** Ends with the first "too many"; the others of its requests in flight say no more than that one. */
  #episode = 0;
  /** Episodes since the server last served a request. */
  #refusals = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isAsleep = false;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#most = options.most ?? CONNECTIONS;
    this.#limit = this.#most;
  }

  /** How many requests may be in flight now. */
  get limit(): number {
    return this.#limit;
  }

  /** When the server last served a request, in milliseconds since 1970; -Infinity if it has not. */
  readonly headwayAt = (): number => this.#servedAt;

  /**
   * Waits until a request may be sent. Each turn must be ended with `end`.
   *
   * @param what names the step, for the TransportError when the deadline passes first
   */
  async turn(call: Call, what: string): Promise<Turn> {
    await this.#wait(call, what);
    return { episode: this.#episode };
  }

  /** Learns from an answer. `outcome` is undefined for a success. */
  note({ episode }: Turn, { attempted, deadline }: Call, outcome: Outcome | undefined): void {
    if (isServed(attempted, outcome)) this.#speedUp();
    if (outcome?.kind !== "answered") return;
    const isFirst = isTooMany(attempted, outcome) && episode === this.#episode;
    if (isFirst) this.#slowDown();
    const waitMs = this.#waitOf(attempted, outcome, isFirst);
    // A longer wait ends this call. It may be a quota of this one request, and each of the others learns its own.
    if (waitMs > deadline.totalMs) return;
    this.#heldUntil = Math.max(this.#heldUntil, this.#options.clock() + waitMs);
  }

  /** Ends a turn, and lets the next request go. */
  end(): void {
    this.#inFlight -= 1;
    this.#release();
  }

  #wait({ deadline }: Call, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      let leave: () => void = () => undefined;
      let isGone = false;
      const go = () => {
        isGone = true;
        leave();
        resolve();
      };
      this.#waiting.push(go);
      this.#release();
      if (isGone) return;
      leave = deadline.queue(what, (error) => {
        leave();
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(error);
      });
    });
  }

  /** Lets as many requests go as may go now. */
  #release(): void {
    while (!this.#isAsleep && this.#waiting.length > 0 && this.#inFlight < this.#limit) {
      const heldMs = this.#heldUntil - this.#options.clock();
      if (heldMs > 0) {
        this.#sleep(heldMs);
      } else {
        this.#inFlight += 1;
        this.#waiting.shift()?.();
      }
    }
  }

  #sleep(ms: number): void {
    const { sleep, random } = this.#options;
    this.#isAsleep = true;
    // Other processes may have been asked to wait until the same moment.
    void sleep(ms + random() * Math.min(SPREAD_MS, ms * SPREAD_PART)).then(() => {
      this.#isAsleep = false;
      this.#release();
    });
  }

  #slowDown(): void {
    this.#episode += 1;
    this.#refusals += 1;
    this.#served = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  #speedUp(): void {
    this.#servedAt = this.#options.clock();
    this.#refusals = 0;
    this.#served += 1;
    if (this.#served < this.#limit || this.#limit === this.#most) return;
    this.#served = 0;
    this.#limit += 1;
  }

  /**
   * How long an answer holds all requests, in milliseconds. A server that is down and says when it will be back would refuse
   * the others too, and leave creates in doubt.
   *
   * @param isFirst the answer has slowed the client down
   */
  #waitOf(attempted: Attempted, outcome: Answered, isFirst: boolean): number {
    const { retryAfterMs } = outcome;
    if (retryAfterMs === undefined) return isFirst ? this.#draw(attempted, outcome) : 0;
    return isTooMany(attempted, outcome) || codeOf(outcome) === "UNAVAILABLE" ? retryAfterMs : 0;
  }

  /**
   * The wait of the retry matrix after "too many" without a time, by how often it came since the last success: a request
   * that is refused again and again while others succeed hardly holds those.
   */
  #draw(attempted: Attempted, outcome: Answered): number {
    const decision = decide(attempted, this.#refusals, outcome);
    return decision.kind === "retry" ? waitOf(decision, this.#options.random) : 0;
  }
}

/** Whether the server did its work on a request, even if its answer was "no". */
function isServed(attempted: Attempted, outcome: Outcome | undefined): boolean {
  if (outcome === undefined) return true;
  return outcome.kind === "answered" && outcome.http < 500 && !isTooMany(attempted, outcome);
}

/** What the layer needs. */
export interface PacedOptions {
  readonly pacer: Pacer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The outcome of a failed attempt at a given time; undefined if it succeeded. */
  readonly outcomeOf: (attempt: Attempt, now: number) => Outcome | undefined;
}

/**
 * Sends each attempt when its turn comes. Its time limit starts then, and ends with the deadline. Throws TransportError
 * if the deadline passes before the turn.
 */
export const paced =
  (next: Send, { pacer, clock, outcomeOf }: PacedOptions): Send =>
  async (request, call) => {
    const what = `${nameOf(request)}: not sent`;
    const turn = await pacer.turn(call, what);
    try {
      call.deadline.check(what);
      const timeoutMs = call.deadline.atMost(request.timeoutMs);
      const attempt = await attemptOf(next({ ...request, timeoutMs }, call));
      pacer.note(turn, call, outcomeOf(attempt, clock()));
      return replyOf(attempt);
    } finally {
      pacer.end();
    }
  };
