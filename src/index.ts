/**
 * Pulumi resources and lookups for the platform API v2 and the registry's tag history.
 *
 * The public names of the package, in full.
 */

export type { TagHistoryRecord } from "./api/registry/client";
export { CiIdentity, type CiIdentityArgs } from "./components/ci-identity";
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
  AccountCheckResult,
  CheckAccountAssociationArgs,
  GetAccountAssociationArgs,
  GetAccountAssociationsArgs,
} from "./lookups/account-associations";
export type { AdvisoryResult, GetAdvisoriesArgs, GetAdvisoryArgs } from "./lookups/advisories";
export type {
  AdvisoryDocumentResult,
  GetAdvisoryDocumentsArgs,
  GetResolvedVulnerabilitiesArgs,
  GetVulnerabilityMetadataArgs,
  ResolvedVulnerabilitiesResult,
  VulnerabilityMetadataResult,
} from "./lookups/advisory-feed";
export type {
  ArtifactResult,
  ArtifactVersionResult,
  EcosystemCountResult,
  GetArtifactCountArgs,
  GetArtifactsArgs,
  GetArtifactVersionsArgs,
} from "./lookups/artifacts";
export type {
  BatchDeleteExternalGroupRoleMappingsArgs,
  ExternalGroupRoleMappingResult,
  GetExternalGroupRoleMappingArgs,
  GetExternalGroupRoleMappingsArgs,
} from "./lookups/external-group-role-mappings";
export type { GetGroupInviteArgs, GetGroupInvitesArgs, GroupInviteResult } from "./lookups/group-invites";
export type { GetGroupArgs, GetGroupsArgs, GroupResult, RequestGroupAccessArgs } from "./lookups/groups";
export type {
  GetIdentitiesArgs,
  GetIdentityArgs,
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
export type { GetImageArchitecturesArgs, GetImageSizeArgs, ImageSizeResult } from "./lookups/images";
export type { GetRepoArgs, GetRepoReadmeArgs, GetReposArgs, RepoResult } from "./lookups/repos";
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
export type { GetTermsAcceptancesArgs, TermsAcceptanceResult } from "./lookups/terms";
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
  getAdvisories,
  getAdvisoriesOutput,
  getAdvisory,
  getAdvisoryDocuments,
  getAdvisoryDocumentsOutput,
  getAdvisoryOutput,
  getArtifactCount,
  getArtifactCountOutput,
  getArtifacts,
  getArtifactsOutput,
  getArtifactVersions,
  getArtifactVersionsOutput,
  getResolvedVulnerabilities,
  getResolvedVulnerabilitiesOutput,
  getVulnerabilityMetadata,
  getVulnerabilityMetadataOutput,
} from "./pulumi/functions/advisories";
export {
  checkEligibility,
  getGroup,
  getGroupOutput,
  getGroups,
  getGroupsOutput,
  getSubscription,
  getSubscriptionOutput,
  getSubscriptions,
  getSubscriptionsOutput,
  lookupGroup,
  lookupGroupOutput,
  ping,
  requestGroupAccess,
} from "./pulumi/functions/groups";
export {
  batchCreateRoleBindings,
  getIdentities,
  getIdentitiesOutput,
  getIdentity,
  getIdentityOutput,
  getRole,
  getRoleBinding,
  getRoleBindingOutput,
  getRoleBindings,
  getRoleBindingsOutput,
  getRoleOutput,
  getRoles,
  getRolesOutput,
  updateIdentityMetadata,
} from "./pulumi/functions/identities";
export {
  batchDeleteExternalGroupRoleMappings,
  checkAccountAssociation,
  checkAccountAssociationOutput,
  getAccountAssociation,
  getAccountAssociationOutput,
  getAccountAssociations,
  getAccountAssociationsOutput,
  getExternalGroupRoleMapping,
  getExternalGroupRoleMappingOutput,
  getExternalGroupRoleMappings,
  getExternalGroupRoleMappingsOutput,
  getGroupInvite,
  getGroupInviteOutput,
  getGroupInvites,
  getGroupInvitesOutput,
  getIdentityProvider,
  getIdentityProviderOutput,
  getIdentityProviders,
  getIdentityProvidersOutput,
  getTermsAcceptances,
  getTermsAcceptancesOutput,
  setScimEnabled,
} from "./pulumi/functions/providers";
export {
  getImageArchitectures,
  getImageArchitecturesOutput,
  getImageSize,
  getImageSizeOutput,
  getRepo,
  getRepoOutput,
  getRepoReadme,
  getRepoReadmeOutput,
  getRepos,
  getReposOutput,
  getTag,
  getTagDigest,
  getTagDigestOutput,
  getTagHistory,
  getTagHistoryOutput,
  getTagOutput,
  getTags,
  getTagsOutput,
} from "./pulumi/functions/registry";
