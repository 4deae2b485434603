import type { Query } from "../gateway/queries";
import { parentOf, type Resource, type Store } from "../store";

/** What the `uidp.` parameters of a List select; each that is given narrows the list further. */
export interface Scope {
  readonly childrenOf: string | undefined;
  readonly accepts: (uid: string) => boolean;
}

/** Reads the `uidp.` parameters. An empty one is no filter. */
export function readScope(query: Query): Scope {
  const childrenOf = query.text("uidp.children_of") || undefined;
  const descendantsOf = query.text("uidp.descendants_of") ?? "";
  const ancestorsOf = query.text("uidp.ancestors_of") ?? "";
  const ids = new Set(query.texts("uidp.ids"));
  const inRoot = query.boolean("uidp.in_root");
  const accepts = (uid: string): boolean =>
    (childrenOf === undefined || parentOf(uid) === childrenOf) &&
    (descendantsOf === "" || uid.startsWith(`${descendantsOf}/`)) &&
    (ancestorsOf === "" || ancestorsOf.startsWith(`${uid}/`)) &&
    (ids.size === 0 || ids.has(uid)) &&
    (!inRoot || !uid.includes("/"));
  return { childrenOf, accepts };
}

/** Resources of a type within a scope. */
export function within(store: Store, type: string, { childrenOf, accepts }: Scope): Resource[] {
  const candidates = childrenOf === undefined ? store.all(type) : store.children(type, childrenOf);
  return candidates.filter(({ uid }) => accepts(uid));
}
