import { NotFoundError } from "../../client/api/errors";
import { placeOf } from "../../description/spec/place";
import { keyFields, type ResourceSpec } from "../../description/spec/resource";
import { isEqual } from "../../description/spec/values";
import { isUid } from "../../description/uid";
import type { Query } from "../../description/wire/api-request";
import type { JsonObject } from "../../description/wire/json";
import type { Kind, NewObject, RemoteObject } from "../remote-object";
import { observe } from "../state/wire";
import { childrenOf, ifListable, selected } from "./request";

/** Whether a list under a parent shows all objects of a kind, each with its uid. */
const canBeListedTogether = (spec: ResourceSpec): boolean =>
  spec.uidIsParents !== true && spec.peculiar?.listMayBeShadowed !== true;

/**
 * Asks directly for the objects with the desired key. Returns all if the kind has no key, and the parent's object if there can be only one.
 * Undefined if this platform cannot list the kind. The server ignores filters that it does not know, so every item is compared here.
 */
export async function findByKey({ kind, parentUid, desired }: NewObject): Promise<JsonObject[] | undefined> {
  const { context, spec } = kind;
  const isThere = isLeft(kind);
  if (spec.uidIsParents && parentUid !== undefined) return (await findOnly(kind.at(parentUid))).filter(isThere);
  const keys = keyFields(spec);
  const filters: Query = keys.flatMap(([name, { options }]) =>
    options.filter === undefined ? [] : [[options.filter, String(desired[name])] as const],
  );
  return ifListable(spec, async () => {
    const found: JsonObject[] = [];
    for await (const item of selected(context.client, childrenOf(spec, parentUid), filters)) {
      const seen = observe(spec.fields, item);
      if (keys.every(([name, { type }]) => isEqual(type, seen[name], desired[name]))) found.push(item);
    }
    return found.filter(isThere);
  });
}

/** Whether this run has not deleted an object, which the platform may still show for a while. */
const isLeft =
  ({ context, spec }: Kind) =>
  ({ uid }: JsonObject): boolean =>
    !context.journal.hasDeleted({ spec, uid: String(uid) });

async function findOnly(object: RemoteObject): Promise<JsonObject[]> {
  try {
    return [await object.get()];
  } catch (error) {
    if (error instanceof NotFoundError && error.resource !== undefined) return [];
    throw error;
  }
}

/** Like `findByKey`, but a list that serves many creates can show that a key is free. A create that overwrites is asked directly. */
export async function lookBeforeCreate(wanted: NewObject): Promise<JsonObject[] | undefined> {
  const { kind, parentUid, desired } = wanted;
  const { context, spec } = kind;
  // Another process of this run may create the same object, and this process does not know of it.
  const isAlone = !canBeListedTogether(spec) || spec.update === "upsert" || context.holders.hasOtherHosts;
  const list = isAlone ? undefined : kind.listUnder(parentUid);
  const place = placeOf(spec, parentUid, desired);
  const isWhole = !keyFields(spec).some(([, { options }]) => options.filter !== undefined);
  const listed = await list?.at(context.client, place, isWhole);
  if (listed !== undefined) return listed.filter(isLeft(kind));
  const found = await findByKey(wanted);
  if (found?.length === 0) list?.noteFree(place);
  return found;
}

/** The object in a list that serves many reads. Undefined if it must be fetched: it may exist although the list lacks it. */
export async function listedItem(object: RemoteObject): Promise<JsonObject | undefined> {
  const { context, spec, parentUid, list, uid } = object;
  if (parentUid === undefined || !isShownByLists(object)) return undefined;
  const known = list.knownItem(uid);
  if (known !== undefined) return known;
  // A list of the organization serves a refresh of many small groups. It is not used once this run has written anything, because a write
  // may change several objects: deleting an identity provider deletes its mappings.
  const within = context.lists.ofOrganization(spec, parentUid);
  const item = context.journal.hasWritten ? undefined : await within?.item(context.client, uid);
  return (context.journal.hasWritten ? undefined : item) ?? list.item(context.client, uid);
}

/** Whether a list shows everything of an object that a GET shows. */
const isShownByLists = ({ spec, uid }: RemoteObject): boolean =>
  isUid(uid) &&
  canBeListedTogether(spec) &&
  !Object.values(spec.fields).some(({ options }) => options.returned === "get");
