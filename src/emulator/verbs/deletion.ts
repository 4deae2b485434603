import { parentTypeOf, type ResourceSpec } from "../../description/spec/resource";
import { nounsOf } from "../gateway/errors";
import type { Resource, Store } from "../store";
import { references } from "./references";

/** Returns the kind that blocks a delete, for the error: resources below the deleted one, or resources that refer to it. */
export function blockersOf(
  specs: readonly ResourceSpec[],
  store: Store,
  { type, uid }: Pick<Resource, "type" | "uid">,
): string | undefined {
  for (const other of specs) {
    // A kind without a Delete could never be deleted first.
    if (other.lifecycle !== undefined) continue;
    const isBelow = parentTypeOf(other) === type && !other.peculiar?.deletedWithParent;
    if (isBelow && other.uidIsParents && store.get(other.type, uid) !== undefined) return nounsOf(other);
    if (isBelow && !other.uidIsParents && store.children(other.type, uid).length > 0) return `child ${nounsOf(other)}`;
    // An object that is used up outlives what it refers to (platform API: IAM-19).
    if (other.peculiar?.mayLapse) continue;
    if (referringOf(other, store, { type, uid }).length > 0) return nounsOf(other);
  }
  return undefined;
}

/** Deletes a resource, and what the platform deletes with it (platform API: IAM-12). */
export function deleteWithOwn(specs: readonly ResourceSpec[], store: Store, { type, uid }: Resource): void {
  for (const spec of specs.filter(({ peculiar }) => peculiar?.deletedWithParent)) {
    if (parentTypeOf(spec) !== type) continue;
    for (const child of store.children(spec.type, uid)) store.delete(child.type, child.uid);
  }
  store.delete(type, uid);
}

/** Deletes a resource, all below it, what refers to any of these, and what is below that: more than its caller requested. */
export function deleteWithContents(specs: readonly ResourceSpec[], store: Store, first: Resource): void {
  const pending = [first];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (store.delete(next.type, next.uid))
      pending.push(...contentsOf(specs, store, next), ...specs.flatMap((spec) => referringOf(spec, store, next)));
  }
}

/** Returns everything below a resource. A resource with the uid of its parent has no contents. */
function contentsOf(specs: readonly ResourceSpec[], store: Store, { type, uid }: Resource): Resource[] {
  if (specs.some((spec) => spec.type === type && (spec.uidIsParents || spec.lifecycle !== undefined))) return [];
  return store.snapshot().filter((other) => other.uid === uid || other.uid.startsWith(`${uid}/`));
}

function referringOf(spec: ResourceSpec, store: Store, { type, uid }: Pick<Resource, "type" | "uid">): Resource[] {
  const names = references(spec).flatMap((reference) => (reference.type === type ? [reference.name] : []));
  return names.length === 0
    ? []
    : store.all(spec.type).filter(({ values }) => names.some((name) => values[name] === uid));
}
