import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import { keyFields, nameOf, type ResourceSpec } from "../../spec/resource";
import { rootOf } from "../../uid";
import { KnownSiblings } from "./known-siblings";

/** The most objects that listings keep in memory at once, for all kinds and parents. */
const MAX_KEPT = 20_000;

/** When an object was made, in milliseconds since the epoch; nothing where it does not tell. */
export function madeAtMs({ createTime }: JsonObject): number | undefined {
  const ms = typeof createTime === "string" ? Date.parse(createTime) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** The run that siblings are known in. */
interface Run {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Waits for some milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Shows the user a text that is not an error. */
  readonly print: (text: string) => void;
}

/** What a run knows of the objects under each parent, kind by kind. */
export class Siblings {
  readonly #known = new Map<string, KnownSiblings>();
  /** Under which parents this run has asked for objects, by kind and organisation. */
  readonly #parents = new Map<string, Set<string>>();
  /** Those that keep a listing, the latest last. */
  readonly #listed = new Set<KnownSiblings>();
  /** The twins that were told of. */
  readonly #told = new Set<string>();
  /** The latest time at which an object was made that this run has seen, by the platform's clock. */
  #latestMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly run: Run) {}

  /** What is known of the objects of a kind directly under a parent, or without one. */
  under(spec: ResourceSpec, parentUid: string | undefined): KnownSiblings {
    const name = `${spec.type} ${parentUid}`;
    return this.#known.get(name) ?? this.#begin(spec, name);
  }

  /** When the newest object was made that this run has seen, in milliseconds since the epoch; -Infinity without any. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /** Notes an object that the platform shows. */
  note(object: JsonObject): void {
    const madeMs = madeAtMs(object);
    if (madeMs !== undefined) this.#latestMs = Math.max(this.#latestMs, madeMs);
  }

  /**
   * What is known of the objects of a kind in all of an organisation, for questions about many parents; nothing as long as this
   * run has asked under one parent only. It knows nothing of what this run changes.
   *
   * @param parentUid parent of the object that is asked for
   */
  within(spec: ResourceSpec, parentUid: string): KnownSiblings | undefined {
    const name = `${spec.type} within ${rootOf(parentUid)}`;
    const parents = this.#parents.get(name) ?? new Set();
    this.#parents.set(name, parents.add(parentUid));
    if (parents.size < 2) return undefined;
    // At least one question was asked before, under another parent.
    return this.#known.get(name) ?? this.#begin(spec, name, 1);
  }

  #begin(spec: ResourceSpec, name: string, firstWorth?: number): KnownSiblings {
    const surroundings = {
      ...this.run,
      onListing: () => this.#keep(known),
      onTwins: (created: unknown, others: readonly unknown[]) => this.#tellTwins(spec, created, others),
    };
    const known: KnownSiblings = new KnownSiblings(spec, surroundings, firstWorth);
    this.#known.set(name, known);
    return known;
  }

  /** Keeps memory flat, however large the organisation: the oldest listings make room. */
  #keep(latest: KnownSiblings): void {
    this.#listed.delete(latest);
    this.#listed.add(latest);
    for (const item of latest.last?.items.values() ?? []) this.note(item);
    const sizeOf = ({ last }: KnownSiblings) => last?.items.size ?? 0;
    let kept = [...this.#listed].reduce((sum, known) => sum + sizeOf(known), 0);
    for (const oldest of this.#listed) {
      if (kept <= MAX_KEPT || oldest === latest) return;
      kept -= sizeOf(oldest);
      this.#listed.delete(oldest);
      oldest.forget();
    }
  }

  /** A platform that allows twins does not refuse the second of two creates at the same time, so that a later list tells. */
  #tellTwins(spec: ResourceSpec, created: unknown, others: readonly unknown[]): void {
    const uids = others.map(shownUid).join(", ");
    const twins = `${spec.type} ${shownUid(created)} ${uids}`;
    if (this.#told.has(twins)) return;
    this.#told.add(twins);
    const key = keyFields(spec)
      .map(([name]) => name)
      .join(" and ");
    this.run.print(
      `warning: ${nameOf(spec)} ${shownUid(created)}, which this run has created, and ${uids} have the same ${key}: somebody ` +
        // advice: delete-the-late-one
        `else has made another one meanwhile. Delete ${uids}, or this one`,
    );
  }
}
