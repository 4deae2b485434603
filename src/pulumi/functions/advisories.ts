import type { GetAdvisoriesArgs, GetAdvisoryArgs } from "../../lookups/advisories";
import type { AdvisoryResult } from "../../lookups/results";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/advisories");

/**
 * The vulnerability advisories that match. Throws ArgumentError, before anything is sent, and the errors of the
 * client. API: List on `/vulnerabilities/v2/advisories` (platform API: ADV-1).
 */
export async function getAdvisories(args: GetAdvisoriesArgs = {}, opts: LookupOptions = {}): Promise<AdvisoryResult[]> {
  return answer({ name: "vulnerabilities:getAdvisories", args, opts }, async ({ client }) =>
    (await load()).getAdvisories(client(), args),
  );
}
/** `getAdvisories` for arguments that may be Outputs. */
export const getAdvisoriesOutput: OutputForm<typeof getAdvisories> = asOutput(getAdvisories);

/**
 * One vulnerability advisory by its uid. Throws NotFoundError for an unknown uid. API: Get on
 * `/vulnerabilities/v2/advisories` (platform API: ADV-1).
 */
export async function getAdvisory(args: GetAdvisoryArgs, opts: LookupOptions = {}): Promise<AdvisoryResult> {
  return answer({ name: "vulnerabilities:getAdvisory", args, opts }, async ({ client }) =>
    (await load()).getAdvisory(client(), args),
  );
}
/** `getAdvisory` for arguments that may be Outputs. */
export const getAdvisoryOutput: OutputForm<typeof getAdvisory> = asOutput(getAdvisory);
