import type { GraphPage, PageBinding } from "../../cli/page";
import { wordsOf } from "./rows";

/** Kind of a selection. */
export type Kind = "group" | "identity" | "role";

/** Id of the group whose bindings apply in every group. */
export const EVERYWHERE = "";

/** A group and its place in the tree. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly parent: Group | undefined;
  /** Names from the root down to the group. */
  readonly path: string;
}

/** A person or workload. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  /** Group of the identity. Undefined for a person. */
  readonly group: Group | undefined;
  /** Path of its group, then its name. */
  readonly path: string;
}

/** A role. */
export interface Role {
  readonly id: string;
  readonly name: string;
  readonly capabilities: readonly string[];
  readonly givesAccess: boolean;
}

/** A binding with its identity, role and group. */
export interface Bound {
  readonly identity: Identity;
  readonly role: Role;
  readonly group: Group;
  readonly change: "added" | "removed" | undefined;
  /** All its text, for searching. */
  readonly searchable: string;
}

/** A group with its contents. */
export interface GroupNode {
  readonly group: Group;
  readonly children: readonly GroupNode[];
  readonly bound: readonly Bound[];
}

/** A filter of bindings. An empty text matches everything. */
export interface AccessFilter {
  /** Words that the names of a binding must contain, all of them. */
  readonly text: string;
  /** Id of a role. */
  readonly role: string;
  readonly capability: string;
  /** Id of an identity. */
  readonly identity: string;
  readonly change: string;
}

/** Groups items by a key. */
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

const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.id, one]));

const alphabet = new Intl.Collator("en", { numeric: true });
const byName = (a: { readonly name: string }, b: { readonly name: string }) => alphabet.compare(a.name, b.name);

/** Sorts roles that give access first. */
const byDanger = (a: Role, b: Role) => Number(b.givesAccess) - Number(a.givesAccess);

/** The bindings of a page and the tree of its groups, both by id. */
export class Access {
  readonly groups: ReadonlyMap<string, Group>;
  readonly identities: ReadonlyMap<string, Identity>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly bound: readonly Bound[];
  readonly roots: readonly GroupNode[];

  /** Throws for a reference to a missing item, and for a group before its parent. */
  constructor(page: GraphPage) {
    const groups: Group[] = [];
    for (const { id, name, parent: place } of page.groups) {
      const parent = place === undefined ? undefined : at(groups, place);
      groups.push({ id, name, parent, path: parent === undefined ? name : `${parent.path}/${name}` });
    }
    const identities = page.identities.map(({ id, name, group: place }): Identity => {
      const group = place === undefined ? undefined : at(groups, place);
      return { id, name, group, path: group === undefined ? name : `${group.path}/${name}` };
    });
    const roles = page.roles.map(
      ({ capabilities, givesAccess = false, ...role }): Role => ({
        ...role,
        capabilities: capabilities.map((place) => at(page.capabilities, place)),
        givesAccess,
      }),
    );
    this.groups = byId(groups);
    this.identities = byId(identities);
    this.roles = byId(roles);
    this.bound = page.bindings.map(([identity, role, group, change]: PageBinding) =>
      boundOf({ identity: at(identities, identity), role: at(roles, role), group: at(groups, group), change }),
    );
    this.roots = this.#tree();
  }

  #tree(): GroupNode[] {
    const below = groupedBy(this.groups.values(), ({ parent }) => parent);
    const on = groupedBy(this.bound, ({ group }) => group);
    const nodeOf = (group: Group): GroupNode => ({
      group,
      children: (below.get(group) ?? []).toSorted(byName).map(nodeOf),
      bound: (on.get(group) ?? []).toSorted(
        (a, b) => byDanger(a.role, b.role) || byName(a.identity, b.identity) || byName(a.role, b.role),
      ),
    });
    const rankOf = ({ group, children, bound }: GroupNode): number => {
      if (group.id === EVERYWHERE) return 1;
      return bound.length + children.length > 0 ? 0 : 2;
    };
    // The page opens at the first root, so roots without contents come last.
    return (below.get(undefined) ?? [])
      .toSorted(byName)
      .map(nodeOf)
      .sort((a, b) => rankOf(a) - rankOf(b));
  }

  /** Returns the bindings that match a filter. */
  filtered({ text, role, capability, identity, change }: AccessFilter): ReadonlySet<Bound> {
    const words = wordsOf(text);
    return new Set(
      this.bound.filter(
        (bound) =>
          (role === "" || bound.role.id === role) &&
          (identity === "" || bound.identity.id === identity) &&
          (change === "" || bound.change === change) &&
          (capability === "" || bound.role.capabilities.includes(capability)) &&
          words.every((word) => bound.searchable.includes(word)),
      ),
    );
  }

  /** Returns the capabilities of all bound roles, sorted. */
  capabilities(): string[] {
    const bound = new Set(this.bound.map(({ role }) => role));
    return [...new Set([...bound].flatMap(({ capabilities }) => capabilities))].sort();
  }
}

function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new Error(`the page has no item ${place} of ${list.length}`);
  return found;
}

function boundOf(ends: Omit<Bound, "searchable">): Bound {
  const { identity, role, group } = ends;
  return { ...ends, searchable: [identity.path, role.name, group.path].join("\n").toLowerCase() };
}

/** Returns a group and its ancestors, the nearest first. */
export function lineOf(group: Group): Group[] {
  const line = [group];
  for (let above = group.parent; above !== undefined; above = above.parent) line.push(above);
  return line;
}

/** Returns the group of an identity as seen from a group. Empty for an identity of the same group, and for a person. */
export const placeOf = ({ group }: Identity, seenFrom: Group): string =>
  group === undefined || group === seenFrom ? "" : `in ${group.path}`;
