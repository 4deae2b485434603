import { resources } from "../../../../description/resources";
import { inputFields, type ResourceSpec } from "../../../../description/spec/resource";
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
  const othersOf = ({ refersTo }: Linked) => refersTo.flatMap((key) => byKey.get(key) ?? []);
  const ordered = afterOthers([...objects].sort(byPlace), othersOf);
  const places = new Map(ordered.map(({ key }, place) => [key, place]));
  return ordered.map((object, place) => ({
    ...object,
    refersTo: object.refersTo.filter((key) => (places.get(key) ?? -1) < place),
  }));
}

/** Returns items in their order, but each after those that it needs, unless two need each other. */
function afterOthers<T>(items: readonly T[], needs: (item: T) => readonly T[]): T[] {
  const begun = new Set<T>();
  const ordered: T[] = [];
  const add = (item: T): void => {
    if (begun.has(item)) return;
    begun.add(item);
    for (const other of needs(item)) add(other);
    ordered.push(item);
  };
  for (const item of items) add(item);
  return ordered;
}

function byPlace(a: Linked, b: Linked): number {
  const kind = kinds.indexOf(a.object.spec) - kinds.indexOf(b.object.spec);
  if (kind !== 0) return kind;
  const steps = a.path.map((left, i) => compareTexts(left, b.path[i] ?? left));
  return steps.find((step) => step !== 0) ?? (a.path.length - b.path.length || compareTexts(a.key, b.key));
}

/** All kinds, each after the kinds that it refers to. */
const kinds = afterOthers<ResourceSpec>(Object.values(resources), ({ fields }) =>
  inputFields(fields).flatMap(([, { type }]) => resources[referredType(type) ?? ""] ?? []),
);
