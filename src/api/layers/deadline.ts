import { TransportError } from "../errors";

/** The longest that an operation may take where no setting says otherwise, in milliseconds. */
const DEFAULT_OPERATION_MS = 120_000;

/** How long operations may take, and by which clock. */
export interface TimeLimit {
  /** The longest that one operation may take with all its requests and waits, in milliseconds. */
  readonly operationTimeoutMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
  /** Where a user sets the time, for errors. */
  readonly hint?: string | undefined;
}

/**
 * The time that one operation has, from now on, for all that it does: tokens, requests and the waits between them. It is
 * handed along, and each step takes what is left.
 */
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

  /** How many milliseconds are left; 0 when the time is over. */
  remainingMs(): number {
    return Math.max(0, this.#end - this.#clock());
  }

  /** How many whole milliseconds an attempt may take that would have so many to itself; at least 1. */
  atMost(ms: number): number {
    return Math.max(1, Math.ceil(Math.min(ms, this.remainingMs())));
  }

  /** Throws TransportError when the time is over, for what is therefore not done. */
  check(what: string): void {
    if (this.remainingMs() <= 0) throw this.#tooLate(what);
  }

  /** What work comes to. Throws TransportError when the time is over before. */
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

  /** How long the operation may take, and which setting says so, for errors. */
  get limit(): string {
    return `an operation may take ${this.#totalMs / 1000} s in all${this.#hint === undefined ? "" : ` (${this.#hint})`}`;
  }

  #tooLate(what: string): TransportError {
    return new TransportError(`${what}: the time is over: ${this.limit}`, false);
  }
}
