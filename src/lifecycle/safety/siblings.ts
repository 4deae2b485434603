import type { Query } from "../../api/client";
import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { items } from "../../api/pages";
import { literal } from "../../api/path";
import { childrenQuery, parentUidOf } from "../../spec/place";
import { keyFields, pluralOf, type ResourceSpec } from "../../spec/resource";
import { isEqual } from "../../spec/values";
import { isUid, parentOf } from "../../uid";
import type { Handle, Kind, NewObject } from "../run/handle";
import { observe } from "../state/wire";

/** `this name`: the natural key of a resource in words; its values may be secret. Empty where there is no key. */
export function keyText(spec: ResourceSpec): string {
  const names = keyFields(spec).map(([name]) => name);
  const [last = ""] = names.slice(-1);
  return names.length === 0 ? "" : `this ${[names.slice(0, -1).join(", "), last].filter(Boolean).join(" and ")}`;
}

/** `under org/a`: where an object is created, in words. */
export const placeText = (parentUid: string | undefined): string =>
  parentUid === undefined ? "at the top level" : `under ${parentUid}`;

/**
 * Asks for the objects directly under a parent, or without one, whose key fields equal the desired ones: all of them where there is no key, the one
 * of the parent where there can be but one. The server's filters only make the answer short: it ignores a filter that it
 * does not know, so every item is compared here. Nothing is answered where the platform cannot list the kind at all.
 */
export async function findByKey({ kind, parentUid, desired }: NewObject): Promise<JsonObject[] | undefined> {
  const { spec } = kind;
  if (spec.uidIsParents && parentUid !== undefined) return findOnly(kind.object(parentUid));
  const keys = keyFields(spec);
  const filters: Query = keys.flatMap(([name, { options }]) =>
    options.filter === undefined ? [] : [[options.filter, String(desired[name])] as const],
  );
  const found: JsonObject[] = [];
  try {
    for await (const item of children(kind, parentUid, filters)) {
      if (typeof item.uid !== "string" || !isUid(item.uid) || parentOf(item.uid) !== parentUid) continue;
      const seen = observe(spec.fields, item);
      if (keys.every(([name, { type }]) => isEqual(type, seen[name], desired[name]))) found.push(item);
    }
  } catch (error) {
    if (spec.listMayBeShadowed && error instanceof NotFoundError) return undefined;
    throw error;
  }
  return found;
}

/** An object whose uid is its parent's, if there is one. */
async function findOnly(object: Handle): Promise<JsonObject[]> {
  try {
    return [await object.get()];
  } catch (error) {
    if (error instanceof NotFoundError && error.resource !== undefined) return [];
    throw error;
  }
}

const listing = ({ context, spec }: Kind, query: Query) =>
  items(context.client, { collection: literal(spec.collection), key: pluralOf(spec), query });

const children = (kind: Kind, parentUid: string | undefined, filters: Query = []) =>
  listing(kind, [...childrenQuery(kind.spec, parentUid), ...filters]);

/** Whether the platform lists an object among the children of its parent; nothing where it cannot list the kind at all. */
export async function isListed(object: Handle): Promise<boolean | undefined> {
  const { spec, uid } = object;
  const parentUid = parentUidOf(spec, uid);
  const listed = parentUid === undefined ? listing(object, [["uidp.ids", uid]]) : children(object, parentUid);
  try {
    for await (const item of listed) if (item.uid === uid) return true;
    return false;
  } catch (error) {
    if (spec.listMayBeShadowed && error instanceof NotFoundError) return undefined;
    throw error;
  }
}
