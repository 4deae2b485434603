import type { Client } from "../../client/api/client";
import { listAdvisories } from "../../description/operations/advisories";
import type { AdvisoryResult } from "../generated/results";
import type { ArgsOf } from "./arguments";
import { ask, listingOf } from "./ask";
import type { EntityListing } from "./listing";
import { type ByUid, type Singular, singular } from "./one";

/** Which advisories to list. Each must match every filter, by one of its values. `origin` and `artifactNames` cannot be combined. */
export type GetAdvisoriesArgs = ArgsOf<typeof listAdvisories> &
  ({ origin?: undefined } | { artifactNames?: undefined });
/** Which advisory to fetch. */
export type GetAdvisoryArgs = ByUid;

/** The listing of advisories. */
export const advisoryListing = {
  ...listingOf(listAdvisories),
  filters: {},
  one: { name: "getAdvisory", arguments: {} },
  nouns: ["advisory", "advisories"],
  placeOf: (parentUid: string | undefined) => `of ${parentUid}`,
} as EntityListing<Record<never, never>, AdvisoryResult>;

/** Lists the matching vulnerability advisories (platform API: ADV-1). */
export const getAdvisories: (client: Client, args?: GetAdvisoriesArgs) => Promise<AdvisoryResult[]> =
  ask(listAdvisories);
/** Returns the vulnerability advisory with a uid (platform API: ADV-1). */
export const getAdvisory: Singular<GetAdvisoryArgs, AdvisoryResult> = singular(advisoryListing);
