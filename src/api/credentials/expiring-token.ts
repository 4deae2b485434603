import type { TokenSource } from "../layers/authorized";
import type { Secret } from "../secret";

/** A token and when it ends, in milliseconds since 1970; one whose end is not known is kept until it is refused. */
export interface Issued {
  readonly token: Secret;
  readonly expiresAt: number | undefined;
}

/** The part of a token's life after which a new one is asked for. */
const FRESH_PART = 0.8;
/** How long a token is used that has ended by our clock, in milliseconds: it is new, so it is the clocks that differ. */
const SKEWED_MS = 30_000;

/**
 * A token that is asked for when it is needed, kept for four fifths of its life, and asked for anew when the server refuses
 * it. One that comes with its end in the past is kept for half a minute. However many requests need one at once, it is
 * asked for once, in the way of the first of them.
 */
export class CachedToken {
  #cached: { readonly token: Secret; readonly freshUntil: number } | undefined;
  #asking: Promise<Secret> | undefined;

  /** @param clock milliseconds since 1970 */
  constructor(private readonly clock: () => number = Date.now) {}

  /** The token that is kept, or a new one. */
  async current(obtain: () => Promise<Issued>): Promise<Secret> {
    const cached = this.#cached;
    return cached !== undefined && this.clock() < cached.freshUntil ? cached.token : this.#ask(obtain);
  }

  /** Another token than the one that was refused, or nothing when none is issued. */
  async renew(refused: Secret, obtain: () => Promise<Issued>): Promise<Secret | undefined> {
    const cached = this.#cached;
    // Of many requests that were refused at once, the first asks; the others take what it got.
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

/** A source of tokens that are obtained in one way, each kept while it is good. */
export function expiringToken(obtain: () => Promise<Issued>, clock?: () => number): TokenSource {
  const cached = new CachedToken(clock);
  return { current: () => cached.current(obtain), renew: (refused) => cached.renew(refused, obtain) };
}
