import type { Circumstances } from "../errors";
import type { HttpReply, HttpRequest } from "../transport";
import type { Deadline } from "./deadline";
import { type Attempted, isDeferred, type Outcome } from "./retry-matrix";

/**
 * Sends a request. Every layer of a client is a function that takes the next one and gives back one of this type; the
 * innermost is the transport. Resolves with the answer, a refusal too. Throws AttemptError where none came, and
 * TransportError where the deadline passed before the request was sent.
 */
export type Send = (request: HttpRequest, call: Call) => Promise<HttpReply>;

/** How a call ended that failed for good. */
export interface CallEnd extends Circumstances {
  /** Why it was not sent again, where that needs saying. */
  readonly why?: string | undefined;
}

/** One call, handed along through the layers: the time that it has, how often it was sent, and how it ended. */
export class Call {
  /** Set by the layer that gives up. */
  end: CallEnd = { ambiguous: false };
  #failed = 0;
  #putOff = 0;

  constructor(
    readonly attempted: Attempted,
    readonly deadline: Deadline,
  ) {}

  /** How many attempts count. */
  get attempts(): number {
    return this.#failed + this.#putOff;
  }

  /**
   * Counts an attempt that did not succeed. Those that failed and those that the platform put off are counted apart.
   *
   * @returns its number among those of its kind, from 1
   */
  count(outcome: Outcome): number {
    return isDeferred(this.attempted, outcome) ? ++this.#putOff : ++this.#failed;
  }

  /** Takes back the last attempt that failed: it was sent with a token that had ended, and another has come. */
  uncount(): void {
    this.#failed--;
  }
}

/** A request as errors and the log name it: without its query, which may hold what is nobody's business. */
export const nameOf = ({ method, path }: HttpRequest): string => `${method} ${path}`;
