/** Items that share one call. */
interface Batch<T> {
  readonly items: Set<string>;
  readonly answer: Promise<T>;
}

/** What is done for a batch. */
interface BatchCall<T> {
  /** Is called once with all items. */
  readonly call: (items: ReadonlySet<string>) => Promise<T>;
  /** Waits until no more items are to be expected: what comes meanwhile is in the batch. */
  readonly isReady?: () => Promise<void>;
}

/** Makes one call at a time per key. Items that come while a call is under way share the next one. */
export class Batcher<T> {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Batch<T>>();

  /**
   * The answer of a call that begins now or later, for this item and all others of its batch. Throws what the call throws.
   */
  run(key: string, item: string, { call, isReady = async () => undefined }: BatchCall<T>): Promise<T> {
    const waiting = this.#next.get(key);
    if (waiting !== undefined) {
      waiting.items.add(item);
      return waiting.answer;
    }
    const items = new Set([item]);
    const begin = () => {
      this.#next.delete(key);
      return call(items);
    };
    const before = this.#last.get(key) ?? Promise.resolve();
    const answer = before
      .catch(() => undefined)
      .then(isReady)
      .then(begin);
    this.#next.set(key, { items, answer });
    this.#last.set(key, answer);
    answer.catch(() => undefined); // Every caller of the batch gets the error.
    return answer;
  }
}
