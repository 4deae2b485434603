import type { JsonObject } from "../../api/json";
import { PAGE_SIZE, type WholeList } from "../../api/pages";
import { keyOf } from "../../spec/place";
import { isUnique, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { Listing } from "./listing";
import { UnderWay } from "./under-way";

/** Reads all that is directly under the parent, if so many pages are worth it. */
export interface ReadList {
  (isWorth: (pages: number) => boolean): Promise<WholeList>;
  /** Waits for what another operation reads. */
  readonly waiting?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** How long a listing answers reads, in milliseconds: a refresh tells what was so half a minute ago. */
const READS_HOLD_MS = 30_000;
/**
 * How long a listing answers looks before creates, in milliseconds. What another writer makes after a look is the race that any
 * look has; and what a killed run has sent may still arrive while the next one creates.
 */
const LOOKS_HOLD_MS = 5_000;
/** How long everybody asks alone after a list that proved nothing, or showed another writer, in milliseconds. */
const ALONE_MS = 30_000;
/** The same after a list that failed: the platform may not permit yet what is done under a new parent. */
const ALONE_AFTER_FAILURE_MS = 5_000;
/** Longer lists are not kept in memory. */
const MAX_PAGES = 50;

/** What a listing tells of a key. */
export interface Look {
  /** The objects that have the key. */
  readonly items: readonly JsonObject[];
  /** The listing was asked for after the look had begun. */
  readonly isNew: boolean;
}

/** The run that siblings are known in. */
interface Surroundings {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Waits for some milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
  /** A listing was kept. */
  readonly onListing: () => void;
  /** Objects have the key of one that this run has created. */
  readonly onTwins: (created: unknown, others: readonly unknown[]) => void;
}

/**
 * What this run knows of the objects of one kind under one parent: the last complete listing, and what the run itself has
 * done since. Cost decides whether to list: whoever asks first asks alone, and the list is read once it has no more pages
 * than there were questions. So it never costs much more than the cheaper way.
 */
export class KnownSiblings {
  #listing: Listing | undefined;
  #underWay: Promise<Listing | undefined> | undefined;
  /** Questions since the last listing, and how many make the next one worth it. */
  #questions = 0;
  #worth: number;
  #pages = 1;
  /** Until when every question is asked alone, and every look, in milliseconds since the epoch. */
  #aloneUntil = 0;
  #looksAloneUntil = 0;
  /** Counts listings and changes. */
  #order = 0;
  /** Listings up to here are void. */
  #voidUpTo = 0;
  /** When this run has last changed an object, in `#order`. */
  readonly #changed = new Map<unknown, number>();
  /** What this run has created: keys by uid, and uids by key. */
  readonly #created = new Map<unknown, string>();
  readonly #createdBy = new Map<string, unknown>();
  /** Keys that this run is about to create. */
  readonly #wanted = new Set<string>();

  /** Whether the platform was seen to ignore the parameter that selects by uid. */
  ignoresIds = false;

  /**
   * The deletes and the lists here that are between request and answer. They wait for each other, since a list proves nothing
   * while this run changes how many objects it counts.
   */
  readonly deletes: UnderWay;
  readonly lists: UnderWay;

  constructor(
    private readonly spec: ResourceSpec,
    private readonly run: Surroundings,
    /** How many questions make the first listing worth it. */
    firstWorth = 2,
  ) {
    this.#worth = firstWorth;
    this.deletes = new UnderWay(run.sleep);
    this.lists = new UnderWay(run.sleep);
  }

  /** The last listing, however old it is, without what this run has deleted since. */
  get last(): Listing | undefined {
    return this.#listing;
  }

  /** Pages of the list, as it was last counted; 1 where it never was. */
  get pages(): number {
    return this.#listing === undefined ? this.#pages : Math.max(1, Math.ceil(this.#listing.items.size / PAGE_SIZE));
  }

  /** uids of what this run has created here. */
  get created(): readonly unknown[] {
    return [...this.#created.keys()];
  }

  /**
   * A listing for a look before a create; nothing where the look is to be taken alone.
   *
   * @param isCostlyAlone whether a look alone reads all of the list too
   */
  async forLook(desired: Values, read: ReadList, isCostlyAlone: boolean): Promise<Look | undefined> {
    const key = keyOf(this.spec, desired);
    // A look that is taken again, because the parent was not there yet, is no sign of more to come.
    if (this.#wanted.has(key) || this.run.clock() < this.#looksAloneUntil) return undefined;
    this.#wanted.add(key);
    const asked = this.#order;
    await this.#shared(LOOKS_HOLD_MS, read, isCostlyAlone);
    // A listing that others wait for too may be void by now.
    const listing = this.#listing;
    const isYoung = listing !== undefined && this.#isWithin(LOOKS_HOLD_MS, listing);
    if (!isYoung || !listing.isReadable || this.run.clock() < this.#looksAloneUntil) return undefined;
    return { items: listing.withKey(key), isNew: listing.taken.order > asked };
  }

  /** Notes that nothing has the key of an object: what a listing shows with it is gone by now, or has another one. */
  noteFree(desired: Values): void {
    const isShown = (this.#listing?.withKey(keyOf(this.spec, desired)).length ?? 0) > 0;
    if (isShown) this.forget();
  }

  /** Whether this run has created an object with the key of another. Not, where there is no key. */
  hasCreated(desired: Values): boolean {
    return isUnique(this.spec) && this.#createdBy.has(keyOf(this.spec, desired));
  }

  /** An object as a listing that is there shows it; nothing is asked for. */
  knownItem(uid: string): JsonObject | undefined {
    const listing = this.#listing;
    return listing === undefined || !this.#isWithin(READS_HOLD_MS, listing) ? undefined : this.#itemIn(listing, uid);
  }

  /** An object as a listing shows it; nothing where it does not, where this run has changed it since, or without a listing. */
  async item(uid: string, read: ReadList): Promise<JsonObject | undefined> {
    const listing = await this.#shared(READS_HOLD_MS, read, false);
    return listing === undefined ? undefined : this.#itemIn(listing, uid);
  }

  /**
   * Lists anew, and keeps the listing. Nothing where the list proves nothing, is not worth it or not believed, or was overtaken
   * by a change in doubt. Throws what `read` throws.
   */
  async relist(
    read: ReadList,
    mostPages: () => number,
    isBelieved: (listing: Listing) => boolean = () => true,
  ): Promise<Listing | undefined> {
    const order = ++this.#order;
    const startedAt = this.run.clock();
    const isWorth = (pages: number) => {
      this.#worth = pages;
      this.#pages = pages;
      return pages <= Math.min(MAX_PAGES, mostPages());
    };
    const found = await this.lists.track(() => this.deletes.none().then(() => read(isWorth)));
    if (found !== undefined && "pages" in found) {
      if (found.pages > MAX_PAGES) this.#aloneUntil = Number.POSITIVE_INFINITY;
      return undefined;
    }
    if (found === undefined) this.#aloneUntil = startedAt + ALONE_MS;
    if (found === undefined || order <= this.#voidUpTo) return undefined;
    const listing = new Listing(this.spec, { startedAt, order }, found.items);
    if (!isBelieved(listing)) return undefined;
    this.#keep(listing);
    return listing;
  }

  /** Notes that the list is refused, or not there: from now on, or for the moment, everybody asks alone. */
  noteRefusal(isFinal: boolean): void {
    this.#aloneUntil = isFinal ? Number.POSITIVE_INFINITY : this.run.clock() + ALONE_AFTER_FAILURE_MS;
  }

  /** Notes that this run has created or adopted an object. */
  noteCreated(uid: string, desired: Values): void {
    const key = keyOf(this.spec, desired);
    this.#wanted.delete(key);
    this.#created.set(uid, key);
    this.#createdBy.set(key, uid);
    this.#tellTwins(uid, key);
  }

  /**
   * Notes that this run changes an object: before the request, and after the answer.
   *
   * @param isKeyChanged whether another key is given to it
   */
  noteChange(uid: string, isKeyChanged: boolean): void {
    if (isKeyChanged) this.forget();
    this.#changed.set(uid, ++this.#order);
  }

  /** Notes that an object is proven to be gone. */
  noteGone(uid: string): void {
    const key = this.#created.get(uid);
    this.#created.delete(uid);
    if (key !== undefined && this.#createdBy.get(key) === uid) this.#createdBy.delete(key);
    this.#listing?.remove(uid);
    this.#changed.set(uid, ++this.#order);
  }

  /** Forgets all listings, one under way too: something may be there that they lack. */
  forget(): void {
    this.#voidUpTo = ++this.#order;
    this.#listing = undefined;
  }

  /** A listing that was asked for within a time, or one that is worth asking for now. */
  async #shared(holdMs: number, read: ReadList, isCostlyAlone: boolean): Promise<Listing | undefined> {
    this.#questions += 1;
    const known = this.#listing;
    if (known !== undefined && this.#isWithin(holdMs, known)) return known;
    const underWay = this.#underWay;
    if (underWay !== undefined) return read.waiting === undefined ? underWay : read.waiting(() => underWay);
    if (this.run.clock() < this.#aloneUntil) return undefined;
    if (!isCostlyAlone && this.#questions < this.#worth) return undefined;
    const begun = this.relist(read, () => (isCostlyAlone ? MAX_PAGES : this.#questions));
    this.#underWay = begun;
    try {
      return await begun;
    } finally {
      this.#underWay = undefined;
    }
  }

  #itemIn = ({ taken, items }: Listing, uid: string): JsonObject | undefined =>
    (this.#changed.get(uid) ?? 0) > taken.order ? undefined : items.get(uid);

  #isWithin = (holdMs: number, { taken }: Listing): boolean => this.run.clock() - taken.startedAt <= holdMs;

  #keep(listing: Listing): void {
    const before = this.#listing;
    if (before !== undefined && before.taken.order > listing.taken.order) return;
    this.#listing = listing;
    this.#questions = 0;
    for (const [uid, key] of this.#created) this.#tellTwins(uid, key);
    const isQuiet = listing.keys.every(
      ([uid, key]) => this.#created.has(uid) || this.#wanted.has(key) || before?.items.has(uid) !== false,
    );
    if (!isQuiet) this.#looksAloneUntil = this.run.clock() + ALONE_MS;
    this.run.onListing();
  }

  #tellTwins(created: unknown, key: string): void {
    if (!isUnique(this.spec)) return;
    const others = (this.#listing?.withKey(key) ?? []).map(({ uid }) => uid).filter((uid) => uid !== created);
    if (others.length > 0) this.run.onTwins(created, others);
  }
}
