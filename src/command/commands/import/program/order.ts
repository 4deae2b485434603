import { resources } from "../../../../description/resources";
import type { ResourceSpec } from "../../../../description/spec/resource";
import { referredType } from "../../../../description/spec/types";
import { compareTexts } from "../../../order";
import type { Importable } from "../judge";

export interface Linked extends Importable {
  /** Identifies the object, as in the manifest. */
  readonly key: string;
  /** Names from the imported group down to it. */
  readonly path: readonly string[];
  /** Keys of declared objects that it refers to. */
  readonly refersTo: readonly string[];
}

/** Objects by kind and down the tree, each after those that it refers to. If two refer to each other, the first one uses the uid. */
export function inOrder(objects: readonly Linked[]): Linked[] {
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const begun = new Set<string>();
  const done = new Map<string, Linked>();
  const add = (object: Linked): void => {
    if (begun.has(object.key)) return;
    begun.add(object.key);
    for (const key of object.refersTo) {
      const other = byKey.get(key);
      if (other !== undefined) add(other);
    }
    const refersTo = object.refersTo.filter((key) => !byKey.has(key) || done.has(key));
    done.set(object.key, { ...object, refersTo });
  };
  for (const object of [...objects].sort(byPlace)) add(object);
  return [...done.values()];
}

function byPlace(a: Linked, b: Linked): number {
  const kind = kinds.indexOf(a.object.spec) - kinds.indexOf(b.object.spec);
  if (kind !== 0) return kind;
  const steps = a.path.map((left, i) => compareTexts(left, b.path[i] ?? left));
  return steps.find((step) => step !== 0) ?? (a.path.length - b.path.length || compareTexts(a.key, b.key));
}

/** All kinds, each after the kinds that it refers to. */
const kinds: readonly ResourceSpec[] = (() => {
  const ordered = new Set<ResourceSpec>();
  const begun = new Set<ResourceSpec>();
  const add = (spec: ResourceSpec | undefined): void => {
    if (spec === undefined || begun.has(spec)) return;
    begun.add(spec);
    for (const { type, presence } of Object.values(spec.fields)) {
      if (presence !== "computed") add(resources[referredType(type) ?? ""]);
    }
    ordered.add(spec);
  };
  for (const spec of Object.values(resources)) add(spec);
  return [...ordered];
})();
