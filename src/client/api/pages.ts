import type { Query } from "../../description/wire/api-request";
import { isJsonObject, type JsonObject } from "../../description/wire/json";
import type { Path } from "../../description/wire/path";
import type { Client } from "./client";
import { ProtocolError } from "./errors";

/** The most that a List accepts (platform API: LIST-2). */
export const PAGE_SIZE = 200;
const MAX_PAGES = 10_000;
const MAX_RESTARTS = 2;
/** How many pages in a row may have nothing new. A server that filters a page after it has cut it may return empty ones. */
const MAX_IDLE_PAGES = 20;

export interface List {
  readonly collection: Path;
  /** Key of the array in the response. */
  readonly key: string;
  readonly query?: Query;
  readonly pageSize?: number;
  readonly skip?: number;
  /** Identifies an item. Default: its uid. */
  readonly keyOf?: (item: JsonObject) => unknown;
  /** Whether the server may omit the count of an empty list (platform API: ANS-2). */
  readonly countIsPlain?: boolean;
}

/**
 * Yields the items of a List, page by page, without duplicates. When others change the list during the read, pages may miss
 * existing items. So if fewer items arrive than the server counts, the list is read a second time for the missing ones.
 * Callers that stop early never cause a second read. Throws ProtocolError for an endless list, and the errors of the
 * client.
 */
export async function* items(client: Client, list: List): AsyncGenerator<JsonObject> {
  const seen = new Set<unknown>();
  const counted = yield* newItems(client, list, seen);
  const expected = counted - BigInt(list.skip ?? 0);
  // Without keys, a second read would only repeat items. A wrong count costs one extra read.
  if (!seen.has(undefined) && BigInt(seen.size) < expected) yield* newItems(client, list, seen);
}

/**
 * Reads a list once, yields the items that are not in `seen`, and returns the largest count that the server reported, or 0. When a page
 * token has expired, the server silently starts again (platform API: LIST-4), which is accepted twice. With `skip`, each page is requested
 * by its position, because a list that starts again would include the skipped items.
 */
async function* newItems(client: Client, list: List, seen: Set<unknown>): AsyncGenerator<JsonObject, bigint> {
  const { collection, key, pageSize = PAGE_SIZE, skip = 0, keyOf = ({ uid }) => uid } = list;
  const name = `GET ${collection}`;
  const tokens = new Set<string>();
  /** Keys with which a page begins only if the list starts again: a, b and c after the pages a b and c d. A new item may push d down. */
  const earlier = new Set<unknown>();
  let lastPage: readonly unknown[] = [];
  let token = "";
  let position = skip;
  let restarts = 0;
  let idle = 0;
  let counted = 0n;
  for (let page = 0; page < MAX_PAGES; page++) {
    const place: Query = skip > 0 ? [["skip", String(position)]] : token === "" ? [] : [["page_token", token]];
    const answer = await pageOf(client, list, [["page_size", String(pageSize)], ...place]);
    const found = itemsOf(answer, key, name);
    position += found.length;
    const [first, ...rest] = found.map(keyOf);
    if (first !== undefined && earlier.has(first)) {
      restarts += 1;
      tokens.clear();
      if (restarts > MAX_RESTARTS)
        throw new ProtocolError(
          `${name}: the list began again more than ${MAX_RESTARTS} times while it was read`,
          false,
        );
    }
    for (const item of found) {
      const itemKey = keyOf(item);
      if (itemKey !== undefined && seen.has(itemKey)) continue;
      seen.add(itemKey);
      yield item;
    }
    for (const itemKey of [...lastPage, first]) earlier.add(itemKey);
    lastPage = rest;
    const count = countOf(answer);
    if (count > counted) counted = count;
    token = typeof answer.nextPageToken === "string" ? answer.nextPageToken : "";
    if (token === "" || (skip > 0 && found.length === 0)) return counted;
    if (tokens.has(token)) throw new ProtocolError(`${name}: the platform returned the same page token twice`, false);
    tokens.add(token);
    idle = found.length === 0 ? idle + 1 : 0;
    if (idle === MAX_IDLE_PAGES) throw endless(name, `${idle} pages without anything new`);
  }
  throw endless(name, `${MAX_PAGES} pages`);
}

const endless = (name: string, after: string): ProtocolError =>
  new ProtocolError(`${name}: the list does not end after ${after}`, false);

/** Counts the items of a List, from its first page, or by reading all if the server reports no count. Throws like `items`. */
export async function countItems(client: Client, list: List): Promise<bigint> {
  const answer = await pageOf(client, list, [["page_size", "1"]]);
  const isComplete = typeof answer.nextPageToken !== "string" || answer.nextPageToken === "";
  if (isComplete) return BigInt(itemsOf(answer, list.key, `GET ${list.collection}`).length);
  const counted = countOf(answer);
  return counted > 0n ? counted : BigInt((await collect(items(client, list))).length);
}

/** Result of reading a whole list: its items, or its number of pages. Undefined if the responses do not prove completeness. */
export type WholeList = { readonly items: readonly JsonObject[] } | { readonly pages: number } | undefined;

/**
 * Returns all items of a list that proves its completeness as of the request: the first response counts the items, and as many have
 * arrived, each once. Pages may be short. `isWorth` decides after the first page. Throws the errors of the client.
 */
export async function readWhole(client: Client, list: List, isWorth: (pages: number) => boolean): Promise<WholeList> {
  const { collection, key } = list;
  const found = new Map<unknown, JsonObject>();
  const page = (place: Query) => pageOf(client, list, [["page_size", String(PAGE_SIZE)], ...place]);
  const take = (answer: JsonObject) => {
    for (const item of itemsOf(answer, key, `GET ${collection}`)) found.set(item.uid, item);
    return typeof answer.nextPageToken === "string" ? answer.nextPageToken : "";
  };
  const first = await page([]);
  const counted = countOf(first);
  if (String(first.totalCount) !== String(counted)) return undefined;
  let token = take(first);
  if (counted < BigInt(found.size)) return undefined;
  const pages = token === "" ? 1 : Math.max(1, Math.ceil(Number(counted) / Math.max(1, found.size)));
  if (!isWorth(pages) && token !== "") return { pages };
  const tokens = new Set<string>();
  for (let idle = 0; token !== "" && !tokens.has(token) && tokens.size < MAX_PAGES && idle < MAX_IDLE_PAGES; ) {
    tokens.add(token);
    const before = found.size;
    token = take(await page([["page_token", token]]));
    idle = found.size > before ? 0 : idle + 1;
  }
  if (token !== "" || BigInt(found.size) < counted) return undefined;
  return { items: [...found.values()] };
}

/** All items of a list, read at most twice. Throws ProtocolError if items are missing, because one may be the important one. */
export async function readComplete(client: Client, list: List): Promise<readonly JsonObject[]> {
  const found = (await readWhole(client, list, () => true)) ?? (await readWhole(client, list, () => true));
  if (found !== undefined && "items" in found) return found.items;
  throw new ProtocolError(`GET ${list.collection}: the list contains fewer objects than its totalCount`, false);
}

/**
 * Returns the response for one page. The platform includes a count for an empty list too, so `{}` comes from something in
 * between. It is requested once more, because a create that is missing in an empty list would be sent again. Throws
 * ProtocolError for a second `{}`.
 */
async function pageOf(
  client: Client,
  { collection, key, query = [], countIsPlain = false }: List,
  place: Query,
): Promise<JsonObject> {
  const ask = () => client.get(collection, [...query, ...place]);
  const isList = (answer: JsonObject) =>
    countIsPlain || [key, "totalCount", "nextPageToken"].some((name) => Object.hasOwn(answer, name));
  const first = await ask();
  const answer = isList(first) ? first : await ask();
  if (isList(answer)) return answer;
  throw new ProtocolError(
    `GET ${collection}: the response must be a list, but has neither "${key}" nor totalCount`,
    false,
  );
}

/** 0 if it is absent or malformed. */
function countOf({ totalCount }: JsonObject): bigint {
  const text = typeof totalCount === "number" ? String(totalCount) : totalCount;
  return typeof text === "string" && /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
}

/** The objects in a list response. A missing array is empty, like other empty fields. Throws ProtocolError for anything else. */
export function itemsOf(answer: JsonObject, key: string, asked: string): JsonObject[] {
  const found = answer[key] ?? [];
  if (!Array.isArray(found) || !found.every(isJsonObject)) {
    throw new ProtocolError(`${asked}: "${key}" must be a list of objects`, false);
  }
  return found;
}

export async function collect<T>(source: AsyncIterable<T>, limit = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  if (limit <= 0) return found;
  for await (const item of source) {
    found.push(item);
    if (found.length >= limit) break;
  }
  return found;
}
