import { inputFields } from "../../spec/resource";
import { referredType } from "../../spec/types";
import { withAncestors } from "../../uid";
import type { LiveObject } from "../organization/read";

/** A delete that will fail, because an object that the change keeps still uses the deleted one. */
export interface Refused {
  readonly urn: string;
  readonly uid: string;
  /** The objects in it, and those that refer to it. */
  readonly by: readonly LiveObject[];
}

/**
 * Removes objects, each once nothing uses it any more. Returns those that cannot be removed.
 *
 * @param objects by uid; changed in place
 * @param toDelete URNs of the resources, by the uids of their objects
 * @param uncertain uids of objects whose future is unknown. They block nothing
 */
export function removeAll(
  objects: Map<string, LiveObject>,
  toDelete: ReadonlyMap<string, string>,
  uncertain: ReadonlySet<string>,
): Refused[] {
  const dependents = dependentsIn(objects.values());
  const blockersOf = ({ uid }: LiveObject) =>
    (dependents.get(uid) ?? []).filter((other) => objects.has(other.uid) && !uncertain.has(other.uid));
  for (let isDone = false; !isDone; ) {
    const free = [...toDelete.keys()]
      .flatMap((uid) => objects.get(uid) ?? [])
      .filter((one) => blockersOf(one).length === 0);
    for (const { uid } of free) objects.delete(uid);
    isDone = free.length === 0;
  }
  return [...toDelete].flatMap(([uid, urn]) => {
    const object = objects.get(uid);
    if (object === undefined) return [];
    const by = blockersOf(object).filter((other) => !toDelete.has(other.uid));
    return by.length === 0 ? [] : [{ urn, uid, by }];
  });
}

/** Returns the objects in each object, at any depth, and those that refer to it, by its uid. */
function dependentsIn(objects: Iterable<LiveObject>): ReadonlyMap<string, readonly LiveObject[]> {
  const dependents = new Map<string, LiveObject[]>();
  for (const object of objects) {
    const named = inputFields(object.spec.fields)
      .filter(([, { type }]) => referredType(type) !== undefined)
      .map(([name]) => object.values[name]);
    for (const uid of new Set([...named, ...withAncestors(object.uid).slice(1)])) {
      if (typeof uid !== "string") continue;
      const known = dependents.get(uid) ?? [];
      known.push(object);
      dependents.set(uid, known);
    }
  }
  return dependents;
}
