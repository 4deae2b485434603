import { TransportError } from "../errors";
import { CANCELED } from "./sleep";

/** Default time limit of an operation, in milliseconds. */
const DEFAULT_OPERATION_MS = 120_000;

/** Time limit of operations, and the clock. */
export interface TimeLimit {
  /** Time limit of one operation with all its requests and waits, in milliseconds. */
  readonly operationTimeoutMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
  /** Where the user sets the limit, for errors. */
  readonly hint?: string | undefined;
  /**
   * When the server last served a request of the same client, in milliseconds since 1970; -Infinity if it has not. When
   * absent, all time counts.
   */
  readonly headwayAt?: (() => number) | undefined;
  /** Aborted when the run is canceled: no request waits any more. What is sent is finished, in its time. */
  readonly canceled?: AbortSignal | undefined;
}

/**
 * The deadline of one operation, which starts now. Tokens, requests and waits all share it. Some time does not count as
 * long as the server serves others: that in which requests of the operation queue behind others, or wait because the
 * server limits the rate. It is then the run that takes time, and not the operation.
 */
export class Deadline {
  /** The limit in milliseconds. */
  readonly totalMs: number;
  readonly #clock: () => number;
  readonly #hint: string | undefined;
  readonly #headwayAt: () => number;
  readonly #canceled: AbortSignal | undefined;
  /** The deadline if all time counted. */
  readonly #end: number;
  /** Pauses so far, which do not overlap; that under way has no end yet. */
  readonly #pauses: { readonly from: number; to?: number }[] = [];
  /** How many requests of the operation are in the pause that is under way. */
  #waiting = 0;

  constructor({
    operationTimeoutMs = DEFAULT_OPERATION_MS,
    clock = Date.now,
    hint,
    headwayAt = () => Number.NEGATIVE_INFINITY,
    canceled,
  }: TimeLimit = {}) {
    this.totalMs = operationTimeoutMs;
    this.#clock = clock;
    this.#hint = hint;
    this.#headwayAt = headwayAt;
    this.#canceled = canceled;
    this.#end = clock() + operationTimeoutMs;
  }

  /** Whether the run is canceled, so that nothing waits any more. */
  get isCanceled(): boolean {
    return this.#canceled?.aborted === true;
  }

  /** Milliseconds left; 0 after the deadline. */
  remainingMs(): number {
    const now = this.#clock();
    return Math.max(0, this.#end + this.#uncountedMs(now) - now);
  }

  /**
   * Milliseconds left after a pause of `ms` milliseconds, if the server serves nothing meanwhile; negative if it is longer
   * than the time that is left.
   */
  remainingAfterPause(ms: number): number {
    const then = this.#clock() + ms;
    return this.#end + this.#uncountedMs(then) + (this.#isRecent(then) ? ms : 0) - then;
  }

  /** The shorter of `ms` and the time left, in whole milliseconds; at least 1. */
  atMost(ms: number): number {
    return Math.max(1, Math.ceil(Math.min(ms, this.remainingMs())));
  }

  /** Throws TransportError after the deadline. `what` names the step that is skipped. */
  check(what: string): void {
    if (this.remainingMs() <= 0) throw this.#tooLate(what);
  }

  /** Waits for work until the deadline. Throws TransportError when the deadline passes first. */
  async within<T>(work: () => Promise<T>, otherwise: string): Promise<T> {
    this.check(otherwise);
    let cancel: () => void = () => undefined;
    const end = new Promise<never>((_, reject) => {
      cancel = this.#onEnd(() => reject(this.#tooLate(otherwise)));
    });
    try {
      return await Promise.race([work(), end]);
    } finally {
      cancel();
    }
  }

  /**
   * Begins a pause: time that does not count while the server serves others.
   *
   * @returns ends the pause; to be called once
   */
  pause(): () => void {
    if (this.#waiting++ === 0) this.#pauses.push({ from: this.#clock() });
    return () => {
      const last = this.#pauses.at(-1);
      if (--this.#waiting === 0 && last !== undefined) last.to = this.#clock();
    };
  }

  /**
   * Begins a wait in a queue, which is a pause.
   *
   * @param what names the step that the request in the queue is for
   * @param giveUp called with a TransportError if the deadline passes during the wait, or the run is canceled
   * @returns ends the wait; to be called once, also after `giveUp`
   */
  queue(what: string, giveUp: (error: TransportError) => void): () => void {
    const resume = this.pause();
    const reason = `${what}, for the server did not serve the requests before it`;
    const cancel = this.#onEnd(() => giveUp(this.#tooLate(reason)));
    let isOver = false;
    const onCancel = () => {
      if (!isOver) giveUp(new TransportError(`${what}: ${CANCELED}`, false));
    };
    if (this.isCanceled) setImmediate(onCancel);
    this.#canceled?.addEventListener("abort", onCancel);
    return () => {
      isOver = true;
      cancel();
      this.#canceled?.removeEventListener("abort", onCancel);
      resume();
    };
  }

  /** The limit and its setting, for errors. */
  get limit(): string {
    return `an operation may take ${this.totalMs / 1000} s in all${this.#hint === undefined ? "" : ` (${this.#hint})`}`;
  }

  /** Whether the last headway is less than the time of an operation before a moment. */
  #isRecent = (at: number): boolean => at - this.#headwayAt() < this.totalMs;

  /**
   * How much of the pauses until `at` does not count, in milliseconds, if nothing more is served until then. While the last
   * headway is recent, all of them; afterwards what lies before it.
   */
  #uncountedMs(at: number): number {
    const until = this.#isRecent(at) ? at : this.#headwayAt();
    return this.#pauses.reduce((sum, { from, to = at }) => sum + Math.max(0, Math.min(to, until) - from), 0);
  }

  /** Calls back once the deadline has passed. Returns what cancels that. */
  #onEnd(passed: () => void): () => void {
    let timer: NodeJS.Timeout;
    const arm = () => {
      const before = this.#uncountedMs(this.#clock());
      const isPutOff = () => this.#uncountedMs(this.#clock()) > before && this.remainingMs() > 0;
      timer = setTimeout(() => (isPutOff() ? arm() : passed()), this.#leastMs());
    };
    arm();
    return () => clearTimeout(timer);
  }

  /** Milliseconds in which the deadline cannot pass, unless the pause that is under way ends. */
  #leastMs(): number {
    if (this.#waiting === 0) return this.remainingMs();
    // Without further headway it passes when the last one is no longer recent, or later.
    const notRecent = this.#headwayAt() + this.totalMs;
    return Math.max(notRecent, this.#end + this.#uncountedMs(Number.POSITIVE_INFINITY)) - this.#clock();
  }

  #tooLate(what: string): TransportError {
    return new TransportError(`${what}: the time is over: ${this.limit}`, false);
  }
}
