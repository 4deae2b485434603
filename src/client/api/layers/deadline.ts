import { TransportError } from "../errors";
import { CANCELED } from "./sleep";

const DEFAULT_OPERATION_MS = 120_000;
/** The longest time limit, twelve days, because timers of more than 24 days end at once. */
const MAX_OPERATION_MS = 2 ** 30;

export interface TimeLimit {
  /** Time limit of one operation with all its requests and waits, in milliseconds. */
  readonly operationTimeoutMs?: number | undefined;
  readonly clock?: (() => number) | undefined;
  readonly hint?: string | undefined;
  /** When the server last served a request of the client, in milliseconds since 1970, or -Infinity. Absent if all time counts. */
  readonly lastServedAt?: (() => number) | undefined;
  /** Aborted when the run is canceled. Then no request waits any more. Sent requests still get their response in time. */
  readonly canceled?: AbortSignal | undefined;
}

/**
 * The deadline of one operation, which starts now. Its token, requests and waits share it. A pause is time in a queue behind
 * other requests, or a wait that the server asks for. Pauses do not count while the server serves other operations, because
 * then the whole run takes time and not this operation.
 */
export class Deadline {
  readonly totalMs: number;
  readonly #clock: () => number;
  readonly #hint: string | undefined;
  readonly #lastServedAt: () => number;
  readonly #canceled: AbortSignal | undefined;
  /** The deadline if all time counted. */
  readonly #end: number;
  /** Pauses so far, which do not overlap. The current one has no end yet. */
  readonly #pauses: { readonly from: number; to?: number }[] = [];
  #waiting = 0;

  constructor({
    operationTimeoutMs = DEFAULT_OPERATION_MS,
    clock = Date.now,
    hint,
    lastServedAt = () => Number.NEGATIVE_INFINITY,
    canceled,
  }: TimeLimit = {}) {
    this.totalMs = Math.min(operationTimeoutMs, MAX_OPERATION_MS);
    this.#clock = clock;
    this.#hint = hint;
    this.#lastServedAt = lastServedAt;
    this.#canceled = canceled;
    this.#end = clock() + this.totalMs;
  }

  get isCanceled(): boolean {
    return this.#canceled?.aborted === true;
  }

  remainingMs(): number {
    const now = this.#clock();
    return Math.max(0, this.#end + this.#uncountedMs(now) - now);
  }

  /** Milliseconds left after a pause of `ms` in which the server serves nothing. Negative if the pause is too long. */
  remainingAfterPause(ms: number): number {
    const then = this.#clock() + ms;
    return this.#end + this.#uncountedMs(then) + (this.#isRecent(then) ? ms : 0) - then;
  }

  /** Returns the smaller of `ms` and the time left, in whole milliseconds, but at least 1. */
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

  /** Begins a pause, which does not count while the server serves others. Returns what ends it; call that once. */
  pause(): () => void {
    if (this.#waiting++ === 0) this.#pauses.push({ from: this.#clock() });
    return () => {
      const last = this.#pauses.at(-1);
      if (--this.#waiting === 0 && last !== undefined) last.to = this.#clock();
    };
  }

  /** Begins a wait in a queue. Calls `giveUp` if the deadline passes or the run is canceled meanwhile. Returns what ends the wait, to call once. */
  queue(what: string, giveUp: (error: TransportError) => void): () => void {
    const resume = this.pause();
    const reason = `${what}, because the platform did not serve the requests before it`;
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

  get limit(): string {
    return `an operation may take ${this.totalMs / 1000} s in total${this.#hint === undefined ? "" : ` (${this.#hint})`}`;
  }

  #isRecent = (at: number): boolean => at - this.#lastServedAt() < this.totalMs;

  /**
   * The milliseconds of the pauses until `at` that do not count. At 60 s, pauses from 0 to 30 s and from 50 s on are 40 s. If the last
   * response came at 55 s and is not recent any more, only the pauses before it do not count, 35 s.
   */
  #uncountedMs = (at: number): number => this.#pausedMs(this.#isRecent(at) ? at : this.#lastServedAt());

  #pausedMs = (until: number): number =>
    this.#pauses.reduce((sum, { from, to = until }) => sum + Math.max(0, Math.min(to, until) - from), 0);

  /** Returns what cancels the callback. */
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

  /**
   * Milliseconds until the deadline passes if the server serves nothing more. With a limit of 120 s, a pause since 10 s and the last
   * response at 60 s, it passes at 180 s, when that response is no longer recent. Without the pause, it passes at 120 s.
   */
  #leastMs(): number {
    if (this.#waiting === 0) return this.remainingMs();
    const servedAt = this.#lastServedAt();
    return Math.max(servedAt + this.totalMs, this.#end + this.#pausedMs(servedAt)) - this.#clock();
  }

  #tooLate(what: string): TransportError {
    return new TransportError(`${what}: timed out: ${this.limit}`, false);
  }
}
