import type { TokenSource } from "../layers/authorized";
import type { Secret } from "../secret";

/** A token and its expiry, in milliseconds since 1970. A token without a known expiry is used until the server rejects it. */
export interface Issued {
  readonly token: Secret;
  readonly expiresAt: number | undefined;
}

const FRESH_PART = 0.8;
/** Time in milliseconds to use a new token that appears to have expired already, because the clocks must differ. */
const SKEWED_MS = 30_000;

/** Renewed after four fifths of its lifetime, or when the server rejects it. Concurrent callers share one request. */
export class CachedToken {
  #cached: { readonly token: Secret; readonly freshUntil: number } | undefined;
  #asking: Promise<Secret> | undefined;

  /** @param clock milliseconds since 1970 */
  constructor(private readonly clock: () => number = Date.now) {}

  async current(obtain: () => Promise<Issued>): Promise<Secret> {
    const cached = this.#cached;
    return cached !== undefined && this.clock() < cached.freshUntil ? cached.token : this.#ask(obtain);
  }

  async renew(refused: Secret, obtain: () => Promise<Issued>): Promise<Secret | undefined> {
    const cached = this.#cached;
    // When many requests are rejected at once, the first one requests a new token and the others share it.
    if (this.#asking === undefined && cached !== undefined && !cached.token.equals(refused)) return cached.token;
    const token = await this.#ask(obtain);
    return token.equals(refused) ? undefined : token;
  }

  #ask(obtain: () => Promise<Issued>): Promise<Secret> {
    this.#asking ??= this.#obtain(obtain).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #obtain(obtain: () => Promise<Issued>): Promise<Secret> {
    const askedAt = this.clock();
    const { token, expiresAt } = await obtain();
    const life = expiresAt === undefined ? Number.POSITIVE_INFINITY : expiresAt - askedAt;
    this.#cached = { token, freshUntil: askedAt + (life > 0 ? life * FRESH_PART : SKEWED_MS) };
    return token;
  }
}

export function expiringToken(obtain: () => Promise<Issued>, clock?: () => number): TokenSource {
  const cached = new CachedToken(clock);
  return { current: () => cached.current(obtain), renew: (refused) => cached.renew(refused, obtain) };
}
