import type { Client } from "../api/client";
import { listAdvisories } from "../operations/advisories";
import type { ArgsOf } from "./arguments";
import { ask, listingOf } from "./ask";
import type { EntityListing } from "./listing";
import { type ByUid, type Singular, singular } from "./one";
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
  filters: {},
  one: { name: "getAdvisory", arguments: {} },
  nouns: ["advisory", "advisories"],
  placeOf: (parentUid: string | undefined) => `of ${parentUid}`,
} as EntityListing<Record<never, never>, AdvisoryResult>;

/** The vulnerability advisories that match (platform API: ADV-1). */
export const getAdvisories: (client: Client, args?: GetAdvisoriesArgs) => Promise<AdvisoryResult[]> =
  ask(listAdvisories);
/** One vulnerability advisory by its uid (platform API: ADV-1). */
export const getAdvisory: Singular<GetAdvisoryArgs, AdvisoryResult> = singular(advisoryListing);
