import type * as advisories from "../../lookups/advisories";
import type * as feed from "../../lookups/advisory-feed";
import type * as artifacts from "../../lookups/artifacts";
import { asOutput, client, type OutputForm } from "./ask";

// Each lookup is loaded when it is first asked.
const loadAdvisories = () => import("../../lookups/advisories");
const loadFeed = () => import("../../lookups/advisory-feed");
const loadArtifacts = () => import("../../lookups/artifacts");

/**
 * The vulnerability advisories that match. Throws ArgumentError, before anything is sent, and the errors of the
 * client. API: List on `/vulnerabilities/v2/advisories` (spec: Advisory).
 */
export async function getAdvisories(args: advisories.GetAdvisoriesArgs = {}): Promise<advisories.AdvisoryResult[]> {
  return (await loadAdvisories()).getAdvisories(await client(), args);
}
/** `getAdvisories` for arguments that may be Outputs. */
export const getAdvisoriesOutput: OutputForm<typeof getAdvisories> = asOutput(getAdvisories);

/**
 * One vulnerability advisory by its uid. Throws NotFoundError for an unknown uid. API: Get on
 * `/vulnerabilities/v2/advisories` (spec: Advisory).
 */
export async function getAdvisory(args: advisories.GetAdvisoryArgs): Promise<advisories.AdvisoryResult> {
  return (await loadAdvisories()).getAdvisory(await client(), args);
}
/** `getAdvisory` for arguments that may be Outputs. */
export const getAdvisoryOutput: OutputForm<typeof getAdvisory> = asOutput(getAdvisory);

/**
 * The documents of the public advisory feed that match, one for each package. Throws ArgumentError, before anything is
 * sent, and the errors of the client. API: `GET /advisory/v2/documents` (spec: Advisory).
 */
export async function getAdvisoryDocuments(
  args: feed.GetAdvisoryDocumentsArgs = {},
): Promise<feed.AdvisoryDocumentResult[]> {
  return (await loadFeed()).getAdvisoryDocuments(await client(), args);
}
/** `getAdvisoryDocuments` for arguments that may be Outputs. */
export const getAdvisoryDocumentsOutput: OutputForm<typeof getAdvisoryDocuments> = asOutput(getAdvisoryDocuments);

/**
 * What is known about the vulnerabilities that match, whatever they are in. Throws ArgumentError, before anything is
 * sent, and the errors of the client. API: `GET /advisory/v2/metadata` (spec: Advisory).
 */
export async function getVulnerabilityMetadata(
  args: feed.GetVulnerabilityMetadataArgs = {},
): Promise<feed.VulnerabilityMetadataResult[]> {
  return (await loadFeed()).getVulnerabilityMetadata(await client(), args);
}
/** `getVulnerabilityMetadata` for arguments that may be Outputs. */
export const getVulnerabilityMetadataOutput: OutputForm<typeof getVulnerabilityMetadata> =
  asOutput(getVulnerabilityMetadata);

/**
 * The vulnerabilities that images got rid of, by day. Throws PlatformError where the REST gateway cannot read the
 * images from a query, which the present one cannot. API: `GET /advisory/v2/images/resolvedVulns` (spec: Advisory).
 */
export async function getResolvedVulnerabilities(
  args: feed.GetResolvedVulnerabilitiesArgs,
): Promise<feed.ResolvedVulnerabilitiesResult[]> {
  return (await loadFeed()).getResolvedVulnerabilities(await client(), args);
}
/** `getResolvedVulnerabilities` for arguments that may be Outputs. */
export const getResolvedVulnerabilitiesOutput: OutputForm<typeof getResolvedVulnerabilities> =
  asOutput(getResolvedVulnerabilities);

/**
 * The libraries that match. Throws ArgumentError, before anything is sent, and the errors of the client. API:
 * `GET /libraries/v2/artifacts` (spec: Libraries).
 */
export async function getArtifacts(args: artifacts.GetArtifactsArgs): Promise<artifacts.ArtifactResult[]> {
  return (await loadArtifacts()).getArtifacts(await client(), args);
}
/** `getArtifacts` for arguments that may be Outputs. */
export const getArtifactsOutput: OutputForm<typeof getArtifacts> = asOutput(getArtifacts);

/**
 * The versions of a library, newest first. `sizeBytes` is a bigint: turn it into a string before you export it. Throws
 * NotFoundError for an unknown artifact. API: `GET /libraries/v2/artifacts/{artifactId}/versions` (spec: Libraries).
 */
export async function getArtifactVersions(
  args: artifacts.GetArtifactVersionsArgs,
): Promise<artifacts.ArtifactVersionResult[]> {
  return (await loadArtifacts()).getArtifactVersions(await client(), args);
}
/** `getArtifactVersions` for arguments that may be Outputs. */
export const getArtifactVersionsOutput: OutputForm<typeof getArtifactVersions> = asOutput(getArtifactVersions);

/**
 * How many libraries each of some ecosystems has. `totalCount` is a bigint: turn it into a string before you export
 * it. Throws ArgumentError, before anything is sent, and the errors of the client. API:
 * `GET /libraries/v2/artifacts/count` (spec: Libraries).
 */
export async function getArtifactCount(
  args: artifacts.GetArtifactCountArgs,
): Promise<artifacts.EcosystemCountResult[]> {
  return (await loadArtifacts()).getArtifactCount(await client(), args);
}
/** `getArtifactCount` for arguments that may be Outputs. */
export const getArtifactCountOutput: OutputForm<typeof getArtifactCount> = asOutput(getArtifactCount);
