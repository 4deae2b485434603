import { type AccessModel, type Binding, byIdentity, grantedBy, reaches } from "./model";

export interface AccessChange {
  readonly identityUid: string;
  readonly isGain: boolean;
  /** Sorted; at least one. */
  readonly capabilities: readonly string[];
  /** Every group in which it does, sorted by uid; at least one. */
  readonly groupUids: readonly string[];
}

/** Returns what identities gain and lose between two models, in the groups of both. Inherited capabilities count as held before. */
export function difference(before: AccessModel, after: AccessModel): AccessChange[] {
  const groupUids = [...new Set([...before.groups.keys(), ...after.groups.keys()])].sort();
  const [had, has] = [grantsIn(before), grantsIn(after)];
  return [...new Set([...had.keys(), ...has.keys()])].sort().flatMap((identityUid) => {
    const [old, now] = [had.get(identityUid) ?? [], has.get(identityUid) ?? []];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    return [true, false].flatMap((isGain) => {
      const [more, less] = isGain ? [now, old] : [old, now];
      const groupsBySet = new Map<string, string[]>();
      for (const groupUid of groupUids) {
        const others = heldAt(less, groupUid);
        const key = [...heldAt(more, groupUid)]
          .filter((name) => !others.has(name))
          .sort()
          .join(" ");
        if (key !== "") groupsBySet.set(key, [...(groupsBySet.get(key) ?? []), groupUid]);
      }
      return [...groupsBySet].map(([key, uids]) => ({
        identityUid,
        isGain,
        capabilities: key.split(" "),
        groupUids: uids,
      }));
    });
  });
}

/** Returns the uids of the roles that cause a change. The model is the one after a gain, or before a loss. */
export function rolesBehind(model: AccessModel, { identityUid, capabilities, groupUids }: AccessChange): string[] {
  const wanted = new Set(capabilities);
  const gives = (binding: Binding) =>
    binding.identityUid === identityUid &&
    groupUids.some((uid) => reaches(binding.groupUid, uid)) &&
    grantedBy(model, binding).some((name) => wanted.has(name));
  return [...new Set([...model.bindings.values()].filter(gives).map(({ roleUid }) => roleUid))];
}

type Grants = readonly { readonly groupUid: string; readonly capabilities: readonly string[] }[];

const grantsIn = (model: AccessModel): ReadonlyMap<string, Grants> =>
  new Map(
    [...byIdentity(model.bindings.values())].map(([uid, bindings]) => [
      uid,
      bindings.map((binding) => ({ groupUid: binding.groupUid, capabilities: grantedBy(model, binding) })),
    ]),
  );

const heldAt = (grants: Grants, uid: string): ReadonlySet<string> =>
  new Set(grants.flatMap(({ groupUid, capabilities }) => (reaches(groupUid, uid) ? capabilities : [])));
