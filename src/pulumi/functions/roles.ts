import type { RoleResult } from "../../lookups/results";
import type { GetRoleArgs, GetRolesArgs } from "../../lookups/roles";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/roles");

/**
 * The roles that match, built-in ones included unless it is said where to look. Throws ArgumentError, before anything
 * is sent, and the errors of the client. API: List on `/iam/v2/roles` (platform API: IAM-7).
 */
export async function getRoles(args: GetRolesArgs = {}, opts: LookupOptions = {}): Promise<RoleResult[]> {
  return answer({ name: "iam:getRoles", args, opts }, async ({ client }) => (await load()).getRoles(client(), args));
}
/** `getRoles` for arguments that may be Outputs. */
export const getRolesOutput: OutputForm<typeof getRoles> = asOutput(getRoles);

/**
 * The one role of a uid, or of a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/roles` (platform API: IAM-7).
 */
export async function getRole(args: GetRoleArgs, opts: LookupOptions = {}): Promise<RoleResult> {
  return answer({ name: "iam:getRole", args, opts }, async ({ client }) => (await load()).getRole(client(), args));
}
/** `getRole` for arguments that may be Outputs. */
export const getRoleOutput: OutputForm<typeof getRole> = asOutput(getRole);
