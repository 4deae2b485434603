import { inputFields } from "../../spec/resource";
import { referredType } from "../../spec/types";
import { withAncestors } from "../../uid";
import type { LiveObject } from "../organization/read";

/** A delete that is sure to be refused, for something is in its way that the change does not delete. */
export interface Refused {
  readonly urn: string;
  readonly uid: string;
  /** What lies in the object, or names it. */
  readonly by: readonly LiveObject[];
}

/**
 * Removes objects in an order in which each goes once nothing is in its way any more. Answers those that stay.
 *
 * @param objects by uid; changed in place
 * @param doomed URNs of the resources, by the uids of their objects
 * @param uncertain uids of objects of which nobody knows what becomes: they are in the way of nothing
 */
export function removeAll(
  objects: Map<string, LiveObject>,
  doomed: ReadonlyMap<string, string>,
  uncertain: ReadonlySet<string>,
): Refused[] {
  const dependents = dependentsIn(objects.values());
  const inTheWay = ({ uid }: LiveObject) =>
    (dependents.get(uid) ?? []).filter((other) => objects.has(other.uid) && !uncertain.has(other.uid));
  for (let isDone = false; !isDone; ) {
    const free = [...doomed.keys()]
      .flatMap((uid) => objects.get(uid) ?? [])
      .filter((one) => inTheWay(one).length === 0);
    for (const { uid } of free) objects.delete(uid);
    isDone = free.length === 0;
  }
  return [...doomed].flatMap(([uid, urn]) => {
    const object = objects.get(uid);
    if (object === undefined) return [];
    const by = inTheWay(object).filter((other) => !doomed.has(other.uid));
    return by.length === 0 ? [] : [{ urn, uid, by }];
  });
}

/** What lies in each object, at any depth, or names it, by its uid. */
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
