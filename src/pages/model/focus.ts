import { type Access, type Bound, groupedBy, type Kind } from "./access";

/** Something with what it is linked to, three levels in all. */
export interface FocusNode {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** What is peculiar to the link to it: where a binding is inherited from, what a change does. */
  readonly note: string;
  readonly change: "added" | "removed" | undefined;
  readonly children: readonly FocusNode[];
}

/** What is chosen. */
export interface Selection {
  readonly kind: Kind;
  readonly id: string;
}

/** A binding as a way through two links. */
interface Way {
  readonly middle: Selection & { readonly name: string };
  readonly leaf: Selection & { readonly name: string };
  readonly note: string;
  readonly change: "added" | "removed" | undefined;
}

/**
 * What a thing is linked to: of an identity its roles and where it has them, of a role where it is given and to whom, of a group
 * the roles in it and who has them, those that it inherits from the groups above too. Undefined for what the page does not have.
 */
export function focusOf(access: Access, selection: Selection): FocusNode | undefined {
  const found = {
    group: access.groups,
    identity: access.identities,
    role: access.roles,
  }[selection.kind].get(selection.id);
  if (found === undefined) return undefined;
  const children = grouped(waysOf(access, selection));
  return { ...selection, name: found.name, note: "", change: undefined, children };
}

function waysOf(access: Access, { kind, id }: Selection): Way[] {
  const pathOf = ({ group }: Bound) => access.pathTo(group.id).join("/");
  if (kind === "group") {
    const line = access.lineOf(id).map((group) => group.id);
    return access.bound
      .filter(({ group }) => line.includes(group.id))
      .map((bound) => wayOf(bound, ["role", "identity"], bound.group.id === id ? "" : `from ${pathOf(bound)}`));
  }
  if (kind === "role") {
    return access.bound
      .filter(({ role }) => role.id === id)
      .map((bound) => named(wayOf(bound, ["group", "identity"], ""), { middle: pathOf(bound) }));
  }
  return access.bound
    .filter(({ identity }) => identity.id === id)
    .map((bound) => named(wayOf(bound, ["role", "group"], ""), { leaf: pathOf(bound) }));
}

function wayOf(bound: Bound, [middle, leaf]: readonly [Kind, Kind], from: string): Way {
  const { change } = bound.binding;
  const ends = (kind: Kind) => ({ kind, id: bound[kind].id, name: bound[kind].name });
  return {
    middle: ends(middle),
    leaf: ends(leaf),
    note: [from, change ?? ""].filter(Boolean).join(", "),
    change,
  };
}

/** A way whose groups are called by their paths, for many have one name. */
const named = (way: Way, { middle, leaf }: { readonly middle?: string; readonly leaf?: string }): Way => ({
  ...way,
  middle: { ...way.middle, name: middle ?? way.middle.name },
  leaf: { ...way.leaf, name: leaf ?? way.leaf.name },
});

const byName = (a: FocusNode, b: FocusNode) => a.name.localeCompare(b.name, "en");

const grouped = (ways: readonly Way[]): FocusNode[] =>
  [...groupedBy(ways, ({ middle }) => middle.id).values()]
    .flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const children = same.map(({ leaf, note, change }) => ({ ...leaf, note, change, children: [] }));
      return [{ ...first.middle, note: "", change: undefined, children: children.sort(byName) }];
    })
    .sort(byName);

/** With more leaves than this, the list starts with its larger branches folded. */
const MANY = 40;
/** The most leaves of a branch that is still open then. */
const FEW = 6;

/** The ids of the branches that are folded at first. */
export function closedAtFirst({ children }: FocusNode): ReadonlySet<string> {
  const leaves = children.reduce((sum, child) => sum + child.children.length, 0);
  const large = leaves > MANY ? children.filter((child) => child.children.length > FEW) : [];
  return new Set(large.map(({ id }) => id));
}
