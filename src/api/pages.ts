import type { Client, Query } from "./client";
import { ProtocolError } from "./errors";
import { isJsonObject, type JsonObject } from "./json";
import type { Path } from "./path";

/** The most that a List gives at once (platform API: LIST-2). */
export const PAGE_SIZE = 200;
const MAX_PAGES = 10_000;
const MAX_RESTARTS = 2;

/** What to list. */
export interface List {
  readonly collection: Path;
  /** Name of the array in the answer. */
  readonly key: string;
  readonly query?: Query;
  /** Items per page, 200 at most. */
  readonly pageSize?: number;
  /** What tells items apart; their uid, for all but those that have none. */
  readonly keyOf?: (item: JsonObject) => unknown;
}

/**
 * The items of a List, page by page, each once. A list that others change while it is read may leave out what was there
 * all the time: where fewer items came than the server counts, it is read once more, and what is new is added. Who stops
 * before the end, having found what was looked for, never causes that. Throws ProtocolError for a list that has no end, and
 * the errors of the client.
 */
export async function* items(client: Client, list: List): AsyncGenerator<JsonObject> {
  const seen = new Set<unknown>();
  const counted = yield* newItems(client, list, seen);
  // Items that nothing tells apart would only come twice. A count that is wrong costs a second reading, and no more.
  if (!seen.has(undefined) && BigInt(seen.size) < counted) yield* newItems(client, list, seen);
}

/**
 * One reading of a list: the items that have not been seen before. A cursor that has expired makes the server begin
 * again without a word (platform API: LIST-4), which is gone along with twice.
 *
 * @returns how many items the server counts, at most; 0 where it does not
 */
async function* newItems(
  client: Client,
  { collection, key, query = [], pageSize = PAGE_SIZE, keyOf = ({ uid }) => uid }: List,
  seen: Set<unknown>,
): AsyncGenerator<JsonObject, bigint> {
  const name = `GET ${collection}`;
  const tokens = new Set<string>();
  /** Keys of the pages before the last one, and the first of that: further back than a few new items can push a page. */
  const earlier = new Set<unknown>();
  let lastPage: readonly unknown[] = [];
  let token = "";
  let restarts = 0;
  let counted = 0n;
  for (let page = 0; page < MAX_PAGES; page++) {
    const paging: Query = [["page_size", String(pageSize)], ...(token === "" ? [] : [["page_token", token] as const])];
    const answer = await client.get(collection, [...query, ...paging]);
    const found = itemsOf(answer, key, name);
    const [first, ...rest] = found.map(keyOf);
    if (first !== undefined && earlier.has(first)) {
      restarts += 1;
      tokens.clear();
      if (restarts > MAX_RESTARTS) throw new ProtocolError(`${name}: the list begins again and again`, false);
    }
    for (const item of found) {
      const itemKey = keyOf(item);
      if (itemKey !== undefined && seen.has(itemKey)) continue;
      seen.add(itemKey);
      yield item;
    }
    for (const itemKey of [...lastPage, first]) earlier.add(itemKey);
    lastPage = rest;
    counted = largest(counted, countOf(answer));
    token = typeof answer.nextPageToken === "string" ? answer.nextPageToken : "";
    if (token === "") return counted;
    if (tokens.has(token)) throw new ProtocolError(`${name}: the same page token came twice`, false);
    tokens.add(token);
  }
  throw new ProtocolError(`${name}: the list has no end (${MAX_PAGES} pages)`, false);
}

const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The items that a List counts over all its pages. What is no such number is as if it were not there. */
function countOf({ totalCount }: JsonObject): bigint {
  const text = typeof totalCount === "number" ? String(totalCount) : totalCount;
  return typeof text === "string" && /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
}

/**
 * The objects that an answer lists; a missing list is an empty one, for empty fields may be left out. Throws
 * ProtocolError for anything else.
 *
 * @param asked what was asked, for the error
 */
export function itemsOf(answer: JsonObject, key: string, asked: string): JsonObject[] {
  const found = answer[key] ?? [];
  if (!Array.isArray(found) || !found.every(isJsonObject)) {
    throw new ProtocolError(`${asked}: "${key}" is no list of objects`, false);
  }
  return found;
}

/** All items of a source, or the first `limit` of them. */
export async function collect<T>(source: AsyncIterable<T>, limit = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  if (limit <= 0) return found;
  for await (const item of source) {
    found.push(item);
    if (found.length >= limit) break;
  }
  return found;
}
