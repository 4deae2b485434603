import { resources } from "../../../resources";
import { GROUP, parentUidOf, storedAs, storedTypeOf } from "../../../spec/place";
import { parentTypeOf, type ResourceSpec } from "../../../spec/resource";
import { isUid, parentOf } from "../../../uid";
import type { LiveObject } from "../../organization/read";
import type { HeldResource } from "../../stack/export";

/** Where objects are looked for that no resource of a stack holds. */

/** The kind that all others lie in, and which lies in itself. */

/** Tells objects of the platform apart: some have the uid of their parent. */
export const identityOf = (spec: ResourceSpec, uid: string): string => `${storedAs(spec)} ${uid}`;

/** A resource of a stack with its declaration. */
export interface Held {
  readonly resource: HeldResource;
  readonly spec: ResourceSpec;
}

/** The resources of a state whose kinds are known. */
export const heldBy = (all: readonly HeldResource[]): Held[] =>
  all.flatMap((resource) => {
    const spec = resources[resource.kind];
    return spec === undefined || !isUid(resource.uid) ? [] : [{ resource, spec }];
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
    const owned = held.filter(({ resource }) => !resource.isReadOnly && !resource.isOfExplicitProvider);
    const holders = owned.filter(({ spec }) => spec.uidIsParents !== true).map(({ resource }) => resource.uid);
    this.#whole = new Set([...holders, ...under]);
    this.#direct = new Set(owned.flatMap((one) => groupOf(one) ?? []));
    const heldGroups = owned.filter(({ spec }) => storedAs(spec) === GROUP).map(({ resource }) => resource.uid);
    this.groups = outermost([...heldGroups, ...this.#direct, ...under]);
  }

  /** Whether an object counts as a finding where no resource holds it. */
  has({ parentUid }: LiveObject): boolean {
    if (parentUid === undefined) return false;
    return this.#direct.has(parentUid) || withAncestors(parentUid).some((above) => this.#whole.has(above));
  }

  /** Whether a group is looked through at any depth. */
  isWhole(uid: string): boolean {
    return withAncestors(uid).some((above) => this.#whole.has(above));
  }
}

/** The group that a resource lies directly in; nothing for what lies in another kind, and for what many stacks share. */
function groupOf({ resource, spec }: Held): string | undefined {
  const parentType = parentTypeOf(spec);
  if (parentType === undefined || spec.isShared || storedTypeOf(parentType, resources) !== GROUP) return undefined;
  return parentUidOf(spec, resource.uid);
}

/** A uid and those above it. */
export const withAncestors = (uid: string): string[] => {
  const above = parentOf(uid);
  return above === undefined ? [uid] : [uid, ...withAncestors(above)];
};

/** The uids that lie below no other of them, sorted. */
function outermost(uids: readonly string[]): string[] {
  const all = new Set(uids);
  return [...all]
    .filter(
      (uid) =>
        !withAncestors(uid)
          .slice(1)
          .some((above) => all.has(above)),
    )
    .sort();
}
