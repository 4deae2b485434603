import type { Query } from "../api/client";
import type { JsonObject } from "../api/json";
import { collect, items } from "../api/pages";
import { literal } from "../api/path";
import { keyFields, parentField, pluralOf, type ResourceSpec } from "../spec/resource";
import { isEqual, type Values } from "../spec/values";
import type { Context } from "./context";
import { observe } from "./wire";

/** The uid under which a uid lives; nothing for a root. */
export function parentOf(uid: string): string | undefined {
  const end = uid.lastIndexOf("/");
  return end < 0 ? undefined : uid.slice(0, end);
}

/** `group/name "x"`: the natural key of a resource in words. */
export function keyText(spec: ResourceSpec, values: Values): string {
  return keyFields(spec)
    .map(([name]) => `${name} ${JSON.stringify(values[name])}`)
    .join(", ");
}

/**
 * The objects directly under a parent whose key fields equal the given ones. The server's filters only make the answer
 * short: an unknown filter is ignored there, so every item is compared here.
 */
export async function findByKey(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  values: Values,
): Promise<JsonObject[]> {
  const keys = keyFields(spec);
  const filters: Query = keys.flatMap(([name, { options }]) =>
    options.filter === undefined ? [] : [[options.filter, String(values[name])] as const],
  );
  const query: Query = [["uidp.children_of", parentUid], ...filters];
  const found: JsonObject[] = [];
  for await (const item of items(context.client, literal(spec.collection), pluralOf(spec), query)) {
    if (typeof item.uid !== "string" || parentOf(item.uid) !== parentUid) continue;
    const seen = observe(spec.fields, item);
    if (keys.every(([name, { type }]) => isEqual(type, seen[name], values[name]))) found.push(item);
  }
  return found;
}

/** Whether the list of a parent's children holds a uid. */
export async function isListed(context: Context, spec: ResourceSpec, uid: string): Promise<boolean> {
  const parentUid = parentOf(uid);
  const query: Query = parentUid === undefined ? [["uidp.ids", uid]] : [["uidp.children_of", parentUid]];
  for await (const item of items(context.client, literal(spec.collection), pluralOf(spec), query)) {
    if (item.uid === uid) return true;
  }
  return false;
}

/** Something that lives in an object or refers to it, and so blocks its deletion. */
export interface Dependent {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly name: string;
}

/** The most dependents of one kind that are worth naming. */
const MAX_NAMED = 20;

/** What blocks the deletion of an object: the children of every kind that lives in it, and whatever refers to it. */
export async function dependentsOf(context: Context, spec: ResourceSpec, uid: string): Promise<Dependent[]> {
  const found = await Promise.all(
    Object.values(context.resources).flatMap((other) =>
      dependentQueries(other, spec, uid).map(async (query) => {
        const listed = await collect(
          items(context.client, literal(other.collection), pluralOf(other), query),
          MAX_NAMED,
        );
        return listed.map(
          (item): Dependent => ({ spec: other, uid: String(item.uid), name: displayName(other, item) }),
        );
      }),
    ),
  );
  return [...new Map(found.flat().map((dependent) => [dependent.uid, dependent])).values()];
}

/** The List queries that show what of kind `other` depends on an object of kind `spec`. */
function dependentQueries(other: ResourceSpec, spec: ResourceSpec, uid: string): Query[] {
  const parent = parentField(other)?.[1].type;
  const asParent: Query[] =
    parent?.kind === "string" && parent.refersTo === spec.type ? [[["uidp.children_of", uid]]] : [];
  const asReference = Object.values(other.fields).flatMap(({ type, options }): Query[] =>
    type.kind === "string" && type.refersTo === spec.type && options.filter !== undefined
      ? [[[options.filter, uid]]]
      : [],
  );
  return [...asParent, ...asReference];
}

/** What a person would call an object: its name, or its key. */
function displayName(spec: ResourceSpec, item: JsonObject): string {
  if (typeof item.name === "string" && item.name !== "") return JSON.stringify(item.name);
  return keyText(spec, observe(spec.fields, item));
}
