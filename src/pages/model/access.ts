import type { GraphPage, PageBinding, PageGroup, PageIdentity, PageRole } from "../../cli/page";
import { wordsOf } from "./rows";

/** What a page can choose: a group, an identity or a role. */
export type Kind = "group" | "identity" | "role";

/** A binding with what it is between. */
export interface Bound {
  readonly binding: PageBinding;
  readonly identity: PageIdentity;
  readonly role: PageRole;
  readonly group: PageGroup;
  /** All its text, to search in. */
  readonly searchable: string;
}

/** A group with what is in it. */
export interface GroupNode {
  readonly group: PageGroup;
  readonly children: readonly GroupNode[];
  readonly bound: readonly Bound[];
}

/** What is asked of the bindings; an empty text asks nothing. */
export interface AccessFilter {
  /** Words that a binding must have in its names, all of them. */
  readonly text: string;
  /** Id of a role. */
  readonly role: string;
  readonly capability: string;
  /** Id of an identity. */
  readonly identity: string;
  readonly change: string;
}

/** Items by a key. */
export function groupedBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const same = found.get(key);
    if (same === undefined) found.set(key, [item]);
    else same.push(item);
  }
  return found;
}

/** Things by their ids, and those that are named only. */
function byId<T extends { readonly id: string }>(
  known: readonly T[],
  named: readonly string[],
  made: (id: string) => T,
): ReadonlyMap<string, T> {
  return new Map([...named.map((id) => [id, made(id)] as const), ...known.map((one) => [one.id, one] as const)]);
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => a.name.localeCompare(b.name, "en");

/** The bindings of a page, the tree of its groups, and both by their ids. */
export class Access {
  readonly groups: ReadonlyMap<string, PageGroup>;
  readonly identities: ReadonlyMap<string, PageIdentity>;
  readonly roles: ReadonlyMap<string, PageRole>;
  readonly bound: readonly Bound[];
  readonly roots: readonly GroupNode[];

  /**
   * What a binding names and the page does not have is called by its id: who may not see an identity still sees its bindings.
   * Throws for a binding in a group that lies within itself.
   */
  constructor({ groups, identities, roles, bindings }: GraphPage) {
    const named = (key: "group" | "identity" | "role") => bindings.map((binding) => binding[key]);
    this.groups = byId(groups, named("group"), (id) => ({ id, name: id, parent: undefined }));
    this.identities = byId(identities, named("identity"), (id) => ({ id, name: id }));
    this.roles = byId(roles, named("role"), (id) => ({ id, name: id, capabilities: [] }));
    this.bound = bindings.flatMap((binding) => this.#boundOf(binding));
    this.roots = this.#tree();
  }

  #boundOf(binding: PageBinding): Bound[] {
    const [identity, role, group] = [
      this.identities.get(binding.identity),
      this.roles.get(binding.role),
      this.groups.get(binding.group),
    ];
    if (identity === undefined || role === undefined || group === undefined) return [];
    const texts = [identity.name, role.name, ...this.pathTo(group.id)];
    return [{ binding, identity, role, group, searchable: texts.join("\n").toLowerCase() }];
  }

  #tree(): GroupNode[] {
    const below = groupedBy(this.groups.values(), ({ parent }) =>
      parent !== undefined && this.groups.has(parent) ? parent : undefined,
    );
    const on = groupedBy(this.bound, ({ group }) => group.id);
    const nodeOf = (group: PageGroup): GroupNode => ({
      group,
      children: (below.get(group.id) ?? []).toSorted(byName).map(nodeOf),
      bound: (on.get(group.id) ?? []).toSorted((a, b) => byName(a.identity, b.identity) || byName(a.role, b.role)),
    });
    return (below.get(undefined) ?? []).toSorted(byName).map(nodeOf);
  }

  /** The groups from the root down to one, that one included. Throws where groups lie within each other. */
  lineOf(id: string): PageGroup[] {
    const line: PageGroup[] = [];
    for (let group = this.groups.get(id); group !== undefined; group = this.groups.get(group.parent ?? "")) {
      if (line.includes(group)) throw new Error(`the group ${id} lies within itself`);
      line.unshift(group);
    }
    return line;
  }

  /** The names of the groups from the root down to one. */
  pathTo(id: string): string[] {
    return this.lineOf(id).map(({ name }) => name);
  }

  /** The bindings that a filter leaves. */
  filtered({ text, role, capability, identity, change }: AccessFilter): ReadonlySet<Bound> {
    const words = wordsOf(text);
    return new Set(
      this.bound.filter(
        (bound) =>
          (role === "" || bound.role.id === role) &&
          (identity === "" || bound.identity.id === identity) &&
          (change === "" || bound.binding.change === change) &&
          (capability === "" || bound.role.capabilities.includes(capability)) &&
          words.every((word) => bound.searchable.includes(word)),
      ),
    );
  }

  /** The capabilities that any bound role has, by the alphabet. */
  capabilities(): string[] {
    return [...new Set(this.bound.flatMap(({ role }) => role.capabilities))].sort();
  }
}
