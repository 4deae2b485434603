import type { ArgsOf } from "../../lookups/arguments";
import type { ResolvedVulnerabilitiesResult, VulnerabilityMetadataResult } from "../../lookups/results";
import type { GetResolvedVulnerabilitiesArgs } from "../../lookups/vulnerabilities";
import type * as operations from "../../operations/vulnerabilities";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/vulnerabilities");
const loadOperations = () => import("../../operations/vulnerabilities");

/** Which vulnerabilities to describe. */
export type GetVulnerabilityMetadataArgs = ArgsOf<typeof operations.listVulnerabilityMetadata>;

/**
 * What is known about the vulnerabilities that match, whatever they are in. Throws ArgumentError, before anything is
 * sent, and the errors of the client. API: `GET /advisory/v2/metadata` (platform API: ADV-3).
 */
export async function getVulnerabilityMetadata(
  args: GetVulnerabilityMetadataArgs = {},
  opts: LookupOptions = {},
): Promise<VulnerabilityMetadataResult[]> {
  return answer({ name: "advisory:getVulnerabilityMetadata", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).listVulnerabilityMetadata, args),
  );
}
/** `getVulnerabilityMetadata` for arguments that may be Outputs. */
export const getVulnerabilityMetadataOutput: OutputForm<typeof getVulnerabilityMetadata> =
  asOutput(getVulnerabilityMetadata);

/**
 * The vulnerabilities that images got rid of, by day. Throws PlatformError where the REST gateway cannot read the
 * images from a query, which the present one cannot. API: `GET /advisory/v2/images/resolvedVulns`
 * (platform API: ADV-4).
 */
export async function getResolvedVulnerabilities(
  args: GetResolvedVulnerabilitiesArgs,
  opts: LookupOptions = {},
): Promise<ResolvedVulnerabilitiesResult[]> {
  return answer({ name: "advisory:getResolvedVulnerabilities", args, opts }, async ({ client }) =>
    (await load()).getResolvedVulnerabilities(client(), args),
  );
}
/** `getResolvedVulnerabilities` for arguments that may be Outputs. */
export const getResolvedVulnerabilitiesOutput: OutputForm<typeof getResolvedVulnerabilities> =
  asOutput(getResolvedVulnerabilities);
