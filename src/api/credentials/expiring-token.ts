import type { TokenSource } from "../layers/authorized";
import type { Secret } from "../secret";

/**
 * A token and its expiry, in milliseconds since 1970. Without a known expiry it is used until the server rejects it.
 */
export interface Issued {
  readonly token: Secret;
  readonly expiresAt: number | undefined;
}

/** Share of a token's lifetime after which a new one is requested. */
const FRESH_PART = 0.8;
/** How long to use a new token that appears to have expired already, in milliseconds. The clocks must differ. */
const SKEWED_MS = 30_000;

/**
 * A cached token. It is requested on first use and renewed after four fifths of its lifetime, or when the server
 * rejects it. A token that arrives already expired is kept for 30 seconds. Concurrent callers share one request.
 */
export class CachedToken {
  #cached: { readonly token: Secret; readonly freshUntil: number } | undefined;
  #asking: Promise<Secret> | undefined;

  /** @param clock milliseconds since 1970 */
  constructor(private readonly clock: () => number = Date.now) {}

  /** The cached token, or a new one. */
  async current(obtain: () => Promise<Issued>): Promise<Secret> {
    const cached = this.#cached;
    return cached !== undefined && this.clock() < cached.freshUntil ? cached.token : this.#ask(obtain);
  }

  /** A token other than the rejected one, or undefined if none is issued. */
  async renew(refused: Secret, obtain: () => Promise<Issued>): Promise<Secret | undefined> {
    const cached = this.#cached;
    // When many requests are rejected at once, the first asks for a new token and the others share it.
    if (this.#asking === undefined && cached !== undefined && cached.token.reveal() !== refused.reveal())
      return cached.token;
    const token = await this.#ask(obtain);
    return token.reveal() === refused.reveal() ? undefined : token;
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

/** A token source that caches what `obtain` returns. */
export function expiringToken(obtain: () => Promise<Issued>, clock?: () => number): TokenSource {
  const cached = new CachedToken(clock);
  return { current: () => cached.current(obtain), renew: (refused) => cached.renew(refused, obtain) };
}
