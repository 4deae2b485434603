import type { Client } from "../../src/client/api/client";
import type { Fields } from "../../src/description/spec/types";
import type { ListArgs } from "../../src/program/lookups/filters";
import * as kinds from "../../src/program/lookups/kinds";
import { type EntityListing, list } from "../../src/program/lookups/listing";
import { singular } from "../../src/program/lookups/one";

const all =
  <F extends Fields, T>(listing: EntityListing<F, T>) =>
  (client: Client, args = {} as ListArgs<F>): Promise<T[]> =>
    list(client, listing, args);

/** The lookups that are made of listings, as src/program/generated/functions.ts has them, for a client. */

export const getGroups = all(kinds.groups);
export const getGroup = singular(kinds.groups);
export const getRepos = all(kinds.repos);
/** @public run-samples.ts finds it by its name. */
export const getRepo = singular(kinds.repos);
export const getRoles = all(kinds.roles);
export const getRole = singular(kinds.roles);
export const getSubscription = singular(kinds.subscriptions);
