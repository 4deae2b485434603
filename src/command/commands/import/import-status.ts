import type { Ignoring } from "../../ignoring/ignoring";
import { keyOfObject } from "../../organization/directory";
import type { LiveObject } from "../../organization/read";
import type { HeldResource } from "../../stack/export";
import { type Existing, isDeclaredByHand } from "./program/existing";

export type ImportStatus =
  /** An import has written it, or the program declares it by its uid. */
  | "present"
  /** The stack manages it, and no import has written it. */
  | "held"
  | "ignored"
  | "new";

/** Returns a function that finds the relation of an object to the program. */
export function importStatusFinder(
  existing: Existing,
  held: readonly HeldResource[],
  ignoring: Ignoring,
): (object: Pick<LiveObject, "spec" | "uid">) => ImportStatus {
  // A stack does not manage what it only reads. It still manages what waits for its delete.
  const keys = new Set(held.filter(({ isReadOnly }) => !isReadOnly).map(({ kind, uid }) => `${kind} ${uid}`));
  return (object) => {
    const key = keyOfObject(object);
    const isWritten = existing.manifest?.objects[key] !== undefined;
    if (isWritten || isDeclaredByHand(existing.sources.values(), object)) return "present";
    if (keys.has(key)) return "held";
    const { spec, uid } = object;
    return ignoring.ruleFor({ kind: spec.type, uid, names: [], sort: "unmanaged" }) === undefined ? "new" : "ignored";
  };
}
