import { resources } from "../../../resources";
import { GROUP, parentUidOf, storedAs, storedTypeOf } from "../../../spec/place";
import { parentTypeOf, type ResourceSpec } from "../../../spec/resource";
import { isUid, withAncestors } from "../../../uid";
import { findSpec, type LiveObject } from "../../organization/read";
import type { HeldResource } from "../../stack/export";

/** Where objects are looked for that no resource of a stack holds. */

/** A resource of a stack with its declaration. */
export type Held = HeldResource & { readonly spec: ResourceSpec };

/** The resources of a state whose kinds are known. */
export const heldBy = (all: readonly HeldResource[]): Held[] =>
  all.flatMap((resource) => {
    const spec = findSpec(resource.kind);
    return spec === undefined || !isUid(resource.uid) ? [] : [{ ...resource, spec }];
  });

/** What is looked through. */
export class Scope {
  /** uids of what is looked through at any depth: what the stack holds, and the groups that the call names. */
  readonly #whole: ReadonlySet<string>;
  /** uids of groups that resources of the stack lie in, and which it does not hold: only what lies directly in them counts. */
  readonly #direct: ReadonlySet<string>;
  /** uids of the groups to read, of which none lies in another. */
  readonly groups: readonly string[];

  /** @param under uids of groups that the call names */
  constructor(held: readonly Held[], under: readonly string[]) {
    // The platform of an explicit provider may be another.
    const owned = held.filter(({ isReadOnly, isOfExplicitProvider }) => !isReadOnly && !isOfExplicitProvider);
    const holders = owned.filter(({ spec }) => spec.uidIsParents !== true).map(({ uid }) => uid);
    this.#whole = new Set([...holders, ...under]);
    this.#direct = new Set(owned.flatMap((one) => groupOf(one) ?? []));
    const groups = owned.filter(({ spec }) => storedAs(spec) === GROUP).map(({ uid }) => uid);
    this.groups = outermost([...groups, ...this.#direct, ...under]);
  }

  /** Whether an object counts as a finding where no resource holds it. */
  has({ parentUid }: LiveObject): boolean {
    return parentUid !== undefined && (this.#direct.has(parentUid) || this.isWhole(parentUid));
  }

  /** Whether a group is looked through at any depth. */
  isWhole(uid: string): boolean {
    return withAncestors(uid).some((above) => this.#whole.has(above));
  }
}

/** The group that a resource lies directly in; nothing for what lies in another kind, and for what many stacks share. */
function groupOf({ uid, spec }: Held): string | undefined {
  const parentType = parentTypeOf(spec);
  if (parentType === undefined || spec.isShared || storedTypeOf(parentType, resources) !== GROUP) return undefined;
  return parentUidOf(spec, uid);
}

/** The uids that lie below no other of them, sorted. */
function outermost(uids: readonly string[]): string[] {
  const all = new Set(uids);
  const isBelow = (uid: string) => withAncestors(uid).some((above) => above !== uid && all.has(above));
  return [...all].filter((uid) => !isBelow(uid)).sort();
}
