import type { Client, Query } from "../api/client";
import { NotFoundError, nothingIfRefused } from "../api/errors";
import type { JsonObject } from "../api/json";
import { collect, items, type List, PAGE_SIZE } from "../api/pages";
import { literal, path } from "../api/path";
import { quoted, shownUid } from "../api/shown";
import { resources } from "../resources";
import { nameOf, parentField, pluralOf, type ResourceSpec } from "../spec/resource";
import { type Fields, type MessageOf, optional, required, uid } from "../spec/types";
import { isEqual, isValues, type Values } from "../spec/values";
import { missingText, referencesIn } from "../wire/missing-reference";
import { type Asked, pathOf, queryOf } from "../wire/request";
import { type Entity, type EntityOf, entityOf } from "./answers";
import { checkArguments, checkQuestion } from "./arguments";
import { ArgumentError, NoSingleAnswerError } from "./errors";

/** A List of the API and its function. */
export interface Listing<F extends Fields, T> {
  /** Public name of the function, `getGroups`. */
  readonly name: string;
  /** The request. */
  readonly asked: Asked;
  /** Arguments of the function. */
  readonly arguments: F;
  /** Key of the array in the answer. */
  readonly key: string;
  readonly read: (item: JsonObject) => T;
  /**
   * Filters to apply to the items, with the item field to compare: the server may ignore them or does not have them.
   */
  readonly compared?: Readonly<Record<string, string>>;
  /** Additional query parameters, derived from the arguments. */
  readonly extraQuery?: (args: Values) => Query;
  /** Identifies an item; its uid by default. */
  readonly keyOf?: NonNullable<List["keyOf"]>;
  /** Whether the count may be left out where nothing is there. */
  readonly countIsPlain?: boolean;
}

/** A List of objects, with a Get for one of them. */
export interface EntityListing<F extends Fields, S extends Fields, T> extends Listing<F, T> {
  /** The function for one object, and its arguments other than `uid`. */
  readonly one: { readonly name: string; readonly arguments: S };
  /** Nouns for messages. */
  readonly nouns: readonly [singular: string, plural: string];
  /** Describes an object's place in messages. */
  readonly placeOf: (parentUid: string | undefined) => string;
}

/** A question for one object by its uid. */
export interface ByUid {
  /** uid of the object. Excludes all other arguments. */
  uid: string;
}

/** The listing of a resource kind. The spec provides everything except names and filters. */
export const listingOfKind = <R extends Fields, F extends Fields, S extends Fields>(
  spec: ResourceSpec<R>,
  listing: Pick<Listing<F, never>, "name" | "arguments" | "compared" | "extraQuery"> & {
    readonly one: { readonly name: string; readonly arguments: S };
    /** Place of an object without a parent, for messages. */
    readonly rootPlace?: string;
  },
): EntityListing<F, S, EntityOf<R>> => {
  // The spec's type parameter only concerns its fields, which are not used here.
  const anySpec = spec as unknown as ResourceSpec;
  const parentType = parentField(anySpec)?.[1].type;
  const parentNoun = parentType?.kind === "string" ? inWords(parentType.refersTo?.split(":")[1] ?? "") : "";
  return {
    asked: { method: "GET", path: spec.collection, params: {}, request: listing.arguments },
    key: pluralOf(spec),
    read: entityOf(spec.fields, spec.uidIsParents ? "same" : "front"),
    nouns: [inWords(nameOf(anySpec)), inWords(pluralOf(spec))],
    placeOf: (parentUid) =>
      parentUid === undefined ? (listing.rootPlace ?? "under nothing") : `of the ${parentNoun} ${parentUid}`,
    ...listing,
  };
};

/** `role binding` of RoleBinding. */
const inWords = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();

/** A function that lists. */
export type Plural<A, T> = (client: Client, args?: A) => Promise<T[]>;
/** A function that finds one. */
export type Singular<A, T> = (client: Client, args: A) => Promise<T>;

/** The function that lists. It throws ArgumentError before anything is sent, and the errors of the client. */
export const plural =
  <F extends Fields, T>(listing: Listing<F, T>) =>
  (client: Client, args: MessageOf<F> = {} as MessageOf<F>): Promise<T[]> =>
    list(client, listing, args);

/**
 * The function that finds one object, by uid or by filters. It throws NoSingleAnswerError with the candidates if the
 * filters match none or several, NotFoundError for an unknown uid, ArgumentError before anything is sent, and the other
 * errors of the client.
 */
export const singular =
  <F extends Fields, S extends Fields, T extends Entity>(listing: EntityListing<F, S, T>) =>
  (client: Client, args: ByUid | MessageOf<S>): Promise<T> =>
    isByUid(args) ? get(client, listing, args) : findOne(client, listing, args);

const isByUid = (args: object): args is ByUid => "uid" in args && args.uid !== undefined;

async function get<F extends Fields, S extends Fields, T>(
  client: Client,
  { one, asked, read }: EntityListing<F, S, T>,
  args: ByUid,
): Promise<T> {
  const others = Object.entries(args).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(one.arguments, name),
  );
  if (others.length > 0) {
    throw new ArgumentError(
      `${one.name}: uid cannot be given together with ${others.map(([name]) => name).join(", ")}`,
    );
  }
  checkArguments(one.name, { uid: required(uid()) }, args);
  return read(await client.get(path`${literal(asked.path)}/${args.uid}`));
}

/** Validates the arguments and lists the matching items. Throws like `plural`. */
export async function list<F extends Fields, T>(client: Client, listing: Listing<F, T>, args: object): Promise<T[]> {
  checkQuestion({ name: listing.name, method: "GET", arguments: listing.arguments }, args);
  const { limit, skip, ...wanted } = args as Values;
  for (const [name, value] of Object.entries({ limit, skip })) {
    if (typeof value === "number" && value < 0) {
      throw new ArgumentError(`${listing.name}: ${name} must not be negative`);
    }
  }
  return find(client, listing, {
    wanted,
    ...(typeof limit === "number" ? { limit } : {}),
    ...(typeof skip === "number" ? { skip } : {}),
  });
}

/** The request of a listing. */
export const requestFor = <F extends Fields, T>(
  { asked, key, countIsPlain = false, keyOf, extraQuery = () => [] }: Listing<F, T>,
  wanted: Values,
): List => ({
  collection: pathOf(asked, wanted),
  key,
  countIsPlain,
  query: [...queryOf(asked.request, wanted), ...extraQuery(wanted)],
  ...(keyOf === undefined ? {} : { keyOf }),
});

/** Which items of a listing to read. */
interface Range {
  /** Filters. */
  readonly wanted: Values;
  readonly limit?: number;
  readonly skip?: number;
}

/** At most `limit` matching items. Items that the server returned despite the filters are dropped here. */
function find<F extends Fields, T>(
  client: Client,
  listing: Listing<F, T>,
  { wanted, limit = Number.POSITIVE_INFINITY, skip = 0 }: Range,
): Promise<T[]> {
  const accepts = comparison(listing, wanted);
  const request = requestFor(listing, wanted);
  // If items are filtered here, a small page could end up empty, and only matching items count as skipped.
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

/** The filter for items by the given arguments; undefined if none needs to be compared. */
export function comparison<F extends Fields, T>(
  { compared = {}, arguments: fields }: Listing<F, T>,
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

/** Maximum number of candidates in an error. */
const MAX_CANDIDATES = 20;
/** Maximum number of names in an error. */
const MAX_NAMES = 50;

/** How else than by its uid one object is found. */
function waysText(fields: Fields): string {
  const names = Object.keys(fields);
  const needed = names.filter((name) => fields[name]?.presence === "required");
  const others = names.filter((name) => !needed.includes(name)).join(", ");
  if (needed.length === 0) return others === "" ? "" : `, or by ${others}`;
  return `, or by ${needed.join(" and ")}${others === "" ? "" : `, beside which there are ${others}`}`;
}

async function findOne<F extends Fields, S extends Fields, T extends Entity>(
  client: Client,
  listing: EntityListing<F, S, T>,
  args: object,
): Promise<T> {
  const { one, nouns, placeOf } = listing;
  const { name: lookup, arguments: fields } = one;
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) {
    // advice: say-which
    throw new ArgumentError(`${lookup}: say which ${nouns[0]}: by uid${waysText(fields)}`);
  }
  checkQuestion({ name: lookup, method: "GET", arguments: { uid: optional(uid()), ...fields } }, args);
  const found = await find(client, listing, { wanted: args as Values, limit: MAX_CANDIDATES + 1 });
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  // Shows the filters without their values, which may be secret.
  const asked = `${lookup} by ${given.map(([name]) => name).join(" and ")}`;
  if (only === undefined) {
    const why = (await missingPlace(client, fields, args)) ?? (await namesText(client, listing, args));
    throw new NoSingleAnswerError(`${asked}: there is no such ${nouns[0]}${why}`);
  }
  const count = found.length > MAX_CANDIDATES ? `more than ${MAX_CANDIDATES}` : found.length;
  const candidates = found.slice(0, MAX_CANDIDATES).map((item) => {
    const { name } = item as { name?: unknown };
    const place = placeOf(item.parentUid === undefined ? undefined : shownUid(item.parentUid));
    return `${typeof name === "string" ? `${quoted(name)} ` : ""}${shownUid(item.uid)} (${place})`;
  });
  throw new NoSingleAnswerError(
    // advice: narrow-down
    `${asked}: ${count} ${nouns[1]} match: ${candidates.join(", ")}. Narrow it down, or give the uid`,
  );
}

/** The argument that names an object which is not there, so that nothing can be found by it. */
async function missingPlace(client: Client, fields: Fields, args: object): Promise<string | undefined> {
  for (const reference of referencesIn(fields, args as Values)) {
    const spec = resources[reference.type ?? ""];
    if (spec === undefined) continue;
    const seen = await client.get(path`${literal(spec.collection)}/${reference.uid}`).catch((error: unknown) => {
      if (error instanceof NotFoundError && error.resource?.resourceName === reference.uid) return undefined;
      // The look is optional: an error of it must not hide the result.
      return nothingIfRefused(error) ?? {};
    });
    if (seen === undefined) return `. ${missingText(reference)}`;
  }
  return undefined;
}

/** Lists the names in the same place, for a search by name that found nothing. */
async function namesText<F extends Fields, T>(client: Client, listing: Listing<F, T>, args: object): Promise<string> {
  const { name: asked, ...elsewhere } = args as Values;
  if (asked === undefined) return "";
  // The names are optional: an error while listing them must not hide the result.
  const found = await find(client, listing, { wanted: elsewhere, limit: PAGE_SIZE }).catch(nothingIfRefused);
  if (found === undefined) return "";
  const named = found.flatMap((item) => (isValues(item) && typeof item.name === "string" ? [quoted(item.name)] : []));
  const names = [...new Set(named)].sort();
  const more = found.length === PAGE_SIZE || names.length > MAX_NAMES ? ", …" : "";
  return `. There are ${names.slice(0, MAX_NAMES).join(", ") || "none"}${more}`;
}
