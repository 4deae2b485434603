import type {
  GetIdentitiesArgs,
  GetIdentityArgs,
  GetIdentityUidArgs,
  UpdateIdentityMetadataArgs,
} from "../../lookups/identities";
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
 * NoSingleAnswerError, with the candidates, when there is none or more than one, and for an issuer and subject that have never
 * signed in (`getIdentityUid` names their uid all the same); NotFoundError for an unknown uid.
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
 * The uid of the identity that accepts a token with this issuer and subject. For somebody who has never signed in it is the uid
 * that they will get, so that role bindings can be made before the first login. Throws NoSingleAnswerError where the platform
 * names none. API: `GET /iam/v2/identities:lookupIdentity` (platform API: IAM-5).
 */
export async function getIdentityUid(args: GetIdentityUidArgs, opts: LookupOptions = {}): Promise<string> {
  return answer({ name: "iam:getIdentityUid", args, opts }, async ({ client }) =>
    (await load()).getIdentityUid(client(), args),
  );
}
/** `getIdentityUid` for arguments that may be Outputs. */
export const getIdentityUidOutput: OutputForm<typeof getIdentityUid> = asOutput(getIdentityUid);

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
