import type { Client } from "../../client/api/client";
import { collect, items, type List, PAGE_SIZE } from "../../client/api/pages";
import { inWords, nameOf, parentTypeOf, pluralOf, type ResourceSpec } from "../../description/spec/resource";
import { type Field, type Fields, required, string } from "../../description/spec/types";
import { isEqual, isValues, type Values } from "../../description/spec/values";
import type { Query } from "../../description/wire/api-request";
import type { JsonObject } from "../../description/wire/json";
import { type Asked, pathOf, queryOf } from "../../description/wire/request";
import { type EntityOf, entityOf } from "./answers";
import { checkQuestion } from "./arguments";
import { ArgumentError } from "./errors";
import { paging, scope } from "./filters";

/** A List of the API and its function. */
export interface Listing<T> {
  /** Public name of the function, `getGroups`. */
  readonly name: string;
  readonly asked: Asked;
  readonly arguments: Fields;
  readonly key: string;
  readonly read: (item: JsonObject) => T;
  /** Filters to compare with the items here, by item field, because the server may ignore them or not have them. */
  readonly compared?: Readonly<Record<string, string>>;
  readonly extraQuery?: (args: Values) => Query;
  /** Identifies an item. Default: its uid. */
  readonly keyOf?: NonNullable<List["keyOf"]>;
  readonly countIsPlain?: boolean;
}

/** A List of objects with the filters F, and a Get for one of them. */
export interface EntityListing<F extends Fields, T> extends Listing<T> {
  readonly filters: F;
  /** The function that finds one object, and its arguments other than `uid`. */
  readonly one: { readonly name: string; readonly arguments: Fields };
  readonly nouns: readonly [singular: string, plural: string];
  readonly placeOf: (parentUid: string | undefined) => string;
}

/** Returns the listing of a kind. The spec has all but names and filters. A filter with the name of a field is also compared here. */
export function listingOfKind<R extends Fields, const F extends Fields>(
  spec: ResourceSpec<R>,
  listing: Pick<Listing<never>, "extraQuery"> & {
    readonly names: readonly [all: string, one: string];
    readonly filters: F;
    readonly byName?: true;
    /** The fields to compare with filters of other names. */
    readonly compared?: Readonly<Record<string, string>>;
    /** Place of an object without a parent, for messages. */
    readonly rootPlace?: string;
  },
): EntityListing<F, EntityOf<R>> {
  // The type parameter of the spec only concerns its fields, which are not used here.
  const anySpec = spec as unknown as ResourceSpec;
  const { names, filters, byName, compared, rootPlace = "under nothing", ...others } = listing;
  const parentNoun = inWords(parentTypeOf(anySpec)?.split(":")[1] ?? "");
  const all = { ...scope, ...filters, ...paging };
  const isField = ([filter]: readonly [string, Field]) => Object.hasOwn(spec.fields, filter);
  return {
    name: names[0],
    asked: { method: "GET", path: spec.collection, params: {}, request: all },
    arguments: all,
    key: pluralOf(spec),
    read: entityOf(spec.fields, spec.uidIsParents ? "same" : "front"),
    compared: {
      ...Object.fromEntries(
        Object.entries(filters)
          .filter(isField)
          .map(([filter]) => [filter, filter]),
      ),
      ...compared,
    },
    filters,
    one: { name: names[1], arguments: { ...scope, ...filters, ...(byName ? { name: required(string()) } : {}) } },
    nouns: [inWords(nameOf(anySpec)), inWords(pluralOf(spec))],
    placeOf: (parentUid) => (parentUid === undefined ? rootPlace : `of the ${parentNoun} ${parentUid}`),
    ...others,
  };
}

/** Lists the matching items. Throws ArgumentError before any request, and the errors of the client. */
export async function list<T>(client: Client, listing: Listing<T>, args: object): Promise<T[]> {
  checkQuestion({ name: listing.name, method: "GET", arguments: listing.arguments }, args);
  const { limit, skip, ...wanted } = args as Values;
  for (const [name, value] of Object.entries({ limit, skip }))
    if (typeof value === "number" && value < 0) {
      throw new ArgumentError(`${listing.name}: ${name} must not be negative`);
    }
  return find(client, listing, {
    wanted,
    ...(typeof limit === "number" ? { limit } : {}),
    ...(typeof skip === "number" ? { skip } : {}),
  });
}

export const requestFor = <T>(
  { asked, key, countIsPlain = false, keyOf, extraQuery = () => [] }: Listing<T>,
  wanted: Values,
): List => ({
  collection: pathOf(asked, wanted),
  key,
  countIsPlain,
  query: [...queryOf(asked.request, wanted), ...extraQuery(wanted)],
  ...(keyOf === undefined ? {} : { keyOf }),
});

interface Range {
  readonly wanted: Values;
  readonly limit?: number;
  readonly skip?: number;
}

/** Returns at most `limit` matching items. Drops items that the server returned despite the filters. */
export function find<T>(
  client: Client,
  listing: Listing<T>,
  { wanted, limit = Number.POSITIVE_INFINITY, skip = 0 }: Range,
): Promise<T[]> {
  const accepts = comparison(listing, wanted);
  const request = requestFor(listing, wanted);
  // If items are filtered here, a small page could become empty, and only matching items count as skipped.
  const pageSize = accepts === undefined ? Math.max(1, Math.min(PAGE_SIZE, limit)) : PAGE_SIZE;
  const options = { pageSize, skip: accepts === undefined ? skip : 0 };
  async function* matches(): AsyncGenerator<T> {
    let toSkip = accepts === undefined ? 0 : skip;
    for await (const item of items(client, { ...request, ...options })) {
      const answer = listing.read(item);
      if (accepts !== undefined && !accepts(answer)) continue;
      if (toSkip > 0) toSkip -= 1;
      else yield answer;
    }
  }
  return collect(matches(), limit);
}

/** Returns the filter for items by the given arguments, or undefined if none needs to be compared. */
export function comparison<T>(
  { compared = {}, arguments: fields }: Listing<T>,
  args: Values,
): ((item: T) => boolean) | undefined {
  const wanted = Object.entries(compared).flatMap(([filter, name]) => {
    const type = fields[filter]?.type;
    return args[filter] === undefined || args[filter] === null || type === undefined
      ? []
      : [{ type, name, value: args[filter] }];
  });
  if (wanted.length === 0) return undefined;
  return (item) => wanted.every(({ type, name, value }) => isValues(item) && isEqual(type, item[name], value));
}
