import type * as accountAssociations from "../../lookups/account-associations";
import type * as mappings from "../../lookups/external-group-role-mappings";
import type * as groupInvites from "../../lookups/group-invites";
import type * as identityProviders from "../../lookups/identity-providers";
import type * as terms from "../../lookups/terms";
import { asOutput, changingClient, client, type OutputForm } from "./ask";

// Each lookup is loaded when it is first asked.
const loadIdentityProviders = () => import("../../lookups/identity-providers");
const loadMappings = () => import("../../lookups/external-group-role-mappings");
const loadGroupInvites = () => import("../../lookups/group-invites");
const loadAccountAssociations = () => import("../../lookups/account-associations");
const loadTerms = () => import("../../lookups/terms");

/**
 * The identity providers that match. Throws PlatformError where the platform does not list them. Throws ArgumentError,
 * before anything is sent, and the errors of the client. API: List on `/iam/v2/identityProviders` (spec: IAM,
 * IdentityProviders).
 */
export async function getIdentityProviders(
  args: identityProviders.GetIdentityProvidersArgs = {},
): Promise<identityProviders.IdentityProviderResult[]> {
  return (await loadIdentityProviders()).getIdentityProviders(await client(), args);
}
/** `getIdentityProviders` for arguments that may be Outputs. */
export const getIdentityProvidersOutput: OutputForm<typeof getIdentityProviders> = asOutput(getIdentityProviders);

/**
 * The one identity provider of a uid, which tells its `scim` too, or of a name. Throws NoSingleAnswerError, with the
 * candidates, when there is none or more than one; NotFoundError for an unknown uid. API: Get and List on
 * `/iam/v2/identityProviders` (spec: IAM, IdentityProviders).
 */
export async function getIdentityProvider(
  args: identityProviders.GetIdentityProviderArgs,
): Promise<identityProviders.IdentityProviderResult> {
  return (await loadIdentityProviders()).getIdentityProvider(await client(), args);
}
/** `getIdentityProvider` for arguments that may be Outputs. */
export const getIdentityProviderOutput: OutputForm<typeof getIdentityProvider> = asOutput(getIdentityProvider);

/**
 * Switches the provisioning of people by SCIM on or off: an imperative call, refused in previews, sent once. Throws
 * ApiError (ABORTED) when the settings have changed since the etag was seen. API:
 * `POST /iam/v2/identityProviders/{uid}:setScimEnabled` (shapes: SetScimEnabled).
 */
export async function setScimEnabled(
  args: identityProviders.SetScimEnabledArgs,
): Promise<identityProviders.ScimEnabledResult> {
  return (await loadIdentityProviders()).setScimEnabled(await changingClient("setScimEnabled"), args);
}

/**
 * The mappings of groups of identity providers to roles that match. Throws ArgumentError, before anything is sent, and
 * the errors of the client. API: List on `/iam/v2/externalGroupRoleMappings` (spec: IAM, ExternalGroupRoleMappings).
 */
export async function getExternalGroupRoleMappings(
  args: mappings.GetExternalGroupRoleMappingsArgs = {},
): Promise<mappings.ExternalGroupRoleMappingResult[]> {
  return (await loadMappings()).getExternalGroupRoleMappings(await client(), args);
}
/** `getExternalGroupRoleMappings` for arguments that may be Outputs. */
export const getExternalGroupRoleMappingsOutput: OutputForm<typeof getExternalGroupRoleMappings> =
  asOutput(getExternalGroupRoleMappings);

/**
 * The one mapping of a uid, or of what it maps. Throws NoSingleAnswerError, with the candidates, when there is none or
 * more than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/externalGroupRoleMappings` (spec:
 * IAM, ExternalGroupRoleMappings).
 */
export async function getExternalGroupRoleMapping(
  args: mappings.GetExternalGroupRoleMappingArgs,
): Promise<mappings.ExternalGroupRoleMappingResult> {
  return (await loadMappings()).getExternalGroupRoleMapping(await client(), args);
}
/** `getExternalGroupRoleMapping` for arguments that may be Outputs. */
export const getExternalGroupRoleMappingOutput: OutputForm<typeof getExternalGroupRoleMapping> =
  asOutput(getExternalGroupRoleMapping);

/**
 * Deletes several mappings at once, and tells what they were: an imperative call, refused in previews, sent once.
 * Throws the errors of the client. API: `POST /iam/v2/externalGroupRoleMappings:batchDelete` (shapes:
 * BatchDeleteExternalGroupRoleMappings).
 */
export async function batchDeleteExternalGroupRoleMappings(
  args: mappings.BatchDeleteExternalGroupRoleMappingsArgs,
): Promise<mappings.ExternalGroupRoleMappingResult[]> {
  return (await loadMappings()).batchDeleteExternalGroupRoleMappings(
    await changingClient("batchDeleteExternalGroupRoleMappings"),
    args,
  );
}

/**
 * The invites that match, newest first, without their codes. Throws ArgumentError, before anything is sent, and the
 * errors of the client. API: List on `/iam/v2/groupInvites` (spec: IAM, GroupInvites).
 */
export async function getGroupInvites(
  args: groupInvites.GetGroupInvitesArgs = {},
): Promise<groupInvites.GroupInviteResult[]> {
  return (await loadGroupInvites()).getGroupInvites(await client(), args);
}
/** `getGroupInvites` for arguments that may be Outputs. */
export const getGroupInvitesOutput: OutputForm<typeof getGroupInvites> = asOutput(getGroupInvites);

/**
 * The one invite of a uid, or of the key of its code. Throws NoSingleAnswerError, with the candidates, when there is
 * none or more than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/groupInvites` (spec: IAM,
 * GroupInvites).
 */
export async function getGroupInvite(args: groupInvites.GetGroupInviteArgs): Promise<groupInvites.GroupInviteResult> {
  return (await loadGroupInvites()).getGroupInvite(await client(), args);
}
/** `getGroupInvite` for arguments that may be Outputs. */
export const getGroupInviteOutput: OutputForm<typeof getGroupInvite> = asOutput(getGroupInvite);

/**
 * The account associations that match. Throws ArgumentError, before anything is sent, and the errors of the client.
 * API: List on `/iam/v2/accountAssociations` (spec: IAM, AccountAssociations).
 */
export async function getAccountAssociations(
  args: accountAssociations.GetAccountAssociationsArgs = {},
): Promise<accountAssociations.AccountAssociationResult[]> {
  return (await loadAccountAssociations()).getAccountAssociations(await client(), args);
}
/** `getAccountAssociations` for arguments that may be Outputs. */
export const getAccountAssociationsOutput: OutputForm<typeof getAccountAssociations> = asOutput(getAccountAssociations);

/**
 * The one account association of a uid, which is its group's, or of a name. Throws NoSingleAnswerError, with the
 * candidates, when there is none or more than one; NotFoundError for an unknown uid. API: Get and List on
 * `/iam/v2/accountAssociations` (spec: IAM, AccountAssociations).
 */
export async function getAccountAssociation(
  args: accountAssociations.GetAccountAssociationArgs,
): Promise<accountAssociations.AccountAssociationResult> {
  return (await loadAccountAssociations()).getAccountAssociation(await client(), args);
}
/** `getAccountAssociation` for arguments that may be Outputs. */
export const getAccountAssociationOutput: OutputForm<typeof getAccountAssociation> = asOutput(getAccountAssociation);

/**
 * Whether the platform can work with an account of a group's association; it changes nothing. Throws NotFoundError
 * when the group has no association. API: `POST /iam/v2/accountAssociations/{groupUid}:checkAccountAssociation`
 * (shapes: CheckAccountAssociation).
 */
export async function checkAccountAssociation(
  args: accountAssociations.CheckAccountAssociationArgs,
): Promise<accountAssociations.AccountCheckResult> {
  return (await loadAccountAssociations()).checkAccountAssociation(await client(), args);
}
/** `checkAccountAssociation` for arguments that may be Outputs. */
export const checkAccountAssociationOutput: OutputForm<typeof checkAccountAssociation> =
  asOutput(checkAccountAssociation);

/**
 * Which documents of the terms were accepted for an organisation, by whom and when. Throws ArgumentError, before
 * anything is sent, and the errors of the client. API: `GET /iam/v2/terms/{group}` (spec: IAM, Terms).
 */
export async function getTermsAcceptances(args: terms.GetTermsAcceptancesArgs): Promise<terms.TermsAcceptanceResult[]> {
  return (await loadTerms()).getTermsAcceptances(await client(), args);
}
/** `getTermsAcceptances` for arguments that may be Outputs. */
export const getTermsAcceptancesOutput: OutputForm<typeof getTermsAcceptances> = asOutput(getTermsAcceptances);
