import type { Client } from "../../client/api/client";
import { ApiError, NotFoundError, nothingIfRefused, PermissionDeniedError } from "../../client/api/errors";
import { placeOfObject } from "../../description/spec/place";
import { isUnique, type ResourceSpec } from "../../description/spec/resource";
import type { JsonObject } from "../../description/wire/json";
import type { Journal } from "../journal";
import { ifReadable, observe } from "../state/wire";
import { twinsText } from "../texts/owned";
import { allSelected, type Selection } from "./request";

/** How long a list is used for reads, in milliseconds. A refresh may report the state of half a minute ago. */
const READS_HOLD_MS = 30_000;
/** How long a list shows which keys are free, in milliseconds. Short, because others and requests of a killed run may take one. */
const KEYS_HOLD_MS = 5_000;
/** How long no list is read after one that proved nothing, or that showed another writer, in milliseconds. */
const PAUSE_MS = 30_000;
/** How long no list is read after one that failed, in milliseconds. The platform may not permit it yet under a new parent. */
const PAUSE_AFTER_FAILURE_MS = 5_000;
const MAX_PAGES = 50;

export interface Run {
  readonly clock: () => number;
  readonly journal: Journal;
  readonly onKept: (cache: ListCache) => void;
  /** Shows each warning once. */
  readonly warn: (text: string) => void;
}

/** Whether a list is worth reading: as soon as it has no more pages than there were questions since the last one. */
class Worth {
  #questions = 0;
  #backoffUntil = 0;

  /** @param pages a guess before the first list */
  constructor(
    private readonly clock: () => number,
    private pages: number,
  ) {}

  get isPaused(): boolean {
    return this.clock() < this.#backoffUntil;
  }

  pause(ms: number): void {
    this.#backoffUntil = Math.max(this.#backoffUntil, this.clock() + ms);
  }

  /** Counts a question. Returns whether the list is worth reading now. A caller that needs all of it (`isWhole`) would read as much. */
  ask(isWhole: boolean): boolean {
    this.#questions += 1;
    return !this.isPaused && (isWhole || this.#questions >= this.pages);
  }

  allows(pages: number, isWhole: boolean): boolean {
    this.pages = pages;
    return pages <= (isWhole ? MAX_PAGES : Math.min(MAX_PAGES, this.#questions));
  }

  restart(): void {
    this.#questions = 0;
  }
}

/** Caches the last list of some objects, read once that is cheaper than to ask directly. The journal has what this run has done since. */
export class ListCache {
  #listing: Listing | undefined;
  #reading: Promise<Listing | undefined> | undefined;
  /** A list that began at this moment of the journal or before is invalid. */
  #voidUpTo = 0;
  /** Places at which this run wants to create an object. */
  readonly #wanted = new Set<string>();
  readonly #worth: Worth;

  constructor(
    private readonly selection: Selection,
    private readonly run: Run,
    pages: number,
  ) {
    this.#worth = new Worth(run.clock, pages);
  }

  get last(): Listing | undefined {
    return this.#listing;
  }

  /** The objects at a place. Undefined if the caller must ask directly (all, if `isWhole`). A taken key is always asked for. */
  async at(client: Client, place: string, isWhole: boolean): Promise<readonly JsonObject[] | undefined> {
    const { journal } = this.run;
    const isKey = isUnique(this.selection.spec);
    const created = journal.createdAt(place);
    const isOurs = created.length > 0 && isKey;
    // A create under a new group asks for one name until the group is visible. That is one question, and no reason to list.
    if (isOurs || this.#wanted.has(place) || this.#worth.isPaused) return undefined;
    this.#wanted.add(place);
    const begun = journal.next();
    const listing = await this.#recent(client, KEYS_HOLD_MS, isWhole);
    // In the meantime the list may have become invalid, or may have shown another writer.
    if (listing?.places === undefined || !this.#holds(listing, KEYS_HOLD_MS) || this.#worth.isPaused) return undefined;
    const items = itemsAt(listing, place);
    if (items.length > 0 && listing.order < begun && isKey) return undefined;
    return [...items, ...created.map((uid) => ({ uid }))];
  }

  knownItem(uid: string): JsonObject | undefined {
    const listing = this.#listing;
    return this.#holds(listing, READS_HOLD_MS) ? this.#itemIn(listing, uid) : undefined;
  }

  /** An object in a list, which is read if it is worth it. Undefined if this run has changed the object since. */
  async item(client: Client, uid: string): Promise<JsonObject | undefined> {
    return this.#itemIn(await this.#recent(client, READS_HOLD_MS, false), uid);
  }

  #keep(listing: Listing): Listing {
    const before = this.#listing;
    this.#listing = listing;
    this.#worth.restart();
    const isExpected = (place: string, { uid }: JsonObject) =>
      this.#wanted.has(place) || this.run.journal.hasCreated(String(uid)) || before?.items.has(uid) !== false;
    for (const [place, items] of listing.places ?? []) {
      this.#findTwins(place);
      if (!items.every((item) => isExpected(place, item))) this.#worth.pause(PAUSE_MS);
    }
    this.run.onKept(this);
    return listing;
  }

  noteCreate(place: string): void {
    this.#wanted.delete(place);
    this.#findTwins(place);
  }

  /** Notes that a place is free. A list that shows an object there is out of date. */
  noteFree(place: string): void {
    if (itemsAt(this.#listing, place).length > 0) this.forget();
  }

  /** Discards the list, and one that is being read, because an object may exist that they lack. */
  forget(): void {
    this.#voidUpTo = this.run.journal.next();
    this.#listing = undefined;
  }

  async #recent(client: Client, holdMs: number, isWhole: boolean): Promise<Listing | undefined> {
    const isWorth = this.#worth.ask(isWhole);
    if (this.#holds(this.#listing, holdMs)) return this.#listing;
    const reading = this.#reading;
    if (reading !== undefined) return client.pausing(() => reading);
    if (!isWorth) return undefined;
    this.#reading = this.#read(client, isWhole);
    return this.#reading;
  }

  /** Undefined if the list proves nothing, is not worth it or became invalid. After a failure it is not read for a while, or never. */
  async #read(client: Client, isWhole: boolean): Promise<Listing | undefined> {
    const { clock, journal } = this.run;
    const [startedAt, order] = [clock(), journal.next()];
    const { spec, above } = this.selection;
    try {
      const found = await allSelected(client, this.selection, (pages) => this.#worth.allows(pages, isWhole));
      if (found !== undefined && "items" in found)
        return order > this.#voidUpTo ? this.#keep({ startedAt, order, ...indexed(spec, found.items) }) : undefined;
      if (found === undefined) this.#worth.pause(PAUSE_MS);
      else if (found.pages > MAX_PAGES) this.#worth.pause(Number.POSITIVE_INFINITY);
      return undefined;
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.code === "UNIMPLEMENTED";
      const isRefused = error instanceof PermissionDeniedError || error instanceof NotFoundError;
      const isNew = above !== undefined && journal.hasCreated(above);
      this.#worth.pause(isUnknown || (isRefused && !isNew) ? Number.POSITIVE_INFINITY : PAUSE_AFTER_FAILURE_MS);
      return nothingIfRefused(error);
    } finally {
      this.#reading = undefined;
    }
  }

  #holds(listing: Listing | undefined, holdMs: number): listing is Listing {
    if (listing === undefined || listing.order <= this.#voidUpTo) return false;
    return this.run.clock() - listing.startedAt <= holdMs;
  }

  #itemIn(listing: Listing | undefined, uid: string): JsonObject | undefined {
    if (listing === undefined) return undefined;
    const hasChanged = this.run.journal.hasChangedSince({ spec: this.selection.spec, uid }, listing.order);
    return hasChanged ? undefined : listing.items.get(uid);
  }

  /** Warns of another object with the same key. A platform that allows twins does not refuse the second of two simultaneous creates. */
  #findTwins(place: string): void {
    const { spec } = this.selection;
    if (!isUnique(spec)) return;
    const created = this.run.journal.createdAt(place);
    const others = itemsAt(this.#listing, place).flatMap(({ uid }) => (created.includes(String(uid)) ? [] : [uid]));
    const [ours] = created.slice(-1);
    if (ours !== undefined && others.length > 0) this.run.warn(twinsText({ spec, uid: ours }, others));
  }
}

/** A complete list, as of the moment of its request. */
interface Listing {
  /** The moment of its request, in milliseconds since the epoch, and in the order of the journal. */
  readonly startedAt: number;
  readonly order: number;
  /** The objects by uid, without those that are known to be deleted. */
  readonly items: Map<unknown, JsonObject>;
  /** The objects by place (`placeOf`). Undefined if a key cannot be read. */
  readonly places: ReadonlyMap<string, readonly JsonObject[]> | undefined;
}

const itemsAt = (listing: Listing | undefined, place: string): JsonObject[] =>
  (listing?.places?.get(place) ?? []).filter(({ uid }) => listing?.items.has(uid));

function indexed(spec: ResourceSpec, objects: readonly JsonObject[]): Pick<Listing, "items" | "places"> {
  const places = ifReadable(() => {
    const byPlace = new Map<string, JsonObject[]>();
    for (const item of objects) {
      const place = placeOfObject({ spec, uid: String(item.uid) }, observe(spec.fields, item));
      const there = byPlace.get(place);
      if (there === undefined) byPlace.set(place, [item]);
      else there.push(item);
    }
    return byPlace;
  });
  return { items: new Map(objects.map((item) => [item.uid, item])), places };
}
