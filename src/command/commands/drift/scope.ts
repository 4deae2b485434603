import type { Client } from "../../../client/api/client";
import { PlatformError } from "../../../client/api/errors";
import { resources } from "../../../description/resources";
import { identityProvider } from "../../../description/resources/identity-provider";
import { GROUP, parentUidOf, storedAs, storedTypeOf } from "../../../description/spec/place";
import { parentTypeOf, type ResourceSpec } from "../../../description/spec/resource";
import { isUid, isWithin, withAncestors } from "../../../description/uid";
import { findSpec, type Listed, type LiveObject, readInside, readOrganization } from "../../organization/read";
import type { Refreshed } from "../../stack/event-log";
import type { HeldResource } from "../../stack/export";

export type Managed = HeldResource & { readonly spec: ResourceSpec };

export const managedIn = (all: readonly HeldResource[]): Managed[] =>
  all.flatMap((resource) => {
    const spec = findSpec(resource.kind);
    return spec === undefined || !isUid(resource.uid) ? [] : [{ ...resource, spec }];
  });

/** Returns the uids of the managed groups that were deleted outside of Pulumi. Other kinds do not count: they may have the uid of their group. */
export function deletedGroups(managed: readonly Managed[], compared: readonly Refreshed[]): ReadonlySet<string> {
  const deleted = new Set(compared.flatMap(({ outcome, urn, id }) => (outcome === "deleted" ? `${urn} ${id}` : [])));
  const groups = managed.filter(({ spec, isOfExplicitProvider }) => storedAs(spec) === GROUP && !isOfExplicitProvider);
  return new Set(groups.flatMap(({ urn, uid }) => (deleted.has(`${urn} ${uid}`) ? uid : [])));
}

export class Scope {
  /** uids to search at any depth: objects that the stack manages, and groups that the call names. */
  readonly #whole: ReadonlySet<string>;
  /** uids of groups and identity providers that have resources of the stack. Their direct children count. */
  readonly #direct: ReadonlySet<string>;
  /** uids of the groups to read. None is in another. */
  readonly groups: readonly string[];
  /** uids of the identity providers to read. None is in one of the groups. */
  readonly providers: readonly string[];

  constructor(managed: readonly Managed[], under: readonly string[]) {
    // An explicit provider may use another platform.
    const owned = managed.filter(({ isReadOnly, isOfExplicitProvider }) => !isReadOnly && !isOfExplicitProvider);
    const containers = owned.filter(({ spec }) => spec.uidIsParents !== true).map(({ uid }) => uid);
    this.#whole = new Set([...containers, ...under]);
    const around = new Set(owned.flatMap((one) => parentIn(one, GROUP) ?? []));
    const providers = new Set(owned.flatMap((one) => parentIn(one, identityProvider.type) ?? []));
    this.#direct = new Set([...around, ...providers]);
    const groups = owned.filter(({ spec }) => storedAs(spec) === GROUP).map(({ uid }) => uid);
    this.groups = outermost([...groups, ...around, ...under]);
    this.providers = [...providers].filter((uid) => !this.groups.some((group) => isWithin(group, uid))).sort();
  }

  /** Whether an unmanaged object is a finding. */
  has({ parentUid }: LiveObject): boolean {
    return parentUid !== undefined && (this.#direct.has(parentUid) || this.isWhole(parentUid));
  }

  /** Whether a group is searched at any depth. */
  isWhole(uid: string): boolean {
    return withAncestors(uid).some((above) => this.#whole.has(above));
  }
}

/** Returns the parent of a resource. Undefined for another kind of parent, and for kinds that stacks share. */
function parentIn({ uid, spec }: Managed, type: string): string | undefined {
  const parentType = parentTypeOf(spec);
  if (parentType === undefined || spec.peculiar?.managedInParts || storedTypeOf(parentType, resources) !== type)
    return undefined;
  return parentUidOf(spec, uid);
}

/** Returns the uids that are not below another of them, sorted. */
function outermost(uids: readonly string[]): string[] {
  const all = new Set(uids);
  const isBelow = (uid: string) => withAncestors(uid).some((above) => above !== uid && all.has(above));
  return [...all].filter((uid) => !isBelow(uid)).sort();
}

export const isOfProviders = (spec: ResourceSpec): boolean => parentTypeOf(spec) === identityProvider.type;

/** Reads the objects of some kinds in groups, and in identity providers outside of these. There may be more of what is unlisted. */
export async function readPlaces(
  client: Client,
  { groups, providers }: Pick<Scope, "groups" | "providers">,
  kinds: readonly ResourceSpec[],
) {
  const read = await Promise.all([
    ...groups.map((uid) => readPlace(uid, () => readOrganization(client, uid, kinds))),
    ...providers.map((uid) => readPlace(uid, () => readInside(client, uid, kinds.filter(isOfProviders)))),
  ]);
  return { objects: read.flatMap(({ objects }) => objects), unlisted: read.flatMap(({ unlisted }) => unlisted) };
}

async function readPlace(group: string, read: () => Promise<Listed>) {
  const unlistedIn = (kind: string | null, { message }: PlatformError) => ({ kind, group, message });
  try {
    const { objects, unlisted } = await read();
    return { objects, unlisted: unlisted.map(({ spec, error }) => unlistedIn(spec.type, error)) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { objects: [], unlisted: [unlistedIn(null, error)] };
  }
}
