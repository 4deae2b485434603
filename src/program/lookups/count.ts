import type { Client } from "../../client/api/client";
import { collect, countItems, items } from "../../client/api/pages";
import type { Values } from "../../description/spec/values";
import { advisoryListing, type GetAdvisoriesArgs } from "./advisories";
import { checkQuestion } from "./arguments";
import { ArgumentError } from "./errors";
import type { ListArgs, Paging } from "./filters";
import * as kinds from "./kinds";
import { comparison, type Listing, requestFor } from "./listing";

type Counted = typeof kinds & { readonly advisories: typeof advisoryListing };

export const countedListings: { readonly [K in keyof Counted]: Listing<unknown> } = {
  ...kinds,
  advisories: advisoryListing,
};

type FiltersOf<K extends keyof Counted> = K extends "advisories" ? GetAdvisoriesArgs : ListArgs<Counted[K]["filters"]>;

/** What to count: `of` is the kind, and the others are filters of its list. */
export type GetCountArgs = {
  [K in keyof Counted]: {
    /** Kind of the objects to count. */
    of: K;
  } & Omit<FiltersOf<K>, keyof Paging>;
}[keyof Counted];

/**
 * Counts the objects of a kind that match, such as `{ of: "repos", childrenOf: group.id }`. It does not read them all if
 * the platform returns their number. Throws ArgumentError before any request, and the errors of the client. API:
 * `totalCount` of a List (platform API: LIST-1).
 */
export async function getCount(client: Client, args: GetCountArgs): Promise<number> {
  const { of, ...wanted } = args as { readonly of?: unknown } & Values;
  const listing: Listing<unknown> | undefined =
    typeof of === "string" && isCounted(of) ? countedListings[of] : undefined;
  if (listing === undefined) {
    throw new ArgumentError(`getCount: of must be one of ${Object.keys(countedListings).sort().join(", ")}`);
  }
  const { limit: _limit, skip: _skip, orderBy: _orderBy, ...filters } = listing.arguments;
  checkQuestion({ name: "getCount", method: "GET", arguments: filters }, wanted);
  const request = requestFor(listing, wanted);
  const accepts = comparison(listing, wanted);
  if (accepts === undefined) return Number(await countItems(client, request));
  const found = await collect(items(client, request));
  return found.filter((item) => accepts(listing.read(item))).length;
}

const isCounted = (name: string): name is keyof Counted => Object.hasOwn(countedListings, name);
