import type { Client } from "../api/client";
import { listAdvisories } from "../operations/advisories";
import type { Fields } from "../spec/types";
import type { ArgsOf } from "./arguments";
import { ask, listingOf } from "./ask";
import { type ByUid, type EntityListing, type Singular, singular } from "./listing";
import type { AdvisoryResult } from "./results";

/**
 * Which advisories to list. Values of one filter are alternatives, and different filters must all match. `origin` and
 * `artifactNames` cannot be combined.
 */
export type GetAdvisoriesArgs = ArgsOf<typeof listAdvisories> &
  ({ origin?: undefined } | { artifactNames?: undefined });
/** Which advisory to fetch. */
export type GetAdvisoryArgs = ByUid;

/** How advisories are listed. */
export const advisoryListing = {
  ...listingOf(listAdvisories),
  one: { name: "getAdvisory", arguments: {} },
  nouns: ["advisory", "advisories"],
  placeOf: (parentUid: string | undefined) => `of ${parentUid}`,
} as EntityListing<Fields, Record<never, never>, AdvisoryResult>;

/** The advisories that match. */
export const getAdvisories: (client: Client, args?: GetAdvisoriesArgs) => Promise<AdvisoryResult[]> =
  ask(listAdvisories);
/** One advisory. */
export const getAdvisory: Singular<GetAdvisoryArgs, AdvisoryResult> = singular(advisoryListing);
