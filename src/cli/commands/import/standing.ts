import type { Ignoring } from "../../ignoring/ignoring";
import { keyOfObject } from "../../organization/directory";
import type { LiveObject } from "../../organization/read";
import type { HeldResource } from "../../stack/export";
import { type Existing, isDeclaredByHand } from "./program/existing";

/** What an object of the platform is to the program. */
export type Standing =
  /** An import has written it, or somebody has declared it by its uid. */
  | "present"
  /** The stack holds it, and no import has written it. */
  | "held"
  /** The ignore file means it. */
  | "ignored"
  | "new";

/**
 * Tells what objects are to the program.
 *
 * @param held the resources of the stack that the call names; none where it names none
 */
export function standings(
  existing: Existing,
  held: readonly HeldResource[],
  ignoring: Ignoring,
): (object: Pick<LiveObject, "spec" | "uid">) => Standing {
  // What a stack only reads, it does not own. What waits for its delete is still its own.
  const keys = new Set(held.filter(({ isReadOnly }) => !isReadOnly).map(({ kind, uid }) => `${kind} ${uid}`));
  const standingOf = (object: Pick<LiveObject, "spec" | "uid">): Standing => {
    const key = keyOfObject(object);
    const isWritten = existing.manifest?.objects[key] !== undefined;
    if (isWritten || isDeclaredByHand(existing.sources.values(), object)) return "present";
    if (keys.has(key)) return "held";
    const { spec, uid } = object;
    return ignoring.ruleFor({ kind: spec.type, names: [uid], sort: "unmanaged" }) === undefined ? "new" : "ignored";
  };
  // All sources are searched for an object, and it is asked for more than once.
  const known = new Map<string, Standing>();
  return (object) => {
    const standing = known.get(keyOfObject(object)) ?? standingOf(object);
    known.set(keyOfObject(object), standing);
    return standing;
  };
}
