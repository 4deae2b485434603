interface BatchCall<A, I> {
  /** Called once per batch with all of its items, in the order in which they came. */
  readonly call: (items: ReadonlySet<I>) => Promise<A>;
  /** The most items of a call. Unlimited if absent. */
  readonly max?: number;
}

interface Batch<A, I> {
  readonly items: Set<I>;
  readonly answer: Promise<A>;
  readonly begin: () => void;
}

interface Queue<A, I> {
  underWay: number;
  next: Batch<A, I> | undefined;
}

/** How long a batch waits for the call before it, in milliseconds, because a slow response must not block later items for long. */
const PATIENCE_MS = 1_000;

/**
 * Combines items that come at the same time into one call. A single item is sent at once, in the same turn of the event loop. Items that
 * come during a call with the same key share the next call. It starts when that call ends, when the batch is full, or after a second.
 */
export class Batcher<A, I = string> {
  readonly #queues = new Map<string, Queue<A, I>>();

  /** Returns the result of a call for this item and all others of its batch. Throws what the call throws. */
  run(key: string, item: I, how: BatchCall<A, I>): Promise<A> {
    const queue = this.#queues.get(key) ?? { underWay: 0, next: undefined };
    this.#queues.set(key, queue);
    queue.next ??= this.#batch(key, queue, how);
    const { items, answer, begin } = queue.next;
    items.add(item);
    if (items.size >= (how.max ?? Number.POSITIVE_INFINITY)) begin();
    return answer;
  }

  #batch(key: string, queue: Queue<A, I>, { call }: BatchCall<A, I>): Batch<A, I> {
    const items = new Set<I>();
    const isIdle = queue.underWay === 0;
    let begin = () => {};
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
      // Items of the same turn go together, for example those that waited for one response.
      const soon = isIdle ? setImmediate(begin) : undefined;
      const late = isIdle ? undefined : setTimeout(begin, PATIENCE_MS);
    });
    return { items, answer, begin };
  }

  #end(key: string, queue: Queue<A, I>): void {
    queue.underWay -= 1;
    if (queue.underWay > 0) return;
    if (queue.next === undefined) this.#queues.delete(key);
    else queue.next.begin();
  }
}
