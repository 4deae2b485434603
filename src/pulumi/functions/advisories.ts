import type { GetAdvisoriesArgs, GetAdvisoryArgs } from "../../lookups/advisories";
import type { AdvisoryResult } from "../../lookups/results";
import { asOutput, client, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/advisories");

/**
 * The vulnerability advisories that match. Throws ArgumentError, before anything is sent, and the errors of the
 * client. API: List on `/vulnerabilities/v2/advisories` (platform API: ADV-1).
 */
export async function getAdvisories(args: GetAdvisoriesArgs = {}): Promise<AdvisoryResult[]> {
  return (await load()).getAdvisories(await client(), args);
}
/** `getAdvisories` for arguments that may be Outputs. */
export const getAdvisoriesOutput: OutputForm<typeof getAdvisories> = asOutput(getAdvisories);

/**
 * One vulnerability advisory by its uid. Throws NotFoundError for an unknown uid. API: Get on
 * `/vulnerabilities/v2/advisories` (platform API: ADV-1).
 */
export async function getAdvisory(args: GetAdvisoryArgs): Promise<AdvisoryResult> {
  return (await load()).getAdvisory(await client(), args);
}
/** `getAdvisory` for arguments that may be Outputs. */
export const getAdvisoryOutput: OutputForm<typeof getAdvisory> = asOutput(getAdvisory);
