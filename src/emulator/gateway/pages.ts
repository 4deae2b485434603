import { createHash } from "node:crypto";
import type { Values } from "../../description/spec/values";
import type { EmulatorSettings } from "../options";
import { invalidArgument, type Typed } from "./errors";
import { snake } from "./names";
import type { Query } from "./queries";

const DEFAULT_SIZE = 50;
const MAX_SIZE = 200;
const TOKEN_LIFE_MS = 3 * 24 * 60 * 60 * 1000;

/** Fields that a list can be sorted by, with their sort keys. `uid` is always available. */
export type Sortable<T> = Readonly<Record<string, (item: T) => string>>;

/** Returns the sort keys of times, under both names that the API accepts: `created_at` and `create_time`. */
export const sortableTimes = (...names: readonly string[]): Sortable<{ readonly values: Values }> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const keyOf = ({ values }: { readonly values: Values }) => new Date(String(values[name])).toISOString();
      return [`${name.replace("Time", "")}d_at`, snake(name)].map((field) => [field, keyOf]);
    }),
  );

/** Position of an item in a list: by the requested field, then by uid. */
type Place = readonly [value: string, uid: string];

/** Content of a page token: the last item before the page, the list it belongs to, and its time. */
interface Cursor {
  readonly after: Place;
  readonly list: string;
  readonly time: number;
  readonly skipped: number;
}

export interface Listing<T> {
  readonly kind: Typed;
  readonly key: string;
  readonly items: readonly T[];
  readonly sortable: Sortable<T>;
  readonly defaultOrder?: string | undefined;
  /** totalCount is omitted when it is 0, like other empty fields (platform API: ANS-2). */
  readonly countIsPlain?: boolean;
  readonly write: (item: T) => Readonly<Record<string, unknown>>;
}

/**
 * Returns the JSON of one page, as the query requests. A token that is unknown, expired, or from another filter or order restarts
 * the list without an error (platform API: LIST-4). totalCount is a string. It is also present when it is 0, unless it is
 * plain (platform API: ANS-2, ANS-3).
 */
export function listAnswer<T extends { readonly uid: string }>(
  query: Query,
  { kind, key, items, sortable, defaultOrder = "", countIsPlain, write }: Listing<T>,
  { now, emitUnpopulated }: Pick<EmulatorSettings, "now" | "emitUnpopulated">,
): Record<string, unknown> {
  const [size, skip] = [query.integer("page_size"), query.integer("skip")];
  if (size < 0) throw invalidArgument(kind, "page_size", "must not be negative");
  if (skip < 0) throw invalidArgument(kind, "skip", "must not be negative");
  const orderBy = query.text("order_by") || defaultOrder;
  const { keyOf, compare } = orderOf<T>(kind, orderBy, { uid: (item) => item.uid, ...sortable });
  const filter = query.fingerprint(["page_size", "page_token", "skip"]);
  const list = createHash("sha256").update(`${kind.type}\n${orderBy}\n${filter}`).digest("base64");
  const cursor = readToken(query.text("page_token") ?? "", list, now());
  const end = skip + Math.min(size || DEFAULT_SIZE, MAX_SIZE);
  const left = items
    .map((item) => ({ item, place: [keyOf(item), item.uid] as const }))
    .filter(({ place }) => cursor === undefined || compare(place, cursor.after) > 0)
    .sort((a, b) => compare(a.place, b.place));
  const page = left.slice(skip, end);
  const skipped = (cursor?.skipped ?? 0) + skip;
  const last = page.at(-1);
  const next = { list, time: now().getTime(), skipped };
  const nextPageToken = last === undefined || end >= left.length ? "" : writeToken({ ...next, after: last.place });
  return {
    ...(page.length > 0 || emitUnpopulated ? { [key]: page.map(({ item }) => write(item)) } : {}),
    ...(nextPageToken !== "" || emitUnpopulated ? { nextPageToken } : {}),
    ...(items.length > 0 || emitUnpopulated || !countIsPlain ? { totalCount: String(items.length) } : {}),
    ...(skipped !== 0 || emitUnpopulated ? { skipped } : {}),
  };
}

/** Returns the order, which is by uid if none is requested. Throws StatusError for an unknown field. */
function orderOf<T>(kind: Typed, orderBy: string, sortable: Sortable<T>) {
  const [field = "", direction = "asc", ...rest] = (orderBy || "uid").split(" ");
  const keyOf = Object.hasOwn(sortable, field) ? sortable[field] : undefined;
  if (keyOf === undefined || rest.length > 0 || !["asc", "desc"].includes(direction)) {
    const known = Object.keys(sortable).join(", ");
    throw invalidArgument(kind, "order_by", `cannot order by "${orderBy}"; sortable fields: ${known}`);
  }
  const sign = direction === "asc" ? 1 : -1;
  return { keyOf, compare: (a: Place, b: Place) => sign * byText(a[0], b[0]) || byText(a[1], b[1]) };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** First bytes of a token. They make its base64 start with a plus, so that clients fail if they do not escape it. */
const MARK = Buffer.from([0xfb, 0xef, 0xbe]);

/** Base64 with at least one plus, and `==` at the end. */
function writeToken(cursor: Cursor): string {
  const payload = Buffer.concat([MARK, Buffer.from(JSON.stringify(cursor))]);
  const padding = Buffer.alloc((4 - (payload.length % 3)) % 3, " ");
  return Buffer.concat([payload, padding]).toString("base64");
}

function readToken(token: string, list: string, now: Date): Cursor | undefined {
  try {
    const bytes = Buffer.from(token, "base64").subarray(MARK.length);
    const cursor = JSON.parse(bytes.toString()) as Cursor | null;
    // A token that names the list comes from this emulator.
    if (cursor?.list === list && now.getTime() - cursor.time <= TOKEN_LIFE_MS) return cursor;
  } catch {
    // Not a token of ours: the list begins again.
  }
  return undefined;
}
