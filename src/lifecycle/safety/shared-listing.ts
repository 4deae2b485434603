import type { Query } from "../../api/client";
import { ApiError, NotFoundError, PermissionDeniedError, PlatformError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { readWhole, type WholeList } from "../../api/pages";
import { literal } from "../../api/path";
import { childrenQuery } from "../../spec/place";
import { isUnique, keyFields, pluralOf, type ResourceSpec } from "../../spec/resource";
import { isUid, parentOf, rootOf } from "../../uid";
import type { Handle, Kind, NewObject } from "../run/handle";
import type { ReadList } from "../run/known-siblings";
import { findByKey } from "./siblings";

/** Reads the list of all objects directly under a parent. */
export const listUnder = (kind: Kind, parentUid: string | undefined): ReadList =>
  listOf(kind, childrenQuery(kind.spec, parentUid), (uid) => parentOf(uid) === parentUid);

/** Reads the list of all objects in an organisation. */
const listWithin = (kind: Kind, rootUid: string): ReadList =>
  listOf(kind, [["uidp.descendants_of", rootUid], ...(kind.spec.listQuery ?? [])], (uid) =>
    uid.startsWith(`${rootUid}/`),
  );

function listOf({ context, spec }: Kind, query: Query, isMeant: (uid: string) => boolean): ReadList {
  const { client } = context;
  const list = { collection: literal(spec.collection), key: pluralOf(spec), query };
  const read = async (isWorth: (pages: number) => boolean): Promise<WholeList> => {
    const found = await readWhole(client, list, isWorth);
    if (found === undefined || "pages" in found) return found;
    // The server ignores a query that it does not know.
    return { items: found.items.filter(({ uid }) => typeof uid === "string" && isUid(uid) && isMeant(uid)) };
  };
  return Object.assign(read, { waiting: <T>(work: () => Promise<T>) => client.pausing(work) });
}

/** Whether the objects of a kind can be told from a list of all that are under one parent. */
const isShared = (spec: ResourceSpec): boolean => spec.uidIsParents !== true && spec.listMayBeShadowed !== true;

/**
 * The look before a create: like `findByKey`, but what is free may be told from a listing that serves many creates. That
 * something is taken is always asked anew, and so is all where a create would change what another writer has made meanwhile.
 */
export async function lookBeforeCreate(wanted: NewObject): Promise<JsonObject[] | undefined> {
  const { kind, parentUid, desired } = wanted;
  const { context, spec } = kind;
  // Another process of this run may make the same, and its creates are not known here.
  if (!isShared(spec) || spec.update === "upsert" || context.ownership.hasOtherHosts) return findByKey(wanted);
  const siblings = kind.siblingsUnder(parentUid);
  const isCostlyAlone = !keyFields(spec).some(([, { options }]) => options.filter !== undefined);
  const look = siblings.hasCreated(desired)
    ? undefined
    : await ifListed(kind, parentUid, () => siblings.forLook(desired, listUnder(kind, parentUid), isCostlyAlone));
  if (look !== undefined && !isUnique(spec)) return [...look.items, ...siblings.created.map((uid) => ({ uid }))];
  if (look !== undefined && (look.isNew || look.items.length === 0)) return [...look.items];
  const found = await findByKey(wanted);
  if (found?.length === 0) siblings.noteFree(desired);
  return found;
}

/**
 * An object as a listing shows it that serves many reads. Nothing where it is to be asked for alone: a list does not tell all
 * of each kind, and that an object is not listed does not mean that it is gone.
 */
export async function listedItem(object: Handle): Promise<JsonObject | undefined> {
  const { parentUid, siblings, uid } = object;
  if (parentUid === undefined || !isToldByLists(object)) return undefined;
  return siblings.knownItem(uid) ?? (await itemWithin(object, parentUid)) ?? itemUnder(object, parentUid);
}

/** Whether a list tells of an object all that its own answer does. */
const isToldByLists = ({ spec, uid }: Handle): boolean =>
  isUid(uid) && isShared(spec) && !Object.values(spec.fields).some(({ options }) => options.onlyInGet);

const itemUnder = (object: Handle, parentUid: string): Promise<JsonObject | undefined> =>
  ifListed(object, parentUid, () => object.siblings.item(object.uid, listUnder(object, parentUid)));

/**
 * The same by a list of all that the organisation has of the kind, once there are questions about several parents: a refresh of
 * many small groups. What a run changes is noted parent by parent, so such a list counts in a run that has changed nothing.
 */
async function itemWithin(object: Handle, parentUid: string): Promise<JsonObject | undefined> {
  const { context, spec, uid } = object;
  const known = context.siblings.within(spec, parentUid);
  if (known === undefined || context.client.hasWritten) return undefined;
  try {
    const item = await known.item(uid, listWithin(object, rootOf(parentUid)));
    return context.client.hasWritten ? undefined : item;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    known.noteRefusal(isRefusal(error));
    return undefined;
  }
}

/** Lists what is beside an object that is to be deleted, once where many are: a later list that lacks it then proves something. */
export async function listBeforeDeletes(object: Handle): Promise<void> {
  const { parentUid, siblings } = object;
  if (siblings.last !== undefined || parentUid === undefined || !isToldByLists(object)) return;
  await itemUnder(object, parentUid);
}

/** What a listing tells; nothing where the platform refuses to list, or cannot at the moment. */
async function ifListed<T>(
  kind: Kind,
  parentUid: string | undefined,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isNew = parentUid !== undefined && kind.context.created.has(parentUid);
    kind.siblingsUnder(parentUid).noteRefusal(isUnimplemented(error) || (isRefusal(error) && !isNew));
    return undefined;
  }
}

const isUnimplemented = (error: PlatformError): boolean => error instanceof ApiError && error.code === "UNIMPLEMENTED";

/** Whether the platform will answer the same again. */
const isRefusal = (error: PlatformError): boolean =>
  isUnimplemented(error) || error instanceof PermissionDeniedError || error instanceof NotFoundError;
