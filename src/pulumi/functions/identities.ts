import type { GetIdentitiesArgs, GetIdentityArgs, UpdateIdentityMetadataArgs } from "../../lookups/identities";
import type { IdentityMetadataResult, IdentityResult } from "../../lookups/results";
import { answer, asOutput, change, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/identities");

/**
 * The identities that match. Throws ArgumentError, before anything is sent, and the errors of the client. API: List on
 * `/iam/v2/identities` (platform API: IAM-3).
 */
export async function getIdentities(args: GetIdentitiesArgs = {}, opts: LookupOptions = {}): Promise<IdentityResult[]> {
  return answer({ name: "iam:getIdentities", args, opts }, async ({ client }) =>
    (await load()).getIdentities(client(), args),
  );
}
/** `getIdentities` for arguments that may be Outputs. */
export const getIdentitiesOutput: OutputForm<typeof getIdentities> = asOutput(getIdentities);

/**
 * The one identity of a uid, of a name, or of the issuer and subject of the token that it accepts. Throws
 * NoSingleAnswerError, with the candidates, when there is none or more than one; NotFoundError for an unknown uid.
 * API: Get, List and lookupIdentity on `/iam/v2/identities` (platform API: IAM-3, IAM-5).
 */
export async function getIdentity(args: GetIdentityArgs, opts: LookupOptions = {}): Promise<IdentityResult> {
  return answer({ name: "iam:getIdentity", args, opts }, async ({ client }) =>
    (await load()).getIdentity(client(), args),
  );
}
/** `getIdentity` for arguments that may be Outputs. */
export const getIdentityOutput: OutputForm<typeof getIdentity> = asOutput(getIdentity);

/**
 * Changes what the caller has told about themselves, exactly the fields that are given: an imperative call, refused in
 * previews. Throws ApiError (UNIMPLEMENTED) where the platform does not have it. API:
 * `PATCH /iam/v2/identities:updateIdentityMetadata` (platform API: IAM-27).
 */
export async function updateIdentityMetadata(
  args: UpdateIdentityMetadataArgs,
  opts: LookupOptions = {},
): Promise<IdentityMetadataResult> {
  return change({ name: "iam:updateIdentityMetadata", args, opts }, async ({ client }) =>
    (await load()).updateIdentityMetadata(client(), args),
  );
}
/** `updateIdentityMetadata` for arguments that may be Outputs. */
export const updateIdentityMetadataOutput: OutputForm<typeof updateIdentityMetadata> = asOutput(updateIdentityMetadata);
