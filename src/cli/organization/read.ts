import type { Client, Query } from "../../api/client";
import { PlatformError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { readComplete } from "../../api/pages";
import { literal, path } from "../../api/path";
import { type Entity, entityOf } from "../../lookups/answers";
import { resources } from "../../resources";
import { pluralOf, type ResourceSpec } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import type { Values } from "../../spec/values";

/** An object as the platform holds it. */
export interface LiveObject {
  readonly spec: ResourceSpec;
  readonly uid: string;
  /** uid of what it lies under; absent for a root group and a built-in role. */
  readonly parentUid?: string;
  /** Values by the names of the spec's fields, without those that no Get and List returns. */
  readonly values: Values;
}

/** What lies in a group, the group itself included. */
export interface LiveOrganization {
  /** uid of the group that was read. */
  readonly groupUid: string;
  readonly objects: readonly LiveObject[];
  /** Kinds that could not be listed, and why: more of them may be there. */
  readonly unlisted: readonly { readonly spec: ResourceSpec; readonly error: PlatformError }[];
}

/** Kinds whose objects can be read: the others are settings of an object, or a record that nothing lists. */
export const readableKinds: readonly ResourceSpec[] = Object.values(resources).filter(
  (spec) => spec.lifecycle === undefined && spec.isRootOf === undefined,
);

/**
 * Reads all objects in a group and below it: a list for each kind, 200 objects to a page. Throws PlatformError when the group
 * itself cannot be seen.
 */
export async function readOrganization(
  client: Client,
  groupUid: string,
  kinds: readonly ResourceSpec[] = readableKinds,
): Promise<LiveOrganization> {
  const group = await readObject(client, groupSpec, groupUid);
  const read = await Promise.all(kinds.map((spec) => readKind(client, spec, groupUid)));
  const itself = kinds.includes(groupSpec) ? [group] : [];
  return {
    groupUid,
    objects: [...itself, ...read.flatMap((kind) => ("objects" in kind ? kind.objects : []))],
    unlisted: read.flatMap((kind) => ("error" in kind ? [kind] : [])),
  };
}

/**
 * Reads all objects of some kinds that the credential sees, wherever they lie, what the platform brings along included: for
 * questions that no group bounds. A list for each kind, 200 objects to a page.
 */
export async function readSeen(
  client: Client,
  kinds: readonly ResourceSpec[],
): Promise<Pick<LiveOrganization, "objects" | "unlisted">> {
  const read = await Promise.all(kinds.map((spec) => attempted(spec, () => listed(client, spec, []))));
  return {
    objects: read.flatMap((kind) => ("objects" in kind ? kind.objects : [])),
    unlisted: read.flatMap((kind) => ("error" in kind ? [kind] : [])),
  };
}

/** Reads one object by its uid. Throws PlatformError. */
export const readObject = async (client: Client, spec: ResourceSpec, uid: string): Promise<LiveObject> =>
  objectIn(spec, await client.get(path`${literal(spec.collection)}/${uid}`));

/** The declaration of a kind, `iam:Group`. Throws an Error for another text. */
export const specOf = (type: string): ResourceSpec => {
  const spec = resources[type];
  if (spec === undefined) throw new Error(`${type} is no kind of this package`);
  return spec;
};

/** The kind that all others lie in. */
const groupSpec = specOf("iam:Group");

type ReadKind = { readonly objects: LiveObject[] } | { readonly spec: ResourceSpec; readonly error: PlatformError };

function readKind(client: Client, spec: ResourceSpec, groupUid: string): Promise<ReadKind> {
  // The server ignores a query that it does not know.
  const isInside = ({ uid }: LiveObject) =>
    uid.startsWith(`${groupUid}/`) || (spec.uidIsParents === true && uid === groupUid);
  return attempted(
    spec,
    async () => {
      const inside = await listed(client, spec, [["uidp.descendants_of", groupUid]]);
      // One that is a part of its group has the group's uid, so the group's own is no descendant of it.
      const own = spec.uidIsParents ? await listed(client, spec, [["uidp.ids", groupUid]]) : [];
      return [...own, ...inside];
    },
    isInside,
  );
}

/** The objects of a kind, or why they could not be listed. */
async function attempted(
  spec: ResourceSpec,
  list: () => Promise<readonly JsonObject[]>,
  isWanted: (object: LiveObject) => boolean = () => true,
): Promise<ReadKind> {
  try {
    return { objects: (await list()).map((item) => objectIn(spec, item)).filter(isWanted) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { spec, error };
  }
}

/** An object of a kind as an answer has it. Throws ProtocolError. */
export const objectIn = (spec: ResourceSpec, item: JsonObject): LiveObject => liveObject(spec, entityIn(spec)(item));

/** Generic, since the compiler cannot work out the type of an object of any fields. */
const entityIn = <F extends Fields>(spec: ResourceSpec<F>): ((item: JsonObject) => Entity) =>
  entityOf(spec.fields, spec.uidIsParents ? "same" : "front");

const roleSpec = specOf("iam:Role");

/** Reads the roles that the platform brings along, which lie in no group (platform API: IAM-8). Throws PlatformError. */
export async function readBuiltInRoles(client: Client): Promise<LiveObject[]> {
  const found = await listed(client, roleSpec, [["uidp.in_root", "true"]]);
  return found.map((item) => objectIn(roleSpec, item)).filter(({ parentUid }) => parentUid === undefined);
}

const listed = (client: Client, spec: ResourceSpec, place: Query): Promise<readonly JsonObject[]> =>
  readComplete(client, {
    collection: literal(spec.collection),
    key: pluralOf(spec),
    query: [...(spec.listQuery ?? []), ...place],
  });

function liveObject(spec: ResourceSpec, { uid, parentUid, ...values }: Entity): LiveObject {
  return { spec, uid, ...(parentUid === undefined ? {} : { parentUid }), values: values as Values };
}
