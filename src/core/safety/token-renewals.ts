import type { Client } from "../../api/client";
import { PlatformError } from "../../api/errors";

/** What became of a renewal: there is a newer token, or there is none, with the reason where an error was one. */
export interface Renewal {
  readonly isNew: boolean;
  readonly why?: string;
}

/**
 * Renews the token of a run for work that was refused, because a token grants what held when it was made. Work that was
 * refused at the same time shares a renewal.
 */
export class TokenRenewals {
  #count = 0;
  #latest: Promise<Renewal> = Promise.resolve({ isNew: false });

  /** How many renewals have begun. */
  get count(): number {
    return this.#count;
  }

  /**
   * Renews the token, unless a renewal has begun since.
   *
   * @param since the `count` before the work that was refused
   */
  after(since: number, client: Client): Promise<Renewal> {
    if (this.#count === since) {
      this.#count += 1;
      this.#latest = renewalOf(client);
    }
    return this.#latest;
  }
}

/** The error that follows from a token that stays is the refusal of the work, which must not be lost. */
const renewalOf = (client: Client): Promise<Renewal> =>
  client.renewToken().then(
    (isNew): Renewal => ({ isNew }),
    (error: unknown): Renewal => {
      if (!(error instanceof PlatformError)) throw error;
      return { isNew: false, why: error.message };
    },
  );
