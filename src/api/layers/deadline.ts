import { TransportError } from "../errors";

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
   * absent, time in a queue counts like any other.
   */
  readonly headwayAt?: (() => number) | undefined;
}

/**
 * The deadline of one operation, which starts now. Tokens, requests and waits all share it. The time in which the
 * operation queues behind other requests does not count, as long as the server serves them: it is then the length of
 * the queue that takes time, and not the operation.
 */
export class Deadline {
  /** The limit in milliseconds. */
  readonly totalMs: number;
  readonly #clock: () => number;
  readonly #hint: string | undefined;
  readonly #headwayAt: () => number;
  /** The deadline, without the wait in a queue that is under way. */
  #end: number;
  /** How many requests of the operation are in a queue, and since when at least one is. */
  #queued = { count: 0, since: 0 };

  constructor({
    operationTimeoutMs = DEFAULT_OPERATION_MS,
    clock = Date.now,
    hint,
    headwayAt = () => Number.NEGATIVE_INFINITY,
  }: TimeLimit = {}) {
    this.totalMs = operationTimeoutMs;
    this.#clock = clock;
    this.#hint = hint;
    this.#headwayAt = headwayAt;
    this.#end = clock() + operationTimeoutMs;
  }

  /** Milliseconds left; 0 after the deadline. */
  remainingMs(): number {
    return Math.max(0, this.#end + this.#uncountedMs() - this.#clock());
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
   * Begins a wait in a queue.
   *
   * @param what names the step that the request in the queue is for
   * @param giveUp called with a TransportError if the deadline passes during the wait
   * @returns ends the wait; to be called once, also after `giveUp`
   */
  queue(what: string, giveUp: (error: TransportError) => void): () => void {
    if (this.#queued.count++ === 0) this.#queued.since = this.#clock();
    const cancel = this.#onEnd(() =>
      giveUp(this.#tooLate(`${what}, for the server did not serve the requests before it`)),
    );
    return () => {
      cancel();
      const uncountedMs = this.#uncountedMs();
      if (--this.#queued.count === 0) this.#end += uncountedMs;
    };
  }

  /** The limit and its setting, for errors. */
  get limit(): string {
    return `an operation may take ${this.totalMs / 1000} s in all${this.#hint === undefined ? "" : ` (${this.#hint})`}`;
  }

  /**
   * How much of the wait in a queue that is under way does not count, in milliseconds. While the last headway is no
   * longer ago than an operation may take, all of it; afterwards what lies before the headway.
   */
  #uncountedMs(): number {
    const { count, since } = this.#queued;
    if (count === 0) return 0;
    const [now, headwayAt] = [this.#clock(), this.#headwayAt()];
    return Math.max(0, (now - headwayAt < this.totalMs ? now : headwayAt) - since);
  }

  /** Calls back once the deadline has passed. Returns what cancels that. */
  #onEnd(passed: () => void): () => void {
    let timer: NodeJS.Timeout;
    const arm = () => {
      const end = this.#end;
      const isPutOff = () => (this.#queued.count > 0 || this.#end > end) && this.remainingMs() > 0;
      timer = setTimeout(() => (isPutOff() ? arm() : passed()), this.#leastMs());
    };
    arm();
    return () => clearTimeout(timer);
  }

  /** Milliseconds in which the deadline cannot pass. */
  #leastMs(): number {
    if (this.#queued.count === 0) return this.remainingMs();
    // Without further headway it passes when the last one no longer counts, or later.
    const headwayAt = this.#headwayAt();
    const uncountedThen = Math.max(0, headwayAt - this.#queued.since);
    return Math.max(headwayAt + this.totalMs, this.#end + uncountedThen) - this.#clock();
  }

  #tooLate(what: string): TransportError {
    return new TransportError(`${what}: the time is over: ${this.limit}`, false);
  }
}
