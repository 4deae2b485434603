import type { Client } from "../../client/api/client";
import { NotFoundError } from "../../client/api/errors";
import { items, type List, readWhole, type WholeList } from "../../client/api/pages";
import { childrenParameter, parentUidOf } from "../../description/spec/place";
import { pluralOf, type ResourceSpec } from "../../description/spec/resource";
import { isUid } from "../../description/uid";
import type { Query } from "../../description/wire/api-request";
import type { JsonObject } from "../../description/wire/json";
import { literal } from "../../description/wire/path";

export interface Selection {
  readonly spec: ResourceSpec;
  readonly query: Query;
  /** uid of the object that contains all of them. */
  readonly above?: string | undefined;
  /** Whether an object is one of them. The server ignores parameters that it does not know, so every item is checked. */
  readonly has: (uid: string) => boolean;
}

export const childrenOf = (spec: ResourceSpec, parentUid: string | undefined): Selection => ({
  spec,
  query: [parentUid === undefined ? ["uidp.in_root", "true"] : [childrenParameter(spec), parentUid]],
  above: parentUid,
  has: (uid) => parentUidOf(spec, uid) === parentUid,
});

export const descendantsOf = (spec: ResourceSpec, rootUid: string): Selection => ({
  spec,
  query: [["uidp.descendants_of", rootUid]],
  above: rootUid,
  has: (uid) => uid.startsWith(`${rootUid}/`),
});

export const objectsOf = (spec: ResourceSpec, uids: readonly string[]): Selection => ({
  spec,
  query: uids.map((uid) => ["uidp.ids", uid] as const),
  has: (uid) => uids.includes(uid),
});

export const listRequest = (spec: ResourceSpec, query: Query): List => ({
  collection: literal(spec.collection),
  key: pluralOf(spec),
  query: [...query, ...(spec.peculiar?.listQuery ?? [])],
});

export async function* selected(
  client: Client,
  selection: Selection,
  filters: Query = [],
): AsyncGenerator<JsonObject, void> {
  for await (const item of items(client, listRequest(selection.spec, [...selection.query, ...filters]))) {
    if (isSelected(selection, item)) yield item;
  }
}

export async function allSelected(
  client: Client,
  selection: Selection,
  isWorth: (pages: number) => boolean,
): Promise<WholeList> {
  const found = await readWhole(client, listRequest(selection.spec, selection.query), isWorth);
  if (found === undefined || "pages" in found) return found;
  return { items: found.items.filter((item) => isSelected(selection, item)) };
}

export const isSelected = ({ has }: Selection, { uid }: JsonObject): boolean =>
  typeof uid === "string" && isUid(uid) && has(uid);

/** Undefined if this platform cannot list the kind. */
export async function ifListable<T>({ peculiar }: ResourceSpec, list: () => Promise<T>): Promise<T | undefined> {
  try {
    return await list();
  } catch (error) {
    if (peculiar?.listMayBeShadowed && error instanceof NotFoundError) return undefined;
    throw error;
  }
}
