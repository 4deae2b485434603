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
}

/** The deadline of one operation, which starts now. Tokens, requests and waits all share it. */
export class Deadline {
  readonly #totalMs: number;
  readonly #clock: () => number;
  readonly #hint: string | undefined;
  readonly #end: number;

  constructor({ operationTimeoutMs = DEFAULT_OPERATION_MS, clock = Date.now, hint }: TimeLimit = {}) {
    this.#totalMs = operationTimeoutMs;
    this.#clock = clock;
    this.#hint = hint;
    this.#end = clock() + operationTimeoutMs;
  }

  /** Milliseconds left; 0 after the deadline. */
  remainingMs(): number {
    return Math.max(0, this.#end - this.#clock());
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
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.#tooLate(otherwise)), this.remainingMs());
    });
    try {
      return await Promise.race([work(), end]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The limit and its setting, for errors. */
  get limit(): string {
    return `an operation may take ${this.#totalMs / 1000} s in all${this.#hint === undefined ? "" : ` (${this.#hint})`}`;
  }

  #tooLate(what: string): TransportError {
    return new TransportError(`${what}: the time is over: ${this.limit}`, false);
  }
}
