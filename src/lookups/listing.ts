import type { Client, Query } from "../api/client";
import { nothingIfRefused, PlatformError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { collect, items, type List, PAGE_SIZE } from "../api/pages";
import { literal, path } from "../api/path";
import { quoted, shownUid } from "../api/shown";
import { nameOf, parentField, pluralOf, type ResourceSpec } from "../spec/resource";
import { type Fields, type MessageOf, optional, required, uid } from "../spec/types";
import { isEqual, isValues, type Values } from "../spec/values";
import { type Asked, pathOf, queryOf } from "../wire/request";
import { type Entity, type EntityOf, entityOf } from "./answers";
import { ArgumentError, checkArguments, checkQuestion } from "./arguments";

/** Nothing, or more than one thing, answers a question for one. */
export class NoSingleAnswerError extends PlatformError {
  override readonly name = "NoSingleAnswerError";
}

/** A List of the API, as a function asks it. */
export interface Listing<F extends Fields, T> {
  /** Public name of the function, `getGroups`. */
  readonly name: string;
  /** What is sent. */
  readonly asked: Asked;
  /** What the function takes. */
  readonly arguments: F;
  /** Key of the array in the answer. */
  readonly key: string;
  readonly read: (item: JsonObject) => T;
  /**
   * Filters by the field of an item that must equal them: those that the server may ignore, and those it does not have.
   */
  readonly compared?: Readonly<Record<string, string>>;
  /** What to ask for beside the arguments. */
  readonly extraQuery?: (args: Values) => Query;
  /** What tells items apart; their uid, for all but those that have none. */
  readonly keyOf?: NonNullable<List["keyOf"]>;
}

/** A List of objects, of which Get tells one. */
export interface EntityListing<F extends Fields, S extends Fields, T> extends Listing<F, T> {
  /** The function for one object, and how it can be described beside by its uid. */
  readonly one: { readonly name: string; readonly arguments: S };
  /** What an object is called, and what several are. */
  readonly nouns: readonly [singular: string, plural: string];
  /** What is said of an object about where it lies. */
  readonly placeOf: (parentUid: string | undefined) => string;
}

/** A question for one object by its uid. */
export interface ByUid {
  /** uid of the object; it says all, so that nothing else may be given. */
  uid: string;
}

/** The listing of a kind of resource: all but its names and its filters is in the spec. */
export const listingOfKind = <R extends Fields, F extends Fields, S extends Fields>(
  spec: ResourceSpec<R>,
  listing: Pick<Listing<F, never>, "name" | "arguments" | "compared" | "extraQuery"> & {
    readonly one: { readonly name: string; readonly arguments: S };
    /** What an object is called that lies under nothing. */
    readonly rootPlace?: string;
  },
): EntityListing<F, S, EntityOf<R>> => {
  // The declared type of a spec is about its fields; the rest does not depend on them.
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

/** The function that lists. It throws ArgumentError, before anything is sent, and the errors of the client. */
export const plural =
  <F extends Fields, T>(listing: Listing<F, T>) =>
  (client: Client, args: MessageOf<F> = {} as MessageOf<F>): Promise<T[]> =>
    list(client, listing, args);

/**
 * The function that finds the one object of a uid, or the one that filters leave. It throws NoSingleAnswerError, with
 * the candidates, when they leave none or more than one; NotFoundError for an unknown uid; ArgumentError, before
 * anything is sent; and the other errors of the client.
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

/** Lists what matches, after a check of the arguments. Throws as `plural` says. */
export async function list<F extends Fields, T>(client: Client, listing: Listing<F, T>, args: object): Promise<T[]> {
  checkQuestion({ name: listing.name, method: "GET", arguments: listing.arguments }, args);
  const { limit, ...wanted } = args as Values;
  if (typeof limit === "number" && limit < 0) throw new ArgumentError(`${listing.name}: limit must not be negative`);
  return find(client, listing, { wanted, ...(typeof limit === "number" ? { limit } : {}) });
}

/** The items that match, at most `limit` of them. What the server leaves in against the filters is taken out here. */
function find<F extends Fields, T>(
  client: Client,
  listing: Listing<F, T>,
  { wanted, limit }: { readonly wanted: Values; readonly limit?: number },
): Promise<T[]> {
  const { asked, key, read, keyOf, extraQuery = () => [] } = listing;
  const accepts = comparison(listing, wanted);
  const query = [...queryOf(asked.request, wanted), ...extraQuery(wanted)];
  // What is compared here may leave nothing of a small page.
  const pageSize = accepts === undefined ? Math.max(1, Math.min(PAGE_SIZE, limit ?? PAGE_SIZE)) : PAGE_SIZE;
  const options = { pageSize, ...(keyOf === undefined ? {} : { keyOf }) };
  async function* matches(): AsyncGenerator<T> {
    for await (const item of items(client, { collection: pathOf(asked, wanted), key, query, ...options })) {
      const answer = read(item);
      if (accepts === undefined || accepts(answer)) yield answer;
    }
  }
  return collect(matches(), limit);
}

/** Compares an item with the filters that were given; nothing when none of those is compared. */
function comparison<F extends Fields, T>(
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

/** Most candidates that an error names. */
const MAX_CANDIDATES = 20;
/** Most names that an error lists. */
const MAX_NAMES = 50;

async function findOne<F extends Fields, S extends Fields, T extends Entity>(
  client: Client,
  listing: EntityListing<F, S, T>,
  args: object,
): Promise<T> {
  const { one, nouns, placeOf } = listing;
  const { name: lookup, arguments: fields } = one;
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) {
    const ways = Object.keys(fields).join(", ");
    // advice: say-which
    throw new ArgumentError(`${lookup}: say which ${nouns[0]}: by uid${ways === "" ? "" : `, or by ${ways}`}`);
  }
  checkQuestion({ name: lookup, method: "GET", arguments: { uid: optional(uid()), ...fields } }, args);
  const found = await find(client, listing, { wanted: args as Values, limit: MAX_CANDIDATES + 1 });
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  // Which values were asked for is for the program to know: they may be secret.
  const asked = `${lookup} by ${given.map(([name]) => name).join(" and ")}`;
  if (only === undefined) {
    throw new NoSingleAnswerError(`${asked}: there is no such ${nouns[0]}${await namesText(client, listing, args)}`);
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

/** Which names there are in the same place, where it was asked by name. */
async function namesText<F extends Fields, T>(client: Client, listing: Listing<F, T>, args: object): Promise<string> {
  const { name: asked, ...elsewhere } = args as Values;
  if (asked === undefined) return "";
  // The names only help: an error in listing them must not hide that there is no such object.
  const found = await find(client, listing, { wanted: elsewhere, limit: PAGE_SIZE }).catch(nothingIfRefused);
  if (found === undefined) return "";
  const named = found.flatMap((item) => (isValues(item) && typeof item.name === "string" ? [quoted(item.name)] : []));
  const names = [...new Set(named)].sort();
  const more = found.length === PAGE_SIZE || names.length > MAX_NAMES ? ", …" : "";
  return `. There are ${names.slice(0, MAX_NAMES).join(", ") || "none"}${more}`;
}
