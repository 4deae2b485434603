import { TransportError } from "../errors";

/** The time that an operation has for all its requests and waits together, from now on. */
export class Deadline {
  readonly #end: number;

  /**
   * @param totalMs how long the operation may take
   * @param clock milliseconds since 1970
   */
  constructor(
    private readonly totalMs: number,
    private readonly clock: () => number,
  ) {
    this.#end = clock() + totalMs;
  }

  /** How many milliseconds are left; 0 when the time is over. */
  remainingMs(): number {
    return Math.max(0, this.#end - this.clock());
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

  /** How long the operation may take, and which setting says so. */
  get limit(): string {
    // advice: operation-timeout
    return `an operation may take ${this.totalMs / 1000} s in all (platform:operationTimeout or PLATFORM_OPERATION_TIMEOUT)`;
  }

  #tooLate(what: string): TransportError {
    return new TransportError(`${what}: the time is over: ${this.limit}`, false);
  }
}
