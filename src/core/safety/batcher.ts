/** How a batch is made up and sent. */
interface BatchCall<A, I> {
  /** Is called once per batch with all of its items, in the order in which they came. */
  readonly call: (items: ReadonlySet<I>) => Promise<A>;
  /** Waits until no more items are to be expected: what comes meanwhile is in the batch. It never throws. */
  readonly isReady?: () => Promise<void>;
  /** How many items a call takes; any number by default. */
  readonly max?: number;
}

/** Items that will share one call. */
interface Batch<A, I> {
  readonly items: Set<I>;
  readonly answer: Promise<A>;
  /** Makes the call as soon as it is ready. */
  readonly start: () => void;
  /** Makes the call now, once. */
  readonly begin: () => void;
}

/** The calls of one key. */
interface Queue<A, I> {
  underWay: number;
  next: Batch<A, I> | undefined;
}

/** How long a batch waits for the call before it, in milliseconds: a slow answer must not hold up what comes later. */
const PATIENCE_MS = 1_000;

/**
 * Makes one call for items that come together. A call for a single item begins at once, in the same turn of the event loop. Items
 * that come while a call of their key is under way share the next one. That one begins when the call ends, when it is
 * full, or after a second.
 */
export class Batcher<A, I = string> {
  readonly #queues = new Map<string, Queue<A, I>>();

  /** The answer of a call that begins now or later, for this item and all others of its batch. Throws what the call throws. */
  run(key: string, item: I, how: BatchCall<A, I>): Promise<A> {
    const queue = this.#queues.get(key) ?? { underWay: 0, next: undefined };
    this.#queues.set(key, queue);
    queue.next ??= this.#batch(key, queue, how);
    const { items, answer, begin } = queue.next;
    items.add(item);
    if (items.size >= (how.max ?? Number.POSITIVE_INFINITY)) begin();
    return answer;
  }

  #batch(key: string, queue: Queue<A, I>, { call, isReady }: BatchCall<A, I>): Batch<A, I> {
    const items = new Set<I>();
    const isIdle = queue.underWay === 0;
    let begin = () => {};
    let start = () => {};
    const answer = new Promise<A>((resolve) => {
      const send = async () => {
        try {
          return await call(items);
        } finally {
          this.#end(key, queue);
        }
      };
      begin = () => {
        clearImmediate(soon);
        clearTimeout(late);
        if (queue.next?.items !== items) return;
        queue.next = undefined;
        queue.underWay += 1;
        resolve(send());
      };
      start = () => (isReady === undefined ? begin() : void isReady().then(begin));
      // What comes in the same turn, for example from one answer that many waited for, goes together.
      const soon = isIdle ? setImmediate(start) : undefined;
      const late = isIdle ? undefined : setTimeout(start, PATIENCE_MS);
    });
    return { items, answer, start, begin };
  }

  #end(key: string, queue: Queue<A, I>): void {
    queue.underWay -= 1;
    if (queue.underWay > 0) return;
    if (queue.next === undefined) this.#queues.delete(key);
    else queue.next.start();
  }
}
