/** Items that share a look. */
interface Batch<T> {
  readonly items: Set<string>;
  readonly answer: Promise<T>;
}

/** One look at a time for each place: what comes while one is under way shares the next. */
export class Gathering<T> {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Batch<T>>();

  /**
   * The answer of a look that begins now or later, and is about an item and all that gathered with it.
   *
   * @param look is called once for all of them
   */
  together(place: string, item: string, look: (items: ReadonlySet<string>) => Promise<T>): Promise<T> {
    const waiting = this.#next.get(place);
    if (waiting !== undefined) {
      waiting.items.add(item);
      return waiting.answer;
    }
    const items = new Set([item]);
    const begin = () => {
      this.#next.delete(place);
      return look(items);
    };
    const before = this.#last.get(place) ?? Promise.resolve();
    const answer = before.then(begin, begin);
    this.#next.set(place, { items, answer });
    this.#last.set(place, answer);
    answer.catch(() => undefined); // Those who gathered see the error.
    return answer;
  }
}
