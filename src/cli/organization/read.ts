import type { Client, Query } from "../../api/client";
import { PlatformError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { readComplete } from "../../api/pages";
import { literal, path } from "../../api/path";
import { type Entity, entityOf } from "../../lookups/answers";
import { resources } from "../../resources";
import { GROUP } from "../../spec/place";
import { pluralOf, type ResourceSpec } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import type { Values } from "../../spec/values";
import { isWithin } from "../../uid";

/** An object, as the platform returns it. */
export interface LiveObject {
  readonly spec: ResourceSpec;
  readonly uid: string;
  /** uid of what it lies under; absent for a root group and a built-in role. */
  readonly parentUid?: string;
  /** Values by the names of the spec's fields, without those that no Get and List returns. */
  readonly values: Values;
}

/** Objects that were listed. */
export interface Listed {
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
): Promise<Listed> {
  const group = await readObject(client, groupSpec, groupUid);
  const { objects, unlisted } = together(await Promise.all(kinds.map((spec) => readKind(client, spec, groupUid))));
  return { objects: kinds.includes(groupSpec) ? [group, ...objects] : objects, unlisted };
}

/**
 * Reads all objects of some kinds that the credential sees, wherever they lie, built-in ones included: for questions that no
 * group bounds. A list for each kind, 200 objects to a page.
 */
export const readSeen = async (client: Client, kinds: readonly ResourceSpec[]): Promise<Listed> =>
  together(await Promise.all(kinds.map((spec) => attempted(spec, () => listed(client, spec, [])))));

const together = (lists: readonly Listed[]): Listed => ({
  objects: lists.flatMap(({ objects }) => objects),
  unlisted: lists.flatMap(({ unlisted }) => unlisted),
});

/** Reads one object by its uid. Throws PlatformError. */
export const readObject = async (client: Client, spec: ResourceSpec, uid: string): Promise<LiveObject> =>
  objectIn(spec, await client.get(path`${literal(spec.collection)}/${uid}`));

/** The declaration of a kind, `iam:Group`; undefined for one that this version does not know. */
export const findSpec = (type: string): ResourceSpec | undefined =>
  Object.hasOwn(resources, type) ? resources[type] : undefined;

/** The declaration of a kind, `iam:Group`. Throws an Error for another text. */
export const specOf = (type: string): ResourceSpec => {
  const spec = findSpec(type);
  if (spec === undefined) throw new Error(`${type} is no kind of this package`);
  return spec;
};

/** The kind that all others lie in. */
const groupSpec = specOf(GROUP);

function readKind(client: Client, spec: ResourceSpec, groupUid: string): Promise<Listed> {
  // The server ignores a query that it does not know.
  const isInside = ({ uid }: LiveObject) => isWithin(groupUid, uid) && (uid !== groupUid || spec.uidIsParents === true);
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
): Promise<Listed> {
  try {
    return { objects: (await list()).map((item) => objectIn(spec, item)).filter(isWanted), unlisted: [] };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { objects: [], unlisted: [{ spec, error }] };
  }
}

/** An object of a kind as an answer has it. Throws ProtocolError. */
export function objectIn(spec: ResourceSpec, item: JsonObject): LiveObject {
  const { uid, parentUid, ...values } = entityIn(spec)(item);
  return { spec, uid, ...(parentUid === undefined ? {} : { parentUid }), values: values as Values };
}

/** Generic, since the compiler cannot work out the type of an object of any fields. */
const entityIn = <F extends Fields>(spec: ResourceSpec<F>): ((item: JsonObject) => Entity) =>
  entityOf(spec.fields, spec.uidIsParents ? "same" : "front");

const roleSpec = specOf("iam:Role");

/** Reads the built-in roles, which lie in no group (platform API: IAM-8). */
export const readBuiltInRoles = (client: Client): Promise<Listed> =>
  attempted(
    roleSpec,
    () => listed(client, roleSpec, [["uidp.in_root", "true"]]),
    ({ parentUid }) => parentUid === undefined,
  );

const listed = (client: Client, spec: ResourceSpec, place: Query): Promise<readonly JsonObject[]> =>
  readComplete(client, {
    collection: literal(spec.collection),
    key: pluralOf(spec),
    query: [...(spec.listQuery ?? []), ...place],
  });
