import { ApiError, NotFoundError, PermissionDeniedError, PlatformError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { readWhole, type WholeList } from "../../api/pages";
import { literal } from "../../api/path";
import { isUnique, keyFields, pluralOf, type ResourceSpec } from "../../spec/resource";
import { isUid, parentOf } from "../../uid";
import type { Handle, Kind, NewObject } from "../run/handle";
import type { ReadList } from "../run/known-siblings";
import { childrenQuery, findByKey } from "./siblings";

/** Reads the list of all objects directly under a parent. */
export function listUnder({ context, spec }: Kind, parentUid: string | undefined): ReadList {
  const { client } = context;
  const query = childrenQuery(spec, parentUid);
  const list = { collection: literal(spec.collection), key: pluralOf(spec), query };
  const read = async (isWorth: (pages: number) => boolean): Promise<WholeList> => {
    const found = await readWhole(client, list, isWorth);
    if (found === undefined || "pages" in found) return found;
    // The server ignores a query that it does not know.
    const isChild = ({ uid }: JsonObject) => typeof uid === "string" && isUid(uid) && parentOf(uid) === parentUid;
    return { items: found.items.filter(isChild) };
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
  const { spec, parentUid, siblings, uid } = object;
  const isTold = !Object.values(spec.fields).some(({ options }) => options.onlyInGet);
  if (!isUid(uid) || !isShared(spec) || !isTold || parentUid === undefined) return undefined;
  return ifListed(object, parentUid, () => siblings.item(uid, listUnder(object, parentUid)));
}

/** Lists what is beside an object that is to be deleted, once where many are: a later list that lacks it then proves something. */
export async function listBeforeDeletes(object: Handle): Promise<void> {
  if (object.siblings.last === undefined) await listedItem(object);
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
    const isUnimplemented = error instanceof ApiError && error.code === "UNIMPLEMENTED";
    const isDenied = error instanceof PermissionDeniedError || error instanceof NotFoundError;
    const isNew = parentUid !== undefined && kind.context.created.has(parentUid);
    const isFinal = isUnimplemented || (isDenied && !isNew);
    kind.siblingsUnder(parentUid).noteRefusal(isFinal);
    return undefined;
  }
}
