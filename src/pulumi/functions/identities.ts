import type * as identities from "../../lookups/identities";
import type * as roleBindings from "../../lookups/role-bindings";
import type * as roles from "../../lookups/roles";
import { asOutput, changingClient, client, type OutputForm } from "./ask";

// Each lookup is loaded when it is first asked.
const loadIdentities = () => import("../../lookups/identities");
const loadRoles = () => import("../../lookups/roles");
const loadRoleBindings = () => import("../../lookups/role-bindings");

/**
 * The identities that match. Throws ArgumentError, before anything is sent, and the errors of the client. API: List on
 * `/iam/v2/identities` (spec: Identity).
 */
export async function getIdentities(args: identities.GetIdentitiesArgs = {}): Promise<identities.IdentityResult[]> {
  return (await loadIdentities()).getIdentities(await client(), args);
}
/** `getIdentities` for arguments that may be Outputs. */
export const getIdentitiesOutput: OutputForm<typeof getIdentities> = asOutput(getIdentities);

/**
 * The one identity of a uid, of a name, or of the issuer and subject of the token that it accepts. Throws
 * NoSingleAnswerError, with the candidates, when there is none or more than one; NotFoundError for an unknown uid.
 * API: Get, List and lookupIdentity on `/iam/v2/identities` (spec: Identity).
 */
export async function getIdentity(args: identities.GetIdentityArgs): Promise<identities.IdentityResult> {
  return (await loadIdentities()).getIdentity(await client(), args);
}
/** `getIdentity` for arguments that may be Outputs. */
export const getIdentityOutput: OutputForm<typeof getIdentity> = asOutput(getIdentity);

/**
 * Changes what the caller has told about themselves, exactly the fields that are given: an imperative call, refused in
 * previews. Throws ApiError (UNIMPLEMENTED) where the platform does not have it. API:
 * `PATCH /iam/v2/identities:updateIdentityMetadata` (shapes: IdentityMetadata).
 */
export async function updateIdentityMetadata(
  args: identities.UpdateIdentityMetadataArgs,
): Promise<identities.IdentityMetadataResult> {
  return (await loadIdentities()).updateIdentityMetadata(await changingClient("updateIdentityMetadata"), args);
}

/**
 * The roles that match, built-in ones included unless it is said where to look. Throws ArgumentError, before anything
 * is sent, and the errors of the client. API: List on `/iam/v2/roles` (spec: Role).
 */
export async function getRoles(args: roles.GetRolesArgs = {}): Promise<roles.RoleResult[]> {
  return (await loadRoles()).getRoles(await client(), args);
}
/** `getRoles` for arguments that may be Outputs. */
export const getRolesOutput: OutputForm<typeof getRoles> = asOutput(getRoles);

/**
 * The one role of a uid, or of a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/roles` (spec: Role).
 */
export async function getRole(args: roles.GetRoleArgs): Promise<roles.RoleResult> {
  return (await loadRoles()).getRole(await client(), args);
}
/** `getRole` for arguments that may be Outputs. */
export const getRoleOutput: OutputForm<typeof getRole> = asOutput(getRole);

/**
 * The role bindings that match, with their identity, group and role. Throws ArgumentError, before anything is sent,
 * and the errors of the client. API: List on `/iam/v2/roleBindings` (spec: RoleBinding).
 */
export async function getRoleBindings(
  args: roleBindings.GetRoleBindingsArgs = {},
): Promise<roleBindings.RoleBindingResult[]> {
  return (await loadRoleBindings()).getRoleBindings(await client(), args);
}
/** `getRoleBindings` for arguments that may be Outputs. */
export const getRoleBindingsOutput: OutputForm<typeof getRoleBindings> = asOutput(getRoleBindings);

/**
 * The one role binding of a uid, or of what it binds. Throws NoSingleAnswerError, with the candidates, when there is
 * none or more than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/roleBindings` (spec:
 * RoleBinding).
 */
export async function getRoleBinding(args: roleBindings.GetRoleBindingArgs): Promise<roleBindings.RoleBindingResult> {
  return (await loadRoleBindings()).getRoleBinding(await client(), args);
}
/** `getRoleBinding` for arguments that may be Outputs. */
export const getRoleBindingOutput: OutputForm<typeof getRoleBinding> = asOutput(getRoleBinding);

/**
 * Creates several role bindings at once, which no state will know of: an imperative call, refused in previews, sent
 * once; in a program, `RoleBinding` is the way. Throws the errors of the client. API:
 * `POST /iam/v2/roleBindings:batchCreate` (shapes: BatchCreateRoleBindings).
 */
export async function batchCreateRoleBindings(
  args: roleBindings.BatchCreateRoleBindingsArgs,
): Promise<roleBindings.RoleBindingResult[]> {
  return (await loadRoleBindings()).batchCreateRoleBindings(await changingClient("batchCreateRoleBindings"), args);
}
