import { shownUid } from "../../api/shown";
import { parentUidOf } from "../../spec/place";
import { keyFields, nameOf, type ResourceSpec } from "../../spec/resource";
import { rootOf } from "../../uid";
import { ListCache, type Run } from "./cache";
import { childrenOf, descendantsOf, type Selection } from "./request";

/** The most objects that all lists keep in memory at once. */
const MAX_KEPT = 20_000;

/** The lists of a run: of each kind under each parent, and of all that an organization has of a kind. */
export class ListCaches {
  readonly #caches = new Map<string, ListCache>();
  /** The first parent under which the run has asked for objects, by kind and organization. */
  readonly #firstParents = new Map<string, string>();
  /** Those that keep a list, the latest last. */
  readonly #kept = new Set<ListCache>();
  /** The twins that were reported. */
  readonly #reported = new Set<string>();

  constructor(
    private readonly run: Pick<Run, "clock" | "sleep" | "journal"> & { readonly print: (text: string) => void },
  ) {
    run.journal.listen({
      onCreate: ({ spec, uid }, place) => this.under(spec, parentUidOf(spec, uid)).noteCreate(place),
      onGone: ({ spec, uid }) => this.under(spec, parentUidOf(spec, uid)).last?.items.delete(uid),
    });
  }

  /** The list of the objects of a kind directly under a parent, or without one. */
  under(spec: ResourceSpec, parentUid: string | undefined): ListCache {
    return this.#cache(`${spec.type} under ${parentUid}`, childrenOf(spec, parentUid), 2);
  }

  /**
   * The list of all objects of a kind in an organization, for questions about many parents. Undefined as long as the run has asked
   * under one parent only.
   *
   * @param parentUid parent of the object that is asked for
   */
  within(spec: ResourceSpec, parentUid: string): ListCache | undefined {
    const root = rootOf(parentUid);
    const name = `${spec.type} within ${root}`;
    const first = this.#firstParents.get(name) ?? parentUid;
    this.#firstParents.set(name, first);
    if (first === parentUid && !this.#caches.has(name)) return undefined;
    // A question was asked before, under the first parent.
    return this.#cache(name, descendantsOf(spec, root), 1);
  }

  #cache(name: string, selection: Selection, minQuestions: number): ListCache {
    const known = this.#caches.get(name);
    if (known !== undefined) return known;
    const cache: ListCache = new ListCache(
      selection,
      {
        ...this.run,
        onKept: () => this.#keep(cache),
        onTwins: (created, others) => this.#reportTwins(selection.spec, created, others),
      },
      minQuestions,
    );
    this.#caches.set(name, cache);
    return cache;
  }

  /** Limits memory, however large the organization is: the oldest lists make room. */
  #keep(latest: ListCache): void {
    this.#kept.delete(latest);
    this.#kept.add(latest);
    for (const item of latest.last?.items.values() ?? []) this.run.journal.noteSeen(item);
    const sizeOf = ({ last }: ListCache) => last?.items.size ?? 0;
    let size = [...this.#kept].reduce((sum, cache) => sum + sizeOf(cache), 0);
    for (const oldest of this.#kept) {
      if (size <= MAX_KEPT || oldest === latest) return;
      size -= sizeOf(oldest);
      this.#kept.delete(oldest);
      oldest.forget();
    }
  }

  /** Warns of objects with the same key. A platform that allows them does not refuse the second of two creates at the same time. */
  #reportTwins(spec: ResourceSpec, created: string, others: readonly unknown[]): void {
    const uids = others.map(shownUid).join(", ");
    const twins = `${spec.type} ${created} ${uids}`;
    if (this.#reported.has(twins)) return;
    this.#reported.add(twins);
    const key = keyFields(spec)
      .map(([name]) => name)
      .join(" and ");
    // advice: delete-the-late-one
    this.run.print(
      `warning: ${nameOf(spec)} ${shownUid(created)}, which this run has created, and ${uids} have the same ${key}: somebody else has made another one meanwhile. Delete ${uids}, or this one`,
    );
  }
}
