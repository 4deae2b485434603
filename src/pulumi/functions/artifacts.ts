import type { ArgsOf } from "../../lookups/arguments";
import type { ArtifactResult, ArtifactVersionResult, EcosystemCountResult } from "../../lookups/results";
import type * as operations from "../../operations/artifacts";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const loadOperations = () => import("../../operations/artifacts");

/** Which artifacts to list. */
export type GetArtifactsArgs = ArgsOf<typeof operations.listArtifacts>;
/** Which artifact's versions to list. */
export type GetArtifactVersionsArgs = ArgsOf<typeof operations.listArtifactVersions>;
/** Which ecosystems' artifacts to count. */
export type GetArtifactCountArgs = ArgsOf<typeof operations.countArtifacts>;

/**
 * The libraries that match. Throws ArgumentError, before anything is sent, and the errors of the client. API:
 * `GET /libraries/v2/artifacts` (platform API: LIB-1).
 */
export async function getArtifacts(args: GetArtifactsArgs, opts: LookupOptions = {}): Promise<ArtifactResult[]> {
  return answer({ name: "libraries:getArtifacts", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).listArtifacts, args),
  );
}
/** `getArtifacts` for arguments that may be Outputs. */
export const getArtifactsOutput: OutputForm<typeof getArtifacts> = asOutput(getArtifacts);

/**
 * The versions of a library, newest first. Throws NotFoundError for an unknown artifact, and ProtocolError for a size that
 * a number cannot hold. API: `GET /libraries/v2/artifacts/{artifactId}/versions`
 * (platform API: LIB-2).
 */
export async function getArtifactVersions(
  args: GetArtifactVersionsArgs,
  opts: LookupOptions = {},
): Promise<ArtifactVersionResult[]> {
  return answer({ name: "libraries:getArtifactVersions", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).listArtifactVersions, args),
  );
}
/** `getArtifactVersions` for arguments that may be Outputs. */
export const getArtifactVersionsOutput: OutputForm<typeof getArtifactVersions> = asOutput(getArtifactVersions);

/**
 * How many libraries each of some ecosystems has. Throws ArgumentError, before anything is sent, and the errors of the client. API:
 * `GET /libraries/v2/artifacts/count` (platform API: LIB-3).
 */
export async function getArtifactCount(
  args: GetArtifactCountArgs,
  opts: LookupOptions = {},
): Promise<EcosystemCountResult[]> {
  return answer({ name: "libraries:getArtifactCount", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).countArtifacts, args),
  );
}
/** `getArtifactCount` for arguments that may be Outputs. */
export const getArtifactCountOutput: OutputForm<typeof getArtifactCount> = asOutput(getArtifactCount);
