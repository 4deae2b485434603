import type { Client, Query } from "./client";
import { ProtocolError } from "./errors";
import { isJsonObject, type JsonObject } from "./json";
import type { Path } from "./path";

/** The most that a List gives at once (spec: Limits). */
export const PAGE_SIZE = 200;
const MAX_PAGES = 10_000;
const MAX_RESTARTS = 2;

export interface ListOptions {
  /** Items per page, 200 at most. */
  readonly pageSize?: number;
  /** What tells items apart; their uid, for all but those that have none. */
  readonly keyOf?: (item: JsonObject) => unknown;
}

/**
 * The items of a List, page by page, each once. A cursor that has expired makes the server begin again without a word
 * (spec: Errors 4); items that come a second time are left out, and a server that begins again and again is an error.
 *
 * @param key name of the array in the answer
 */
export async function* items(
  client: Client,
  collection: Path,
  key: string,
  query: Query = [],
  { pageSize = PAGE_SIZE, keyOf = ({ uid }) => uid }: ListOptions = {},
): AsyncGenerator<JsonObject> {
  const name = `GET ${collection}`;
  const seen = new Set<unknown>();
  let tokens = new Set<string>();
  let token = "";
  let restarts = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const paging: Query = [["page_size", String(pageSize)], ...(token === "" ? [] : [["page_token", token] as const])];
    const answer = await client.get(collection, [...query, ...paging]);
    const found = itemsOf(answer, key, name);
    const first = found[0] === undefined ? undefined : keyOf(found[0]);
    if (token !== "" && first !== undefined && seen.has(first)) {
      restarts += 1;
      tokens = new Set();
      if (restarts > MAX_RESTARTS) throw new ProtocolError(`${name}: the list begins again and again`, false);
    }
    for (const item of found) {
      const itemKey = keyOf(item);
      if (itemKey !== undefined && seen.has(itemKey)) continue;
      seen.add(itemKey);
      yield item;
    }
    token = typeof answer.nextPageToken === "string" ? answer.nextPageToken : "";
    if (token === "") return;
    if (tokens.has(token)) throw new ProtocolError(`${name}: the same page token came twice`, false);
    tokens.add(token);
  }
  throw new ProtocolError(`${name}: the list has no end (${MAX_PAGES} pages)`, false);
}

/** The array of a List answer; a missing one is an empty one, for empty fields may be left out. */
function itemsOf(answer: JsonObject, key: string, name: string): JsonObject[] {
  const found = answer[key] ?? [];
  if (!Array.isArray(found) || !found.every(isJsonObject)) {
    throw new ProtocolError(`${name}: "${key}" is no list of objects`, false);
  }
  return found;
}

/** All items, or the first `limit` of them. */
export async function collect<T>(source: AsyncIterable<T>, limit = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  if (limit <= 0) return found;
  for await (const item of source) {
    found.push(item);
    if (found.length >= limit) break;
  }
  return found;
}
