import { type AccessModel, grantedBy, reaches } from "./model";

/** Capabilities that an identity gains or loses in groups. */
export interface Change {
  readonly identityUid: string;
  readonly isGain: boolean;
  /** Sorted; at least one. */
  readonly capabilities: readonly string[];
  /** Every group in which it does, sorted by uid; at least one. */
  readonly groupUids: readonly string[];
}

/** The capabilities of an identity, by the group of the binding. */
type Grants = readonly { readonly groupUid: string; readonly capabilities: readonly string[] }[];

/**
 * Returns what identities gain and lose between two models, in the groups of both. Inherited capabilities count: a new group gives
 * nothing to an identity that has the same capabilities above it.
 */
export function difference(before: AccessModel, after: AccessModel): Change[] {
  const groupUids = [...new Set([...before.groups.keys(), ...after.groups.keys()])].sort();
  const [earlier, later] = [grantsIn(before), grantsIn(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])].sort().flatMap((identityUid) => {
    const [had, has] = [earlier.get(identityUid) ?? [], later.get(identityUid) ?? []];
    if (JSON.stringify(had) === JSON.stringify(has)) return [];
    const gained = new Map<string, string[]>();
    const lost = new Map<string, string[]>();
    for (const groupUid of groupUids) {
      const [old, now] = [heldAt(had, groupUid), heldAt(has, groupUid)];
      add(gained, groupUid, without(now, old));
      add(lost, groupUid, without(old, now));
    }
    return [...changesOf(identityUid, true, gained), ...changesOf(identityUid, false, lost)];
  });
}

/**
 * Returns the uids of the roles that cause a change.
 *
 * @param model the model after a gain, or before a loss
 */
export function rolesBehind(model: AccessModel, { identityUid, capabilities, groupUids }: Change): string[] {
  const wanted = new Set(capabilities);
  const giving = [...model.bindings.values()].filter(
    (binding) =>
      binding.identityUid === identityUid &&
      groupUids.some((uid) => reaches(binding.groupUid, uid)) &&
      grantedBy(model, binding).some((name) => wanted.has(name)),
  );
  return [...new Set(giving.map(({ roleUid }) => roleUid))];
}

function grantsIn(model: AccessModel): Map<string, Grants> {
  const grants = new Map<string, { groupUid: string; capabilities: readonly string[] }[]>();
  for (const binding of model.bindings.values()) {
    const own = grants.get(binding.identityUid) ?? [];
    own.push({ groupUid: binding.groupUid, capabilities: grantedBy(model, binding) });
    grants.set(binding.identityUid, own);
  }
  return grants;
}

const heldAt = (grants: Grants, uid: string): ReadonlySet<string> =>
  new Set(grants.flatMap(({ groupUid, capabilities }) => (reaches(groupUid, uid) ? capabilities : [])));

const without = (names: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...names].filter((name) => !others.has(name));

/** Adds a group to those with the same set of capabilities. */
function add(bySet: Map<string, string[]>, groupUid: string, capabilities: readonly string[]): void {
  if (capabilities.length === 0) return;
  const key = [...capabilities].sort().join(" ");
  bySet.set(key, [...(bySet.get(key) ?? []), groupUid]);
}

const changesOf = (identityUid: string, isGain: boolean, bySet: ReadonlyMap<string, string[]>): Change[] =>
  [...bySet].map(([key, groupUids]) => ({ identityUid, isGain, capabilities: key.split(" "), groupUids }));
