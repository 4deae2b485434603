/**
 * Pulumi resources and lookups for the platform API v2 and the registry's tag history.
 *
 * The public names of the package, in full.
 */

export type { TagHistoryRecord } from "./api/registry/client";
export { CiIdentity, type CiIdentityArgs, type CiIdentityRole } from "./components/ci-identity";
export {
  buildkiteSubject,
  buildkiteSubjectPattern,
  type GithubActionsRuns,
  type GithubRepository,
  githubActionsSubject,
  gitlabSubject,
  kubernetesServiceAccountSubject,
} from "./components/subjects";
export type {
  AccountAssociationResult,
  GetAccountAssociationArgs,
  GetAccountAssociationsArgs,
} from "./lookups/account-associations";
export type { AdvisoryResult, GetAdvisoriesArgs, GetAdvisoryArgs } from "./lookups/advisories";
export type { GetCountArgs } from "./lookups/count";
export type {
  ExternalGroupRoleMappingResult,
  GetExternalGroupRoleMappingArgs,
  GetExternalGroupRoleMappingsArgs,
} from "./lookups/external-group-role-mappings";
export type { GetGroupInviteArgs, GetGroupInvitesArgs, GroupInviteResult } from "./lookups/group-invites";
export type { GetGroupArgs, GetGroupsArgs, GroupResult } from "./lookups/groups";
export type {
  GetIdentitiesArgs,
  GetIdentityArgs,
  GetIdentityUidArgs,
  IdentityMetadataResult,
  IdentityResult,
  UpdateIdentityMetadataArgs,
} from "./lookups/identities";
export type {
  GetIdentityProviderArgs,
  GetIdentityProvidersArgs,
  IdentityProviderResult,
  ScimEnabledResult,
  SetScimEnabledArgs,
} from "./lookups/identity-providers";
export type { GetRepoArgs, GetReposArgs, RepoResult } from "./lookups/repos";
export type {
  BatchCreateRoleBindingsArgs,
  GetRoleBindingArgs,
  GetRoleBindingsArgs,
  RoleBindingResult,
} from "./lookups/role-bindings";
export type { GetRoleArgs, GetRolesArgs, RoleResult } from "./lookups/roles";
export type { GetSubscriptionArgs, GetSubscriptionsArgs, SubscriptionResult } from "./lookups/subscriptions";
export type { GetTagDigestArgs, GetTagHistoryArgs } from "./lookups/tag-history";
export type { GetTagArgs, GetTagsArgs, TagResult } from "./lookups/tags";
export type { GetResolvedVulnerabilitiesArgs, ResolvedVulnerabilitiesResult } from "./lookups/vulnerabilities";
export {
  AccountAssociation,
  type AccountAssociationArgs,
  ExternalGroupRoleMapping,
  type ExternalGroupRoleMappingArgs,
  Group,
  type GroupArgs,
  GroupInvite,
  type GroupInviteArgs,
  Identity,
  type IdentityArgs,
  IdentityProvider,
  type IdentityProviderArgs,
  Organization,
  type OrganizationArgs,
  Repo,
  type RepoArgs,
  Role,
  type RoleArgs,
  RoleBinding,
  type RoleBindingArgs,
  ScimToken,
  type ScimTokenArgs,
  Subscription,
  type SubscriptionArgs,
  Tag,
  type TagArgs,
  TermsAcceptance,
  type TermsAcceptanceArgs,
} from "./pulumi/classes";
export {
  type AccountCheckResult,
  type CheckAccountAssociationArgs,
  checkAccountAssociation,
  checkAccountAssociationOutput,
  getAccountAssociation,
  getAccountAssociationOutput,
  getAccountAssociations,
  getAccountAssociationsOutput,
} from "./pulumi/functions/account-associations";
export { getAdvisories, getAdvisoriesOutput, getAdvisory, getAdvisoryOutput } from "./pulumi/functions/advisories";
export {
  type AdvisoryDocumentResult,
  type GetAdvisoryDocumentsArgs,
  getAdvisoryDocuments,
  getAdvisoryDocumentsOutput,
} from "./pulumi/functions/advisory-feed";
export {
  type ArtifactResult,
  type ArtifactVersionResult,
  type EcosystemCountResult,
  type GetArtifactCountArgs,
  type GetArtifactsArgs,
  type GetArtifactVersionsArgs,
  getArtifactCount,
  getArtifactCountOutput,
  getArtifacts,
  getArtifactsOutput,
  getArtifactVersions,
  getArtifactVersionsOutput,
} from "./pulumi/functions/artifacts";
export type { LookupOptions } from "./pulumi/functions/ask";
export { getCount, getCountOutput } from "./pulumi/functions/count";
export {
  type BatchDeleteExternalGroupRoleMappingsArgs,
  batchDeleteExternalGroupRoleMappings,
  batchDeleteExternalGroupRoleMappingsOutput,
  getExternalGroupRoleMapping,
  getExternalGroupRoleMappingOutput,
  getExternalGroupRoleMappings,
  getExternalGroupRoleMappingsOutput,
} from "./pulumi/functions/external-group-role-mappings";
export {
  getGroupInvite,
  getGroupInviteOutput,
  getGroupInvites,
  getGroupInvitesOutput,
} from "./pulumi/functions/group-invites";
export {
  checkEligibility,
  checkEligibilityOutput,
  getGroup,
  getGroupOutput,
  getGroups,
  getGroupsOutput,
  lookupGroup,
  lookupGroupOutput,
  type RequestGroupAccessArgs,
  requestGroupAccess,
  requestGroupAccessOutput,
} from "./pulumi/functions/groups";
export {
  getIdentities,
  getIdentitiesOutput,
  getIdentity,
  getIdentityOutput,
  getIdentityUid,
  getIdentityUidOutput,
  updateIdentityMetadata,
  updateIdentityMetadataOutput,
} from "./pulumi/functions/identities";
export {
  getIdentityProvider,
  getIdentityProviderOutput,
  getIdentityProviders,
  getIdentityProvidersOutput,
  setScimEnabled,
  setScimEnabledOutput,
} from "./pulumi/functions/identity-providers";
export {
  type GetImageArchitecturesArgs,
  type GetImageSizeArgs,
  getImageArchitectures,
  getImageArchitecturesOutput,
  getImageSize,
  getImageSizeOutput,
  type ImageSizeResult,
} from "./pulumi/functions/images";
export { ping, pingOutput } from "./pulumi/functions/ping";
export {
  type GetRepoReadmeArgs,
  getRepo,
  getRepoOutput,
  getRepoReadme,
  getRepoReadmeOutput,
  getRepos,
  getReposOutput,
} from "./pulumi/functions/repos";
export {
  batchCreateRoleBindings,
  batchCreateRoleBindingsOutput,
  getRoleBinding,
  getRoleBindingOutput,
  getRoleBindings,
  getRoleBindingsOutput,
} from "./pulumi/functions/role-bindings";
export { getRole, getRoleOutput, getRoles, getRolesOutput } from "./pulumi/functions/roles";
export {
  getSubscription,
  getSubscriptionOutput,
  getSubscriptions,
  getSubscriptionsOutput,
} from "./pulumi/functions/subscriptions";
export { getTagDigest, getTagDigestOutput, getTagHistory, getTagHistoryOutput } from "./pulumi/functions/tag-history";
export { getTag, getTagOutput, getTags, getTagsOutput } from "./pulumi/functions/tags";
export {
  type GetTermsAcceptancesArgs,
  getTermsAcceptances,
  getTermsAcceptancesOutput,
  type TermsAcceptanceResult,
} from "./pulumi/functions/terms";
export {
  type GetVulnerabilityMetadataArgs,
  getResolvedVulnerabilities,
  getResolvedVulnerabilitiesOutput,
  getVulnerabilityMetadata,
  getVulnerabilityMetadataOutput,
  type VulnerabilityMetadataResult,
} from "./pulumi/functions/vulnerabilities";
export { Provider, type ProviderArgs } from "./pulumi/provider-instance";
