import { isWithin, parentOf } from "../../uid";
import { sortedBy } from "../order";
import type { Change, Graph, GraphEdge } from "../output/graph";
import { type AccessModel, type Binding, reaches } from "./model";
import { groupPath, identityPath, roleName } from "./names";

/**
 * Returns the part of a model around a group: the groups above and below it, and the role bindings in any of them. Returns the
 * whole model without a group.
 */
export function partAround(model: AccessModel, groupUid: string | undefined): AccessModel {
  if (groupUid === undefined) return model;
  const isNear = (uid: string) => reaches(uid, groupUid) || isWithin(groupUid, uid);
  const bindings = kept(model.bindings, (binding) => isNear(binding.groupUid));
  const identityUids = new Set([...bindings.values()].map(({ identityUid }) => identityUid));
  const roleUids = new Set([...bindings.values()].map(({ roleUid }) => roleUid));
  return {
    groups: kept(model.groups, ({ uid }) => isNear(uid)),
    bindings,
    identities: kept(model.identities, ({ uid }) => identityUids.has(uid)),
    roles: kept(model.roles, ({ uid }) => roleUids.has(uid)),
  };
}

const kept = <T>(items: ReadonlyMap<string, T>, isKept: (item: T) => boolean): ReadonlyMap<string, T> =>
  new Map([...items].filter(([, item]) => isKept(item)));

/** Access before and after a change in one model, and the changes of its bindings, by their keys in it. */
export interface Overlay {
  readonly model: AccessModel;
  readonly changes: ReadonlyMap<string, Change>;
}

/**
 * Combines access before and after a change. A new binding of the same identity, role and group counts as unchanged.
 *
 * @param names the groups, identities and roles of both
 */
export function overlay(before: AccessModel, after: AccessModel, names: AccessModel): Overlay {
  const bindings = new Map(after.bindings);
  const changes = new Map<string, Change>();
  const [had, has] = [grantsIn(before), grantsIn(after)];
  for (const [key, binding] of after.bindings) if (!had.has(grantOf(binding))) changes.set(key, "added");
  for (const [key, binding] of before.bindings) {
    if (has.has(grantOf(binding))) continue;
    // An updated binding has the same key.
    const former = bindings.has(key) ? `${key} now` : key;
    bindings.set(former, { ...binding, uid: former });
    changes.set(former, "removed");
  }
  return { model: { ...names, bindings }, changes };
}

const grantsIn = ({ bindings }: AccessModel): ReadonlySet<string> => new Set([...bindings.values()].map(grantOf));

const grantOf = ({ identityUid, roleUid, groupUid }: Binding): string => [identityUid, roleUid, groupUid].join(" ");

/**
 * Returns a model as a graph: the tree of groups, and an arrow with roles from each identity to each group where it has them.
 * Identities without a role binding are left out.
 *
 * @param whole the whole model, with the names of all groups
 * @param changes the changes of bindings
 */
export function accessGraph(
  model: AccessModel,
  whole: AccessModel = model,
  changes: ReadonlyMap<string, Change> = new Map(),
): Graph {
  const bindings = sortedBy(model.bindings.values(), ({ uid, identityUid, groupUid, roleUid }) =>
    [
      ...[identityPath(whole, identityUid), identityUid, groupPath(whole, groupUid), groupUid],
      ...[changes.get(uid), roleName(model, roleUid)],
    ].join("\u0000"),
  );
  const identityUids = [...new Set(bindings.map(({ identityUid }) => identityUid))];
  const groupUids = sortedBy(
    new Set([...model.groups.keys(), ...bindings.map(({ groupUid }) => groupUid)]),
    (uid) => `${groupPath(whole, uid)}\u0000${uid}`,
  );
  const known = new Set(groupUids);
  const tree = groupUids.flatMap((uid): GraphEdge[] => {
    const parentUid = parentOf(uid);
    return parentUid !== undefined && known.has(parentUid) ? [{ from: parentUid, to: uid }] : [];
  });
  const arrows = new Map<string, { readonly edge: GraphEdge; readonly roles: Set<string> }>();
  for (const { uid, identityUid, groupUid, roleUid } of bindings) {
    const change = changes.get(uid);
    const edge = { from: `identity ${identityUid}`, to: groupUid, ...(change === undefined ? {} : { change }) };
    const key = JSON.stringify(edge);
    const arrow = arrows.get(key) ?? { edge, roles: new Set() };
    arrow.roles.add(roleName(model, roleUid));
    arrows.set(key, arrow);
  }
  return {
    nodes: [
      ...groupUids.map((uid) => ({ id: uid, kind: "group" as const, label: groupPath(whole, uid) })),
      ...identityUids.map((uid) => ({
        id: `identity ${uid}`,
        kind: "identity" as const,
        label: identityPath(whole, uid),
      })),
    ],
    edges: [...tree, ...[...arrows.values()].map(({ edge, roles }) => ({ ...edge, label: [...roles].join(", ") }))],
  };
}
