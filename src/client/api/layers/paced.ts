import { TransportError } from "../errors";
import { CONNECTIONS } from "../transport";
import { type Call, requestText, type Send } from "./call";
import { type Attempt, attemptOf, replyOf } from "./outcome";
import { type Attempted, codeOf, decide, isTooMany, type Outcome, waitOf } from "./retry-matrix";
import type { Timing } from "./retrying";
import { CANCELED } from "./sleep";

type Answered = Extract<Outcome, { kind: "answered" }>;

export interface PacerOptions extends Timing {
  /** Greatest number of requests in flight. Default: as many as the transport opens connections. */
  readonly most?: number;
}

/** A random delay follows a wait that the server asked for: up to 0.5 s after 5 s, and up to 1 s after 10 s or more. */
const SPREAD_MS = 1_000;
const SPREAD_PART = 0.1;

/**
 * The speed of one client. It limits the requests in flight by additive increase and multiplicative decrease, as TCP does
 * (RFC 5681). All requests wait while the server asks to. Requests are sent in order. A refused request goes to the
 * end of the queue, so that one request cannot stop all others.
 */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #limit: number;
  #inFlight = 0;
  #served = 0;
  #servedAt = Number.NEGATIVE_INFINITY;
  /** How often the client has slowed down. If ten requests in flight get "too many", only the first one slows it down. */
  #episode = 0;
  /** Number of episodes since the server last served a request. */
  #refusals = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isAsleep = false;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#most = options.most ?? CONNECTIONS;
    this.#limit = this.#most;
  }

  get limit(): number {
    return this.#limit;
  }

  readonly lastServedAt = (): number => this.#servedAt;

  /** Returns the episode of the turn. End each turn with `end`. The TransportError after the deadline names `what`. */
  async turn(call: Call, what: string): Promise<number> {
    await this.#wait(call, what);
    return this.#episode;
  }

  note(episode: number, { attempted, deadline }: Call, outcome: Outcome | undefined): void {
    if (isServed(attempted, outcome)) this.#speedUp();
    if (outcome?.kind !== "answered") return;
    const isFirst = isTooMany(attempted, outcome) && episode === this.#episode;
    if (isFirst) this.#slowDown();
    const waitMs = this.#waitOf(attempted, outcome, isFirst);
    // A longer wait ends this call. It may be a quota of this request only, and each other request learns its own.
    if (waitMs > deadline.totalMs) return;
    this.#heldUntil = Math.max(this.#heldUntil, this.#options.clock() + waitMs);
  }

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
    // The server may have asked other processes to wait until the same moment.
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

  /** How long a response holds all requests, in ms: a server that is down refuses the others too. `isFirst`: it has slowed the client down. */
  #waitOf(attempted: Attempted, outcome: Answered, isFirst: boolean): number {
    const { retryAfterMs } = outcome;
    if (retryAfterMs === undefined) return isFirst ? this.#draw(attempted, outcome) : 0;
    return isTooMany(attempted, outcome) || codeOf(outcome) === "UNAVAILABLE" ? retryAfterMs : 0;
  }

  /** The wait after "too many" without a time. It grows with the episodes since a success, not with one request's attempts. */
  #draw(attempted: Attempted, outcome: Answered): number {
    const decision = decide(attempted, this.#refusals, outcome);
    return decision.kind === "retry" ? waitOf(decision, this.#options.random) : 0;
  }
}

/** Whether the server processed a request, even if it refused it. */
function isServed(attempted: Attempted, outcome: Outcome | undefined): boolean {
  if (outcome === undefined) return true;
  return outcome.kind === "answered" && outcome.http < 500 && !isTooMany(attempted, outcome);
}

export interface PacedOptions {
  readonly pacer: Pacer;
  readonly clock: () => number;
  readonly outcomeOf: (attempt: Attempt, now: number) => Outcome | undefined;
}

/** Sends each attempt when its turn comes; its time limit starts then. Throws TransportError if the deadline passes before. */
export const paced =
  (next: Send, { pacer, clock, outcomeOf }: PacedOptions): Send =>
  async (request, call) => {
    const what = `${requestText(request)}: not sent`;
    const episode = await pacer.turn(call, what);
    try {
      call.deadline.check(what);
      // A killed engine records no write, and the next run may have begun.
      if (call.deadline.isCanceled && request.method !== "GET") throw new TransportError(`${what}: ${CANCELED}`, false);
      const timeoutMs = call.deadline.atMost(request.timeoutMs);
      const attempt = await attemptOf(next({ ...request, timeoutMs }, call));
      pacer.note(episode, call, outcomeOf(attempt, clock()));
      return replyOf(attempt);
    } finally {
      pacer.end();
    }
  };
