import type { Client } from "../../client/api/client";
import { NotFoundError, nothingIfRefused } from "../../client/api/errors";
import { PAGE_SIZE } from "../../client/api/pages";
import { quoted, shownUid } from "../../client/api/shown";
import { resources } from "../../description/resources";
import { type Fields, optional, required, uid } from "../../description/spec/types";
import { isValues, type Values } from "../../description/spec/values";
import { missingText, referencesIn } from "../../description/wire/missing-reference";
import { literal, path } from "../../description/wire/path";
import type { Entity } from "./answers";
import { checkArguments, checkQuestion } from "./arguments";
import { ArgumentError, NoSingleAnswerError } from "./errors";
import type { OneArgs } from "./filters";
import { type EntityListing, find, type Listing } from "./listing";

/** Arguments that find one object by its uid. */
export interface ByUid {
  /** uid of the object. No other argument may be given with it. */
  uid: string;
}

export type Singular<A, T> = (client: Client, args: A) => Promise<T>;

/**
 * Returns the function that finds one object by uid or by filters. It throws NoSingleAnswerError with the candidates if
 * the filters match none or several, and NotFoundError for an unknown uid. It throws ArgumentError before any request, and
 * the other errors of the client.
 */
export const singular =
  <F extends Fields, T extends Entity>(listing: EntityListing<F, T>): Singular<ByUid | OneArgs<F>, T> =>
  (client, args) =>
    isByUid(args) ? get(client, listing, args) : findOne(client, listing, args);

const isByUid = (args: object): args is ByUid => "uid" in args && args.uid !== undefined;

async function get<T>(client: Client, { one, asked, read }: EntityListing<Fields, T>, args: ByUid): Promise<T> {
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

const MAX_CANDIDATES = 20;
const MAX_NAMES = 50;

function waysText(fields: Fields): string {
  const names = Object.keys(fields);
  const needed = names.filter((name) => fields[name]?.presence === "required");
  const others = names.filter((name) => !needed.includes(name)).join(", ");
  if (needed.length === 0) return others === "" ? "" : `, or ${others}`;
  return `, or ${needed.join(" and ")}${others === "" ? "" : ` (optional: ${others})`}`;
}

async function findOne<T extends Entity>(client: Client, listing: EntityListing<Fields, T>, args: object): Promise<T> {
  const { one, nouns, placeOf } = listing;
  const { name: lookup, arguments: fields } = one;
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) {
    throw new ArgumentError(`${lookup} needs uid${waysText(fields)}`);
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
    `${asked}: ${count} ${nouns[1]} match: ${candidates.join(", ")}. Add arguments, or give the uid`,
  );
}

/** Returns the argument that names an object which does not exist, so that nothing can be found by it. */
async function missingPlace(client: Client, fields: Fields, args: object): Promise<string | undefined> {
  for (const reference of referencesIn(fields, args as Values)) {
    const spec = resources[reference.type ?? ""];
    if (spec === undefined) continue;
    const seen = await client.get(path`${literal(spec.collection)}/${reference.uid}`).catch((error: unknown) => {
      if (error instanceof NotFoundError && error.resource?.resourceName === reference.uid) return undefined;
      // This request is optional, so its error must not hide the result.
      return nothingIfRefused(error) ?? {};
    });
    if (seen === undefined) return `. ${missingText(reference)}`;
  }
  return undefined;
}

/** Lists the names in the same place, if a search by name found nothing. */
async function namesText<T>(client: Client, listing: Listing<T>, args: object): Promise<string> {
  const { name: asked, ...elsewhere } = args as Values;
  if (asked === undefined) return "";
  // The names are optional, so an error while listing them must not hide the result.
  const found = await find(client, listing, { wanted: elsewhere, limit: PAGE_SIZE }).catch(nothingIfRefused);
  if (found === undefined) return "";
  const named = found.flatMap((item) => (isValues(item) && typeof item.name === "string" ? [quoted(item.name)] : []));
  const names = [...new Set(named)].sort();
  const more = found.length === PAGE_SIZE || names.length > MAX_NAMES ? ", …" : "";
  return `. Existing names: ${names.slice(0, MAX_NAMES).join(", ") || "none"}${more}`;
}
