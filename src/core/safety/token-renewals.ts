import type { Client } from "../../client/api/client";
import { PlatformError } from "../../client/api/errors";
import type { Journal } from "../journal";

/** The result of a renewal: whether there is a newer token, and the reason if an error prevented it. */
export interface Renewal {
  readonly isNew: boolean;
  readonly why?: string;
}

/** The renewals of a run's token. Work for which it was too old at the same time shares one. */
export class TokenRenewals {
  #latest: Promise<Renewal> = Promise.resolve({ isNew: false });
  #issuedAt = 0;

  get latest(): Promise<Renewal> {
    return this.#latest;
  }

  /** The moment in the journal's order before which the token was not issued. */
  get issuedAt(): number {
    return this.#issuedAt;
  }

  /** Renews the token. Five callers for whom it was too old at the same time pass the same `before`, and share the renewal of the first. */
  after(
    before: Promise<Renewal>,
    { client, journal }: { readonly client: Client; readonly journal: Journal },
  ): Promise<Renewal> {
    if (this.#latest === before) this.#latest = this.#renew(client, journal.next());
    return this.#latest;
  }

  async #renew(client: Client, startedAt: number): Promise<Renewal> {
    try {
      const isNew = await client.renewToken();
      if (isNew) this.#issuedAt = startedAt;
      return { isNew };
    } catch (error) {
      // Why the token is too old must be shown, not this error.
      if (!(error instanceof PlatformError)) throw error;
      return { isNew: false, why: error.message };
    }
  }
}
