import { parentUidOf } from "../../description/spec/place";
import type { ResourceSpec } from "../../description/spec/resource";
import { rootOf } from "../../description/uid";
import { ListCache, type Run } from "./cache";
import { childrenOf, descendantsOf, type Selection } from "./request";

const MAX_KEPT = 20_000;

/** The lists of a run: of each kind under each parent, and of each kind in a whole organization. */
export class ListCaches {
  readonly #caches = new Map<string, ListCache>();
  /** The first parent that the run asked about, by kind and organization. */
  readonly #firstParents = new Map<string, string>();
  /** The latest last. */
  readonly #kept = new Set<ListCache>();
  readonly #warned = new Set<string>();
  readonly #run: Run;

  constructor(run: Pick<Run, "clock" | "journal"> & { readonly print: (text: string) => void }) {
    const warn = (text: string) => {
      if (!this.#warned.has(text)) run.print(text);
      this.#warned.add(text);
    };
    this.#run = { ...run, warn, onKept: (cache) => this.#keep(cache) };
    run.journal.listen({
      onCreate: ({ spec, uid }, place) => this.ofParent(spec, parentUidOf(spec, uid)).noteCreate(place),
      onGone: ({ spec, uid }) => this.ofParent(spec, parentUidOf(spec, uid)).last?.items.delete(uid),
    });
  }

  ofParent(spec: ResourceSpec, parentUid: string | undefined): ListCache {
    return this.#cache(`${spec.type} under ${parentUid}`, childrenOf(spec, parentUid), 2);
  }

  /** The list of a kind in the whole organization of a parent. Undefined as long as the run has asked about one parent only. */
  ofOrganization(spec: ResourceSpec, parentUid: string): ListCache | undefined {
    const root = rootOf(parentUid);
    const name = `${spec.type} within ${root}`;
    const first = this.#firstParents.get(name) ?? parentUid;
    this.#firstParents.set(name, first);
    if (first === parentUid && !this.#caches.has(name)) return undefined;
    // The first parent was already asked about.
    return this.#cache(name, descendantsOf(spec, root), 1);
  }

  #cache(name: string, selection: Selection, pages: number): ListCache {
    const cache = this.#caches.get(name) ?? new ListCache(selection, this.#run, pages);
    this.#caches.set(name, cache);
    return cache;
  }

  /** Limits memory for large organizations: removes the oldest lists. */
  #keep(latest: ListCache): void {
    this.#kept.delete(latest);
    this.#kept.add(latest);
    for (const item of latest.last?.items.values() ?? []) this.#run.journal.noteSeen(item);
    const sizeOf = ({ last }: ListCache) => last?.items.size ?? 0;
    let size = [...this.#kept].reduce((sum, cache) => sum + sizeOf(cache), 0);
    for (const oldest of this.#kept) {
      if (size <= MAX_KEPT || oldest === latest) return;
      size -= sizeOf(oldest);
      this.#kept.delete(oldest);
      oldest.forget();
    }
  }
}
