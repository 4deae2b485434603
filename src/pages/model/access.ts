import type { GraphPage, PageBinding } from "../../cli/page";
import { wordsOf } from "./rows";

/** What a page can choose: a group, an identity or a role. */
export type Kind = "group" | "identity" | "role";

/** A group, by its place in the tree. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly parent: Group | undefined;
  /** Names from the root down to it. */
  readonly path: string;
}

/** Who has access. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  /** Where it lies; undefined for a person. */
  readonly group: Group | undefined;
  /** The path of its group, and its name behind. */
  readonly path: string;
}

/** What may be done. */
export interface Role {
  readonly id: string;
  readonly name: string;
  readonly capabilities: readonly string[];
  readonly givesAccess: boolean;
}

/** A binding with what it is between. */
export interface Bound {
  readonly identity: Identity;
  readonly role: Role;
  readonly group: Group;
  readonly change: "added" | "removed" | undefined;
  /** All its text, to search in. */
  readonly searchable: string;
}

/** A group with what is in it. */
export interface GroupNode {
  readonly group: Group;
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

const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.id, one]));

const alphabet = new Intl.Collator("en", { numeric: true });
const byName = (a: { readonly name: string }, b: { readonly name: string }) => alphabet.compare(a.name, b.name);

/** Roles that give access first. */
const byDanger = (a: Role, b: Role) => Number(b.givesAccess) - Number(a.givesAccess);

/** The bindings of a page, the tree of its groups, and both by their ids. */
export class Access {
  readonly groups: ReadonlyMap<string, Group>;
  readonly identities: ReadonlyMap<string, Identity>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly bound: readonly Bound[];
  readonly roots: readonly GroupNode[];

  /** Throws for a place that the page does not have, and for a group that stands before the one above it. */
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
    return (below.get(undefined) ?? []).toSorted(byName).map(nodeOf);
  }

  /** The bindings that a filter leaves. */
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

  /** The capabilities that any bound role has, by the alphabet. */
  capabilities(): string[] {
    const bound = new Set(this.bound.map(({ role }) => role));
    return [...new Set([...bound].flatMap(({ capabilities }) => capabilities))].sort();
  }
}

function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new Error(`the page has nothing in place ${place} of ${list.length}`);
  return found;
}

function boundOf(ends: Omit<Bound, "searchable">): Bound {
  const { identity, role, group } = ends;
  return { ...ends, searchable: [identity.path, role.name, group.path].join("\n").toLowerCase() };
}

/** A group and those above it, the nearest first. */
export function lineOf(group: Group): Group[] {
  const line = [group];
  for (let above = group.parent; above !== undefined; above = above.parent) line.push(above);
  return line;
}

/** Where an identity lies, for who looks at a group: nothing for one of that group, and for a person. */
export const placeOf = ({ group }: Identity, seenFrom: Group): string =>
  group === undefined || group === seenFrom ? "" : `in ${group.path}`;
