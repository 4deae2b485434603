import type { Props } from "../host";

/** A resource in the state of the double. The engine changes entries in place too, so a command works on copies. */
export interface Entry {
  readonly urn: string;
  readonly type: string;
  id: string;
  inputs: Props;
  outputs: Props;
  /** URNs of all resources that it depends on. */
  dependencies: readonly string[];
  /** URNs of the resources that an input depends on, by input. */
  propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** Name of its provider, "" for the default one. */
  provider: string;
  initErrors: readonly string[];
  readonly external: boolean;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly replaceOnChanges: readonly string[];
  readonly ignoreChanges: readonly string[];
  readonly replacementTrigger: unknown;
  isTainted: boolean;
  /** Replaced, and still to be deleted (`Delete` in the engine). */
  isPendingDelete: boolean;
  /** Deleted, and still to be created again (`PendingReplacement` in the engine). */
  isPendingReplacement: boolean;
}

/** `team` of a URN that ends with `::team`. */
export const nameOfUrn = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);

/** The state while a command runs: what the command has recorded, and what it has not touched yet. */
export class Snapshot {
  readonly #recorded: Entry[] = [];
  readonly #done = new Set<Entry>();

  /** `base`: the state before the command, in an order in which dependencies come first. */
  constructor(readonly base: readonly Entry[]) {}

  /** The entry that a URN stands for; not one that is pending deletion. */
  current(urn: string): Entry | undefined {
    return this.base.find((entry) => entry.urn === urn && !entry.isPendingDelete);
  }

  record(entry: Entry): void {
    this.#recorded.push(entry);
  }

  /** Removes an entry, or replaces it with one that is recorded. */
  finish(entry: Entry): void {
    this.#done.add(entry);
  }

  entries(): Entry[] {
    return [...this.#recorded, ...this.base].filter((entry) => !this.#done.has(entry));
  }
}

/** The entries that depend on one directly or indirectly, in order, without those of the URNs to ignore. */
export function dependentsOf(base: readonly Entry[], root: Entry, ignored: ReadonlySet<string>): Entry[] {
  const urns = new Set([root.urn]);
  return base.slice(base.indexOf(root) + 1).filter((entry) => {
    const depends = !ignored.has(entry.urn) && entry.dependencies.some((urn) => urns.has(urn));
    if (depends) urns.add(entry.urn);
    return depends;
  });
}

/** The entries that one depends on directly; several can have one URN. */
export const dependenciesOf = (base: readonly Entry[], entry: Entry): Entry[] =>
  base.slice(0, base.indexOf(entry)).filter(({ urn }) => entry.dependencies.includes(urn));

/** The same, and what these depend on. */
export function allDependenciesOf(base: readonly Entry[], entry: Entry): Set<Entry> {
  const found = new Set<Entry>();
  const visit = (one: Entry) => {
    for (const dependency of dependenciesOf(base, one)) {
      if (!found.has(dependency)) visit(dependency);
      found.add(dependency);
    }
  };
  visit(entry);
  return found;
}

/** Entries to delete, as lists: the deletes of a list run together, and each list ends before the next starts. */
export function deletionLists(base: readonly Entry[], condemned: readonly Entry[]): Entry[][] {
  const left = new Set(condemned);
  const lists: Entry[][] = [];
  while (left.size > 0) {
    const list = [...left].filter((entry) => !dependenciesOf(base, entry).some((other) => left.has(other)));
    if (list.length === 0) throw new Error("the dependencies in the state form a circle");
    for (const entry of list) left.delete(entry);
    lists.unshift(list);
  }
  return lists;
}
