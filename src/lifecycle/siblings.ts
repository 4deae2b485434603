import type { Query } from "../api/client";
import { NotFoundError, nothingIfRefused, PlatformError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { items, itemsOf, PAGE_SIZE } from "../api/pages";
import { literal, path } from "../api/path";
import { quoted } from "../api/shown";
import { parentUidOf } from "../spec/place";
import { keyFields, pluralOf, type ResourceSpec } from "../spec/resource";
import { shownInput } from "../spec/shown";
import { isEqual, type Values } from "../spec/values";
import { isUid, parentOf } from "../uid";
import type { Context } from "./context";
import { observe } from "./wire";

/** `this name`: the natural key of a resource in words; its values may be secret. Empty where there is no key. */
export function keyText(spec: ResourceSpec): string {
  const names = keyFields(spec).map(([name]) => name);
  const [last = ""] = names.slice(-1);
  return names.length === 0 ? "" : `this ${[names.slice(0, -1).join(", "), last].filter(Boolean).join(" and ")}`;
}

/**
 * The objects directly under a parent whose key fields equal the given ones: all of them where there is no key, the one
 * of the parent where there can be but one. The server's filters only make the answer short: an unknown filter is
 * ignored there, so every item is compared here. Nothing is told where the platform cannot list the kind at all.
 */
export async function findByKey(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  values: Values,
): Promise<JsonObject[] | undefined> {
  if (spec.uidIsParents) return findOnly(context, spec, parentUid);
  const keys = keyFields(spec);
  const filters: Query = keys.flatMap(([name, { options }]) =>
    options.filter === undefined ? [] : [[options.filter, String(values[name])] as const],
  );
  const found: JsonObject[] = [];
  try {
    for await (const item of children(context, spec, parentUid, filters)) {
      if (typeof item.uid !== "string" || !isUid(item.uid) || parentOf(item.uid) !== parentUid) continue;
      const seen = observe(spec.fields, item);
      if (keys.every(([name, { type }]) => isEqual(type, seen[name], values[name]))) found.push(item);
    }
  } catch (error) {
    if (spec.listMayBeShadowed && error instanceof NotFoundError) return undefined;
    throw error;
  }
  return found;
}

/** The one object whose uid is the parent's, if there is one. */
async function findOnly(context: Context, spec: ResourceSpec, uid: string): Promise<JsonObject[]> {
  try {
    return [await context.client.get(path`${literal(spec.collection)}/${uid}`)];
  } catch (error) {
    if (error instanceof NotFoundError && error.resource !== undefined) return [];
    throw error;
  }
}

const childrenOf = (spec: ResourceSpec, parentUid: string): Query => [
  ["uidp.children_of", parentUid],
  ...(spec.listQuery ?? []),
];

const children = (context: Context, spec: ResourceSpec, parentUid: string, filters: Query = []) =>
  items(context.client, {
    collection: literal(spec.collection),
    key: pluralOf(spec),
    query: [...childrenOf(spec, parentUid), ...filters],
  });

/** Whether the platform lists a uid among the children of its parent; nothing where it cannot list the kind at all. */
export async function isListed(context: Context, spec: ResourceSpec, uid: string): Promise<boolean | undefined> {
  const listed =
    spec.uidIsParents || parentOf(uid) === undefined
      ? items(context.client, {
          collection: literal(spec.collection),
          key: pluralOf(spec),
          query: [["uidp.ids", uid]],
        })
      : children(context, spec, parentOf(uid) ?? uid);
  try {
    for await (const item of listed) if (item.uid === uid) return true;
    return false;
  } catch (error) {
    if (spec.listMayBeShadowed && error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/**
 * The uids of all children of a parent, where the list proves itself: it has a count or items, and it is complete. Nothing
 * where it does not, and where it has more items than are worth reading.
 */
export async function listedIn(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  worth: number,
): Promise<Set<unknown> | undefined> {
  const plural = pluralOf(spec);
  try {
    const query = [...childrenOf(spec, parentUid), ["page_size", String(PAGE_SIZE)] as const];
    const first = await context.client.get(literal(spec.collection), query);
    // An answer that says nothing about a list is what a proxy gives, not a platform.
    if (first[plural] === undefined && first.totalCount === undefined) return undefined;
    if (typeof first.nextPageToken !== "string" || first.nextPageToken === "") {
      const shown = itemsOf(first, plural, `GET ${spec.collection}`).map(({ uid }) => uid);
      // One that counts more than it shows is not complete.
      return Number(first.totalCount ?? 0) > shown.length ? undefined : new Set(shown);
    }
    if (Number(first.totalCount) > worth) return undefined;
    const uids = new Set<unknown>();
    for await (const { uid } of children(context, spec, parentUid)) uids.add(uid);
    return uids;
  } catch (error) {
    return nothingIfRefused(error);
  }
}

/** Something that lives in an object or refers to it, and so blocks its deletion. */
export interface Dependent {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly name: string;
}

/** The most dependents of one kind that are worth naming. */
const MAX_NAMED = 20;

/** What blocks a deletion, as far as it could be found out. */
export interface Dependents {
  readonly found: readonly Dependent[];
  /** Kinds that could not be listed, and of which there may be more. */
  readonly unlisted: readonly ResourceSpec[];
  /** There are more than are named. */
  readonly isCut: boolean;
}

/** What blocks the deletion of an object: the children of every kind that lives in it, and whatever refers to it. */
export const dependentsOf = (context: Context, spec: ResourceSpec, uid: string): Promise<Dependents> =>
  tiedTo(context, spec, uid, { isSought: () => true, links: linksOf });

/** What lives directly in an object and is not being deleted by this run: the program holds it, or nobody here knows it. */
export async function notLeaving(context: Context, spec: ResourceSpec, uid: string): Promise<Dependents> {
  const { found, unlisted, isCut } = await tiedTo(context, spec, uid, {
    isSought: (other, child) => !context.deletions.hasSeen(other, child),
    links: (other, of) => linksOf(other, of).filter(({ isInside }) => isInside),
  });
  return { found, unlisted: unlisted.filter(({ listMayBeShadowed }) => !listMayBeShadowed), isCut };
}

/** Which of the objects that are tied to another are looked for. */
interface Sought {
  links(other: ResourceSpec, spec: ResourceSpec): Link[];
  isSought(spec: ResourceSpec, uid: string): boolean;
}

async function tiedTo(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  { links, isSought }: Sought,
): Promise<Dependents> {
  const asked = Object.values(context.resources).flatMap((other) =>
    links(other, spec).map(async (link): Promise<Dependents> => {
      try {
        const found = await listDependents(context, other, uid, {
          ...link,
          isTied: (item, to) => link.isTied(item, to) && isSought(other, String(item.uid)),
        });
        return { found: found.slice(0, MAX_NAMED), unlisted: [], isCut: found.length > MAX_NAMED };
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        return { found: [], unlisted: [other], isCut: false }; // Said in the explanation; the refusal itself must be shown.
      }
    }),
  );
  const all = await Promise.all(asked);
  return {
    found: [...new Map(all.flatMap(({ found }) => found).map((found) => [found.uid, found])).values()],
    unlisted: [...new Set(all.flatMap(({ unlisted }) => unlisted))],
    isCut: all.some(({ isCut }) => isCut),
  };
}

/** How objects of one kind are tied to an object of another: by lying in it, or by a field that refers to it. */
interface Link {
  /** It lies in the other object. */
  readonly isInside: boolean;
  /** The List parameter that selects by the tie, or else all of the organisation has to be looked through. */
  readonly query: string | undefined;
  isTied(item: JsonObject, uid: string): boolean;
}

/** The ties of kind `other` to kind `spec`. */
function linksOf(other: ResourceSpec, spec: ResourceSpec): Link[] {
  if (other.lifecycle !== undefined) return [];
  return Object.entries(other.fields).flatMap(([name, { type, options, presence }]): Link[] => {
    if (presence === "computed" || type.kind !== "string" || type.refersTo !== spec.type) return [];
    if (options.parent) {
      const query = other.uidIsParents ? "uidp.ids" : "uidp.children_of";
      return [{ isInside: true, query, isTied: (item, uid) => parentUidOf(other, String(item.uid)) === uid }];
    }
    return [
      { isInside: false, query: options.filter, isTied: (item, uid) => observe(other.fields, item)[name] === uid },
    ];
  });
}

async function listDependents(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  { query, isTied }: Link,
): Promise<Dependent[]> {
  const tied: Dependent[] = [];
  const collection = literal(spec.collection);
  const [organisation = uid] = uid.split("/");
  const selection: Query = query === undefined ? [["uidp.descendants_of", organisation]] : [[query, uid]];
  const list = { collection, key: pluralOf(spec), query: [...selection, ...(spec.listQuery ?? [])] };
  for await (const item of items(context.client, list)) {
    // The server ignores a filter that it does not know, so every item is looked at here.
    if (isTied(item, uid)) tied.push({ spec, uid: String(item.uid), name: displayName(spec, item) });
    if (tied.length > MAX_NAMED) break;
  }
  return tied;
}

/** What a person would call an object: its name, or what may be shown of its key. */
function displayName(spec: ResourceSpec, item: JsonObject): string {
  if (typeof item.name === "string" && item.name !== "") return quoted(item.name);
  const seen = observe(spec.fields, item);
  const parts = keyFields(spec).flatMap(([name, { type }]) => {
    const shown = shownInput(type, seen[name]);
    return shown === undefined ? [] : [`${name} ${quoted(shown)}`];
  });
  return parts.join(", ");
}
