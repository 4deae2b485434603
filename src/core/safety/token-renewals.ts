import type { Client } from "../../api/client";
import { PlatformError } from "../../api/errors";

/** The result of a renewal: whether there is a newer token, and the reason if an error prevented it. */
export interface Renewal {
  readonly isNew: boolean;
  readonly why?: string;
}

/** The renewals of a run's token. Work that was refused at the same time shares one. */
export class TokenRenewals {
  #latest: Promise<Renewal> = Promise.resolve({ isNew: false });

  get latest(): Promise<Renewal> {
    return this.#latest;
  }

  /** Renews the token, unless a renewal has started since `before` was the latest one. */
  after(before: Promise<Renewal>, client: Client): Promise<Renewal> {
    if (this.#latest === before) this.#latest = renewalOf(client);
    return this.#latest;
  }
}

async function renewalOf(client: Client): Promise<Renewal> {
  try {
    return { isNew: await client.renewToken() };
  } catch (error) {
    // The refusal of the work must be shown, not this error.
    if (!(error instanceof PlatformError)) throw error;
    return { isNew: false, why: error.message };
  }
}
