import { createHash } from "node:crypto";
import { isValues } from "../../spec/values";
import { invalidArgument, type Kind } from "./errors";
import type { Query } from "./queries";

const DEFAULT_SIZE = 50;
const MAX_SIZE = 200;
const TOKEN_LIFE_MS = 3 * 24 * 60 * 60 * 1000;

/** A list item: it has a uid and fields to sort by. */
export interface Listed {
  readonly uid: string;
}

/** Fields that a list can be sorted by, with their sort keys. `uid` is always available. */
export type Sortable<T> = Readonly<Record<string, (item: T) => string>>;

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextPageToken: string;
  readonly totalCount: number;
  readonly skipped: number;
}

/** Common parameters of List. Missing ones are 0 or empty. */
export interface ListRequest {
  readonly pageSize: number;
  readonly pageToken: string;
  readonly orderBy: string;
  readonly skip: number;
}

/** Content of a page token: the last item before the page, the list it belongs to, and its time. */
interface Cursor {
  readonly after: readonly [value: string, uid: string];
  readonly list: string;
  readonly time: number;
  readonly skipped: number;
}

/** Reads the common parameters of List. `defaultOrder` applies if no order is requested. */
export const readListRequest = (query: Query, defaultOrder = ""): ListRequest => ({
  pageSize: query.integer("page_size"),
  pageToken: query.text("page_token") ?? "",
  orderBy: query.text("order_by") || defaultOrder,
  skip: query.integer("skip"),
});

/** How to page a list. */
export interface Paging<T> {
  /** The kind of the items. */
  readonly kind: Kind;
  readonly request: ListRequest;
  readonly sortable: Sortable<T>;
  /** Identifies the filter. */
  readonly filter: string;
  readonly now: Date;
}

/**
 * One page of filtered items. A token that is unknown, expired, or from another filter or order restarts the list
 * without an error (platform API: LIST-4).
 */
export function pageOf<T extends Listed>(items: readonly T[], paging: Paging<T>): Page<T> {
  const { kind, request, sortable, filter, now } = paging;
  for (const [field, value] of [
    ["page_size", request.pageSize],
    ["skip", request.skip],
  ] as const) {
    if (value < 0) throw invalidArgument(kind, field, "must not be negative");
  }
  const place = placing<T>(kind, request.orderBy, { uid: (item) => item.uid, ...sortable });
  const list = createHash("sha256").update(`${kind.type}\n${request.orderBy}\n${filter}`).digest("base64");
  const cursor = readToken(request.pageToken, list, now);
  const size = Math.min(request.pageSize === 0 ? DEFAULT_SIZE : request.pageSize, MAX_SIZE);
  const end = request.skip + size;
  const { first, left } = firstBehind(items, { after: cursor?.after, count: end, place });
  const page = first.slice(request.skip);
  const skipped = (cursor?.skipped ?? 0) + request.skip;
  const last = page.at(-1);
  const nextPageToken =
    last === undefined || end >= left ? "" : writeToken({ after: place.of(last), list, time: now.getTime(), skipped });
  return { items: page, nextPageToken, totalCount: items.length, skipped };
}

/**
 * The first items behind a place, and how many there are behind it. Only these are sorted: a long list is read page by page,
 * and each page looks at all of it.
 */
function firstBehind<T>(
  items: readonly T[],
  { after, count, place }: { after: Cursor["after"] | undefined; count: number; place: Placing<T> },
): { first: T[]; left: number } {
  const compare = (a: T, b: T) => place.compare(a, place.of(b));
  let first: T[] = [];
  let bound: Cursor["after"] | undefined;
  let left = 0;
  for (const item of items) {
    if (after !== undefined && place.compare(item, after) <= 0) continue;
    left += 1;
    if (bound !== undefined && place.compare(item, bound) >= 0) continue;
    first.push(item);
    if (first.length < 2 * count) continue;
    first = first.sort(compare).slice(0, count);
    const last = first.at(-1);
    bound = last && place.of(last);
  }
  return { first: first.sort(compare).slice(0, count), left };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Where items stand in a list: by the requested field, then by uid. */
interface Placing<T> {
  of(item: T): Cursor["after"];
  compare(item: T, place: Cursor["after"]): number;
}

function placing<T extends Listed>(kind: Kind, orderBy: string, sortable: Sortable<T>): Placing<T> {
  const { keyOf, direction } = order(kind, orderBy, sortable);
  return {
    of: (item) => [keyOf(item), item.uid],
    compare: (item, [value, uid]) => direction * byText(keyOf(item), value) || byText(item.uid, uid),
  };
}

function order<T>(kind: Kind, orderBy: string, sortable: Sortable<T>) {
  if (orderBy === "") return { keyOf: () => "", direction: 1 };
  const [field = "", direction = "asc", ...rest] = orderBy.split(" ");
  const keyOf = Object.hasOwn(sortable, field) ? sortable[field] : undefined;
  if (keyOf === undefined || rest.length > 0 || !["asc", "desc"].includes(direction)) {
    const known = Object.keys(sortable).join(", ");
    throw invalidArgument(kind, "order_by", `cannot order by "${orderBy}"; sortable fields: ${known}`);
  }
  return { keyOf, direction: direction === "asc" ? 1 : -1 };
}

/** First bytes of a token. They make its base64 start with a plus, so that clients fail if they do not escape it. */
const MARK = Buffer.from([0xfb, 0xef, 0xbe]);

/** Base64 with at least one plus, and `==` at the end. */
function writeToken(cursor: Cursor): string {
  const payload = Buffer.concat([MARK, Buffer.from(JSON.stringify(cursor))]);
  const padding = Buffer.alloc((4 - (payload.length % 3)) % 3, " ");
  return Buffer.concat([payload, padding]).toString("base64");
}

function readToken(token: string, list: string, now: Date): Cursor | undefined {
  if (!/^[A-Za-z0-9+/]+==$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64");
  if (!bytes.subarray(0, MARK.length).equals(MARK)) return undefined;
  const cursor = parseCursor(bytes.subarray(MARK.length).toString());
  const isFresh = cursor !== undefined && now.getTime() - cursor.time <= TOKEN_LIFE_MS;
  return isFresh && cursor.list === list ? cursor : undefined;
}

function parseCursor(text: string): Cursor | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isValues(parsed)) return undefined;
    const { after, list, time, skipped } = parsed;
    const [value, uid] = Array.isArray(after) ? (after as unknown[]) : [];
    if (typeof value !== "string" || typeof uid !== "string" || typeof list !== "string") return undefined;
    if (typeof time !== "number" || typeof skipped !== "number") return undefined;
    return { after: [value, uid], list, time, skipped };
  } catch {
    return undefined; // Not a token of ours: the list begins again.
  }
}

/** The format of a list answer. */
export interface Envelope {
  /** Key of the array. */
  readonly key: string;
  readonly emitUnpopulated: boolean;
  /** totalCount is omitted when it is 0, like other empty fields (platform API: ANS-2). */
  readonly countIsPlain?: boolean;
}

/**
 * The JSON of a list. totalCount is a string and also present when it is 0, unless it is plain
 * (platform API: ANS-2, ANS-3).
 */
export function listJson(
  { items, nextPageToken, totalCount, skipped }: Page<Readonly<Record<string, unknown>>>,
  { key, emitUnpopulated, countIsPlain = false }: Envelope,
): Record<string, unknown> {
  return {
    ...(items.length > 0 || emitUnpopulated ? { [key]: items } : {}),
    ...(nextPageToken !== "" || emitUnpopulated ? { nextPageToken } : {}),
    ...(totalCount > 0 || emitUnpopulated || !countIsPlain ? { totalCount: String(totalCount) } : {}),
    ...(skipped !== 0 || emitUnpopulated ? { skipped } : {}),
  };
}
