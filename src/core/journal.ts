import { placeOfObject } from "../description/spec/place";
import type { Values } from "../description/spec/values";
import type { JsonObject } from "../description/wire/json";
import type { Holders } from "./holders";
import { type ObjectId, objectText, ROLE_BINDING, type StoredId } from "./ids";

export interface JournalListener {
  /** @param place as of `placeOf` */
  onCreate(object: ObjectId, place: string): void;
  /** An object is proven to no longer exist. */
  onGone(object: ObjectId): void;
}

/** The creation time of an object, in milliseconds since the epoch. Undefined if the object does not have it. */
export function createdAtMs({ createTime }: JsonObject): number | undefined {
  const ms = typeof createTime === "string" ? Date.parse(createTime) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** What a run did, and was asked to delete. Lists share its order, so that a list knows which notes are newer than itself. */
export class Journal {
  #order = 0;
  #hasWritten = false;
  #latestMs = Number.NEGATIVE_INFINITY;
  #listener: JournalListener | undefined;
  readonly #created = new Set<string>();
  readonly #createdAt = new Map<string, Set<string>>();
  /** The moment in the order at which each object was changed, or found to be deleted. */
  readonly #changed = new Map<string, number>();
  readonly #deleting = new Set<string>();
  readonly #deleted = new Set<string>();
  /** Role bindings that the run changes or deletes. Those of its own token may be among them. */
  readonly #bindings = new Set<string>();

  constructor(private readonly holders: Pick<Holders, "noteCreate" | "noteDelete">) {}

  /** Whether the run created an object, or started to change or delete one. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** The creation time of the newest object that the run has seen, in milliseconds since the epoch. -Infinity before the first. */
  get latestMs(): number {
    return this.#latestMs;
  }

  listen(listener: JournalListener): void {
    this.#listener = listener;
  }

  next(): number {
    this.#order += 1;
    return this.#order;
  }

  noteSeen(object: JsonObject): void {
    this.#latestMs = Math.max(this.#latestMs, createdAtMs(object) ?? this.#latestMs);
  }

  noteCreate(object: ObjectId, desired: Values, answer: JsonObject): void {
    const place = placeOfObject(object, desired);
    this.#hasWritten = true;
    this.#created.add(object.uid);
    // What exists once per parent has the same uid again.
    this.#deleted.delete(objectText(object));
    this.#createdAt.set(place, (this.#createdAt.get(place) ?? new Set()).add(object.uid));
    this.noteSeen(answer);
    this.holders.noteCreate(object);
    this.#listener?.onCreate(object, place);
  }

  /** Notes a change of an object. Called before the request and after its response. */
  noteChange(object: ObjectId): void {
    this.#noteWrite(object);
    this.#changed.set(objectText(object), this.next());
  }

  noteDeleteBegun(object: ObjectId): void {
    this.#noteWrite(object);
    this.#deleting.add(objectText(object));
  }

  #noteWrite(object: ObjectId): void {
    this.#hasWritten = true;
    if (object.spec.type === ROLE_BINDING) this.#bindings.add(objectText(object));
  }

  noteDelete(object: ObjectId, recorded: Values): void {
    this.#deleted.add(objectText(object));
    this.noteGone(object);
    this.holders.noteDelete(object, recorded);
  }

  noteGone(object: ObjectId): void {
    this.#changed.set(objectText(object), this.next());
    this.#listener?.onGone(object);
  }

  /** Whether the run created an object with a uid, of any kind. It may not be visible everywhere yet. */
  hasCreated = (uid: string): boolean => this.#created.has(uid);

  createdAt = (place: string): readonly string[] => [...(this.#createdAt.get(place) ?? [])];

  /** Whether the run changed or deleted an object, or found it deleted, since a moment of the order. */
  hasChangedSince = (object: StoredId, order: number): boolean => (this.#changed.get(objectText(object)) ?? 0) > order;

  /** Whether the run changes or deletes role bindings other than an object. */
  changesOtherBindings = (object: StoredId): boolean =>
    this.#bindings.size > (this.#bindings.has(objectText(object)) ? 1 : 0);

  isDeleting = (object: StoredId): boolean => this.#deleting.has(objectText(object));

  hasDeleted = (object: StoredId): boolean => this.#deleted.has(objectText(object));
}
