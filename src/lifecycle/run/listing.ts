import type { JsonObject } from "../../api/json";
import { keyOf } from "../../spec/place";
import type { ResourceSpec } from "../../spec/resource";
import { ifReadable, observe } from "../state/wire";

/** When a listing was asked for. */
interface Taken {
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  /** Its place in the order of listings and of this run's own changes. */
  readonly order: number;
}

/** The objects of one kind directly under a parent, complete as of one moment. */
export class Listing {
  /** By uid. */
  readonly items: Map<unknown, JsonObject>;
  /** Keys by uid; those of all items, or none where one cannot be read. */
  readonly #keys: Map<unknown, string> | undefined;
  readonly #uids = new Map<string, Set<unknown>>();

  constructor(
    spec: ResourceSpec,
    readonly taken: Taken,
    items: readonly JsonObject[],
  ) {
    this.items = new Map(items.map((item) => [item.uid, item]));
    this.#keys = ifReadable(() => new Map(items.map((item) => [item.uid, keyOf(spec, observe(spec.fields, item))])));
    for (const [uid, key] of this.#keys ?? []) this.#uids.set(key, (this.#uids.get(key) ?? new Set()).add(uid));
  }

  /** Whether the keys of all items can be read. */
  get isReadable(): boolean {
    return this.#keys !== undefined;
  }

  /** uids and keys of the items that can be read. */
  get keys(): (readonly [uid: unknown, key: string])[] {
    return [...(this.#keys ?? [])];
  }

  /** The items that have a key. */
  withKey(key: string): JsonObject[] {
    return [...(this.#uids.get(key) ?? [])].flatMap((uid) => {
      const item = this.items.get(uid);
      return item === undefined ? [] : [item];
    });
  }

  /** Takes an object out that is gone. */
  remove(uid: string): void {
    const key = this.#keys?.get(uid);
    this.items.delete(uid);
    this.#keys?.delete(uid);
    if (key !== undefined) this.#uids.get(key)?.delete(uid);
  }
}
