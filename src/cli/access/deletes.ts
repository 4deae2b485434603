import { inputFields } from "../../spec/resource";
import type { LiveObject } from "../organization/read";
import { isWithin } from "./model";

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
  const inTheWay = ({ spec: { type }, uid }: LiveObject) =>
    [...objects.values()].filter((other) => !uncertain.has(other.uid) && dependsOn(other, { type, uid }));
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

/** Whether an object lies in another, or names it. */
const dependsOn = (
  { spec, uid, values }: LiveObject,
  other: { readonly type: string; readonly uid: string },
): boolean =>
  (uid !== other.uid && isWithin(other.uid, uid)) ||
  inputFields(spec.fields).some(
    ([name, { type }]) => type.kind === "string" && type.refersTo === other.type && values[name] === other.uid,
  );
