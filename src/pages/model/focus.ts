import { type Access, type Bound, EVERYWHERE, groupedBy, type Kind, lineOf, placeOf } from "./access";

/** Something with its links, on three levels. */
export interface FocusNode {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** Whether it is a role that allows giving access to others. */
  readonly givesAccess: boolean;
  /** Note about the link: where it lies, where a binding is inherited from, the effect of a change. */
  readonly note: string;
  readonly change: "added" | "removed" | undefined;
  readonly children: readonly FocusNode[];
}

/** A selected thing. */
export interface Selection {
  readonly kind: Kind;
  readonly id: string;
}

/** One end of a binding. */
type End = Pick<FocusNode, "kind" | "id" | "name" | "givesAccess">;

/** A binding as a path of two links. */
interface Way extends Pick<FocusNode, "note" | "change"> {
  readonly middle: End;
  readonly leaf: End;
}

/**
 * Returns the links of a thing. An identity has its roles and their groups. A role has its groups and identities. A group has
 * its roles and identities, including those inherited from groups above. Returns undefined for a thing that is not on the page.
 */
export function focusOf(access: Access, selection: Selection): FocusNode | undefined {
  const { kind, id } = selection;
  const root = { note: "", change: undefined } as const;
  if (kind === "group") {
    const group = access.groups.get(id);
    if (group === undefined) return undefined;
    const line = new Set(lineOf(group));
    const here = access.bound.filter((bound) => line.has(bound.group) || bound.group.id === EVERYWHERE);
    const ways = here.map((bound) => {
      const from = bound.group === group ? "" : `from ${bound.group.path}`;
      return wayOf(bound, [roleEnd(bound), identityEnd(bound)], [placeOf(bound.identity, group), from]);
    });
    return { ...root, kind, id, name: group.name, givesAccess: false, children: grouped(ways) };
  }
  if (kind === "role") {
    const role = access.roles.get(id);
    if (role === undefined) return undefined;
    const ways = access.bound
      .filter((bound) => bound.role === role)
      .map((bound) => wayOf(bound, [groupEnd(bound), identityEnd(bound)], [placeOf(bound.identity, bound.group)]));
    return { ...root, kind, id, name: role.name, givesAccess: role.givesAccess, children: grouped(ways) };
  }
  const identity = access.identities.get(id);
  if (identity === undefined) return undefined;
  const ways = access.bound
    .filter((bound) => bound.identity === identity)
    .map((bound) => wayOf(bound, [roleEnd(bound), groupEnd(bound)], []));
  return { ...root, kind, id, name: identity.name, givesAccess: false, children: grouped(ways) };
}

const identityEnd = ({ identity: { id, name } }: Bound): End => ({ kind: "identity", id, name, givesAccess: false });
const roleEnd = ({ role: { id, name, givesAccess } }: Bound): End => ({ kind: "role", id, name, givesAccess });
/** Names a group by its path, because many groups can have the same name. */
const groupEnd = ({ group: { id, path } }: Bound): End => ({ kind: "group", id, name: path, givesAccess: false });

const wayOf = ({ change }: Bound, [middle, leaf]: readonly [End, End], notes: readonly string[]): Way => ({
  middle,
  leaf,
  note: [...notes, change ?? ""].filter(Boolean).join(", "),
  change,
});

const alphabet = new Intl.Collator("en", { numeric: true });
/** Sorts roles that give access first, because people must see them. */
const inOrder = (a: FocusNode, b: FocusNode) =>
  Number(b.givesAccess) - Number(a.givesAccess) || alphabet.compare(a.name, b.name);

const grouped = (ways: readonly Way[]): FocusNode[] =>
  [...groupedBy(ways, ({ middle }) => middle.id).values()]
    .flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const children = same.map(({ leaf, note, change }) => ({ ...leaf, note, change, children: [] }));
      return [{ ...first.middle, note: "", change: undefined, children: children.sort(inOrder) }];
    })
    .sort(inOrder);

/** Number of leaves above which the larger branches are folded at first. */
const MANY = 40;
/** Greatest number of leaves of a branch that then stays open. */
const FEW = 6;

/** Returns the ids of the branches that are folded at first. */
export function closedAtFirst({ children }: FocusNode): ReadonlySet<string> {
  const leaves = children.reduce((sum, child) => sum + child.children.length, 0);
  const large = leaves > MANY ? children.filter((child) => child.children.length > FEW) : [];
  return new Set(large.map(({ id }) => id));
}
