import type { Client } from "../../client/api/client";
import { PlatformError } from "../../client/api/errors";
import { readComplete } from "../../client/api/pages";
import { fetchObject } from "../../client/replies/object";
import { resources } from "../../description/resources";
import { GROUP } from "../../description/spec/place";
import { pluralOf, type ResourceSpec } from "../../description/spec/resource";
import type { Fields } from "../../description/spec/types";
import type { Values } from "../../description/spec/values";
import { isWithin } from "../../description/uid";
import type { Query } from "../../description/wire/api-request";
import type { JsonObject } from "../../description/wire/json";
import { literal } from "../../description/wire/path";
import { type Entity, entityOf } from "../../program/lookups/answers";

export interface LiveObject {
  readonly spec: ResourceSpec;
  readonly uid: string;
  /** uid of its parent. Absent for a root group and a built-in role. */
  readonly parentUid?: string;
  /** Values by the names of the spec's fields, without those that the platform never returns. */
  readonly values: Values;
}

export interface Listed {
  readonly objects: readonly LiveObject[];
  /** Kinds that could not be listed, with the error. There may be more objects of them. */
  readonly unlisted: readonly { readonly spec: ResourceSpec; readonly error: PlatformError }[];
}

/** Kinds whose objects can be listed. The others are settings of an object, or records without a list. */
export const readableKinds: readonly ResourceSpec[] = Object.values(resources).filter(
  (spec) => spec.lifecycle === undefined && spec.peculiar?.rootOf === undefined,
);

/** Reads all objects in a group and below it, with one list for each kind. Throws PlatformError if the group itself cannot be seen. */
export async function readOrganization(
  client: Client,
  groupUid: string,
  kinds: readonly ResourceSpec[] = readableKinds,
): Promise<Listed> {
  const group = await readObject(client, groupSpec, groupUid);
  const { objects, unlisted } = await readInside(client, groupUid, kinds);
  return { objects: kinds.includes(groupSpec) ? [group, ...objects] : objects, unlisted };
}

export const readInside = async (client: Client, uid: string, kinds: readonly ResourceSpec[]): Promise<Listed> =>
  together(await Promise.all(kinds.map((spec) => readKind(client, spec, uid))));

/** Reads all objects of some kinds that the credential sees, in any group, also built-in ones. It reads one list for each kind. */
export const readSeen = async (client: Client, kinds: readonly ResourceSpec[]): Promise<Listed> =>
  together(await Promise.all(kinds.map((spec) => attempted(spec, () => listed(client, spec, [])))));

const together = (lists: readonly Listed[]): Listed => ({
  objects: lists.flatMap(({ objects }) => objects),
  unlisted: lists.flatMap(({ unlisted }) => unlisted),
});

/** Reads one object by its uid. Throws PlatformError, also if the response is about another object. */
export const readObject = async (client: Client, spec: ResourceSpec, uid: string): Promise<LiveObject> =>
  objectIn(spec, await fetchObject(client, { spec, uid }));

/** Returns the declaration of a kind, `iam:Group`. Undefined if this version does not know it. */
export const findSpec = (type: string): ResourceSpec | undefined =>
  Object.hasOwn(resources, type) ? resources[type] : undefined;

export const specOf = (type: string): ResourceSpec => {
  const spec = findSpec(type);
  if (spec === undefined) throw new Error(`${type} is not a kind of this package`);
  return spec;
};

const groupSpec = specOf(GROUP);

function readKind(client: Client, spec: ResourceSpec, groupUid: string): Promise<Listed> {
  // The filter here is needed, because the server ignores a query that it does not know.
  const isInside = ({ uid }: LiveObject) => isWithin(groupUid, uid) && (uid !== groupUid || spec.uidIsParents === true);
  return attempted(
    spec,
    async () => {
      const inside = await listed(client, spec, [["uidp.descendants_of", groupUid]]);
      // A part of a group has the group's uid, so the list of descendants lacks the part of this group.
      const own = spec.uidIsParents ? await listed(client, spec, [["uidp.ids", groupUid]]) : [];
      return [...own, ...inside];
    },
    isInside,
  );
}

/** Returns the objects of a kind, or the error of their list. */
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

/** Parses an object of a kind. Throws ProtocolError. */
export function objectIn(spec: ResourceSpec, item: JsonObject): LiveObject {
  const { uid, parentUid, ...values } = entityIn(spec)(item);
  return { spec, uid, ...(parentUid === undefined ? {} : { parentUid }), values: values as Values };
}

/** Generic, because the compiler cannot infer the type for unknown fields. */
const entityIn = <F extends Fields>(spec: ResourceSpec<F>): ((item: JsonObject) => Entity) =>
  entityOf(spec.fields, spec.uidIsParents ? "same" : "front");

const roleSpec = specOf("iam:Role");

/** Reads the built-in roles, which are in no group (platform API: IAM-8). */
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
    query: [...(spec.peculiar?.listQuery ?? []), ...place],
  });
