import type { ArgsOf } from "../../lookups/arguments";
import type {
  GetExternalGroupRoleMappingArgs,
  GetExternalGroupRoleMappingsArgs,
} from "../../lookups/external-group-role-mappings";
import type { ExternalGroupRoleMappingResult } from "../../lookups/results";
import type * as operations from "../../operations/external-group-role-mappings";
import { answer, asOutput, change, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/external-group-role-mappings");
const loadOperations = () => import("../../operations/external-group-role-mappings");

/** Which mappings to delete. */
export type BatchDeleteExternalGroupRoleMappingsArgs = ArgsOf<typeof operations.batchDeleteExternalGroupRoleMappings>;

/**
 * The mappings of groups of identity providers to roles that match. Throws ArgumentError, before anything is sent, and
 * the errors of the client. API: List on `/iam/v2/externalGroupRoleMappings` (platform API: IAM-17).
 */
export async function getExternalGroupRoleMappings(
  args: GetExternalGroupRoleMappingsArgs = {},
  opts: LookupOptions = {},
): Promise<ExternalGroupRoleMappingResult[]> {
  return answer({ name: "iam:getExternalGroupRoleMappings", args, opts }, async ({ client }) =>
    (await load()).getExternalGroupRoleMappings(client(), args),
  );
}
/** `getExternalGroupRoleMappings` for arguments that may be Outputs. */
export const getExternalGroupRoleMappingsOutput: OutputForm<typeof getExternalGroupRoleMappings> =
  asOutput(getExternalGroupRoleMappings);

/**
 * The one mapping of a uid, or of what it maps. Throws NoSingleAnswerError, with the candidates, when there is none or
 * more than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/externalGroupRoleMappings`
 * (platform API: IAM-17).
 */
export async function getExternalGroupRoleMapping(
  args: GetExternalGroupRoleMappingArgs,
  opts: LookupOptions = {},
): Promise<ExternalGroupRoleMappingResult> {
  return answer({ name: "iam:getExternalGroupRoleMapping", args, opts }, async ({ client }) =>
    (await load()).getExternalGroupRoleMapping(client(), args),
  );
}
/** `getExternalGroupRoleMapping` for arguments that may be Outputs. */
export const getExternalGroupRoleMappingOutput: OutputForm<typeof getExternalGroupRoleMapping> =
  asOutput(getExternalGroupRoleMapping);

/**
 * Deletes several mappings at once, and tells what they were: an imperative call, refused in previews, sent once.
 * Throws the errors of the client. API: `POST /iam/v2/externalGroupRoleMappings:batchDelete`
 * (platform API: IAM-18).
 */
export async function batchDeleteExternalGroupRoleMappings(
  args: BatchDeleteExternalGroupRoleMappingsArgs,
  opts: LookupOptions = {},
): Promise<ExternalGroupRoleMappingResult[]> {
  return change({ name: "iam:batchDeleteExternalGroupRoleMappings", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).batchDeleteExternalGroupRoleMappings, args),
  );
}
/** `batchDeleteExternalGroupRoleMappings` for arguments that may be Outputs. */
export const batchDeleteExternalGroupRoleMappingsOutput: OutputForm<typeof batchDeleteExternalGroupRoleMappings> =
  asOutput(batchDeleteExternalGroupRoleMappings);
