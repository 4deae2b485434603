import type { Circumstances } from "../errors";
import type { HttpReply, HttpRequest } from "../transport";
import type { Deadline } from "./deadline";
import { type Attempted, isDeferred, type Outcome } from "./retry-matrix";

/**
 * Sends a request. Each layer of a client has this type and wraps the next one. The innermost layer is the transport.
 * Resolves with any HTTP response, including errors. Throws AttemptError if none arrived, and TransportError if the deadline
 * passed before the request was sent.
 */
export type Send = (request: HttpRequest, call: Call) => Promise<HttpReply>;

export interface CallEnd extends Circumstances {
  /** Why it was not retried, if this needs an explanation. */
  readonly why?: string | undefined;
}

/** State of one call, shared by the layers: its deadline, its attempts and how it ended. */
export class Call {
  end: CallEnd = { ambiguous: false };
  #failed = 0;
  #deferred = 0;

  constructor(
    readonly attempted: Attempted,
    readonly deadline: Deadline,
  ) {}

  get attempts(): number {
    return this.#failed + this.#deferred;
  }

  /** Counts a failed or deferred attempt. Returns its number within its kind, from 1. */
  count(outcome: Outcome): number {
    return isDeferred(this.attempted, outcome) ? ++this.#deferred : ++this.#failed;
  }

  /** Uncounts the last failed attempt, because its token had expired and there is a new one. */
  uncount(): void {
    this.#failed--;
  }
}

/** Without the query, which may contain private data. */
export const requestText = ({ method, path }: HttpRequest): string => `${method} ${path}`;
