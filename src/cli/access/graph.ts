import { parentOf } from "../../uid";
import type { Graph, GraphEdge } from "../output/graph";
import { type AccessModel, isWithin } from "./model";
import { groupPath, identityPath, roleName } from "./names";

/**
 * The part of a model that is about one group: the groups above and below it, and the bindings that reach any of these two. All
 * of it where no group is named.
 */
export function partAround(model: AccessModel, groupUid: string | undefined): AccessModel {
  if (groupUid === undefined) return model;
  const isNear = (uid: string) => isWithin(uid, groupUid) || isWithin(groupUid, uid);
  const bindings = kept(model.bindings, (binding) => isNear(binding.groupUid));
  const named = [...bindings.values()];
  return {
    groups: kept(model.groups, ({ uid }) => isNear(uid)),
    bindings,
    identities: kept(model.identities, ({ uid }) => named.some(({ identityUid }) => identityUid === uid)),
    roles: kept(model.roles, ({ uid }) => named.some(({ roleUid }) => roleUid === uid)),
  };
}

const kept = <T>(items: ReadonlyMap<string, T>, isKept: (item: T) => boolean): ReadonlyMap<string, T> =>
  new Map([...items].filter(([, item]) => isKept(item)));

/**
 * A model as a graph: the tree of groups, and an arrow from each identity to each group where it holds roles, which stand at the
 * arrow. Identities without a binding are left out.
 *
 * @param whole the model that it is a part of, which knows the names of all groups
 */
export function accessGraph(model: AccessModel, whole: AccessModel = model): Graph {
  const bindings = [...model.bindings.values()];
  const groupUids = byText([...model.groups.keys(), ...bindings.map(({ groupUid }) => groupUid)], (uid) =>
    groupPath(whole, uid),
  );
  const identityUids = byText(
    bindings.map(({ identityUid }) => identityUid),
    (uid) => identityPath(whole, uid),
  );
  const known = new Set(groupUids);
  const tree = groupUids.flatMap((uid): GraphEdge[] => {
    const parentUid = parentOf(uid);
    return parentUid !== undefined && known.has(parentUid) ? [{ from: parentUid, to: uid }] : [];
  });
  const arrows = identityUids.flatMap((identityUid) =>
    groupUids.flatMap((groupUid): GraphEdge[] => {
      const own = bindings.filter((binding) => binding.identityUid === identityUid && binding.groupUid === groupUid);
      const roles = byText(
        own.map(({ roleUid }) => roleName(model, roleUid)),
        (name) => name,
      );
      return roles.length === 0 ? [] : [{ from: `identity ${identityUid}`, to: groupUid, label: roles.join(", ") }];
    }),
  );
  return {
    nodes: [
      ...groupUids.map((uid) => ({ id: uid, kind: "group" as const, label: groupPath(whole, uid) })),
      ...identityUids.map((uid) => ({
        id: `identity ${uid}`,
        kind: "identity" as const,
        label: identityPath(whole, uid),
      })),
    ],
    edges: [...tree, ...arrows],
  };
}

/** Distinct items in the order of a text of each, so that the same organisation makes the same drawing. */
const byText = (items: readonly string[], textOf: (item: string) => string): string[] =>
  [...new Set(items)]
    .map((item) => ({ item, key: `${textOf(item)}\u0000${item}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
