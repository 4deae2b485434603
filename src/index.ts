/**
 * Pulumi resources and lookups for the platform API v2 and the registry's tag history.
 *
 * The public names of the package, in full.
 */

export { isOpenAdvisory } from "./advisory-status";
export {
  AlreadyExistsError,
  ApiError,
  ConfigurationError,
  InvalidArgumentError,
  NotFoundError,
  PermissionDeniedError,
  PlatformError,
  PreconditionError,
  ProtocolError,
  RateLimitError,
  RegistryError,
  TransportError,
  UnauthenticatedError,
  UnavailableError,
} from "./api/errors";
export type { TagHistoryRecord } from "./api/registry/client";
export { CiIdentity, type CiIdentityArgs, type CiIdentityRole } from "./components/ci-identity";
export { type PullRole, PullToken, type PullTokenArgs } from "./components/pull-token";
export {
  awsIssuer,
  azureIssuer,
  bitbucketIssuer,
  buildkiteIssuer,
  circleciIssuer,
  githubActionsIssuer,
  gitlabIssuer,
  gkeIssuer,
  jenkinsIssuer,
} from "./components/issuers";
export {
  awsRoleSubject,
  azureManagedIdentitySubject,
  type BuildkiteRef,
  bitbucketAudience,
  bitbucketSubjectPattern,
  buildkiteSubject,
  buildkiteSubjectPattern,
  circleciSubjectPattern,
  type GithubActionsRuns,
  type GithubRepository,
  type GitlabRefs,
  githubActionsSubject,
  githubActionsSubjectPattern,
  gitlabClaims,
  gitlabSubject,
  gitlabSubjectPattern,
  kubernetesServiceAccountSubject,
  subjectsPattern,
} from "./components/subjects";
export type {
  GetAccountAssociationArgs,
  GetAccountAssociationsArgs,
} from "./lookups/account-associations";
export type { GetAdvisoriesArgs, GetAdvisoryArgs } from "./lookups/advisories";
export type { GetCountArgs } from "./lookups/count";
export { ArgumentError, NoSingleAnswerError } from "./lookups/errors";
export type {
  GetExternalGroupRoleMappingArgs,
  GetExternalGroupRoleMappingsArgs,
} from "./lookups/external-group-role-mappings";
export type { GetGroupInviteArgs, GetGroupInvitesArgs } from "./lookups/group-invites";
export type { GetGroupArgs, GetGroupsArgs } from "./lookups/groups";
export type {
  GetIdentitiesArgs,
  GetIdentityArgs,
  GetIdentityUidArgs,
  UpdateIdentityMetadataArgs,
} from "./lookups/identities";
export type {
  GetIdentityProviderArgs,
  GetIdentityProvidersArgs,
  SetScimEnabledArgs,
} from "./lookups/identity-providers";
export type { GetRepoArgs, GetReposArgs } from "./lookups/repos";
export type * from "./lookups/results";
export type {
  BatchCreateRoleBindingsArgs,
  BatchRoleBinding,
  GetRoleBindingArgs,
  GetRoleBindingsArgs,
} from "./lookups/role-bindings";
export type { GetRoleArgs, GetRolesArgs } from "./lookups/roles";
export type { GetSubscriptionArgs, GetSubscriptionsArgs } from "./lookups/subscriptions";
export type { GetTagDigestArgs, GetTagHistoryArgs } from "./lookups/tag-history";
export type { GetTagArgs, GetTagsArgs } from "./lookups/tags";
export type { GetResolvedVulnerabilitiesArgs } from "./lookups/vulnerabilities";
export {
  AccountAssociation,
  ExternalGroupRoleMapping,
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  Organization,
  Repo,
  Role,
  RoleBinding,
  ScimToken,
  Subscription,
  Tag,
  TermsAcceptance,
} from "./pulumi/classes";
export type { NestedInput } from "./pulumi/derive";
export {
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
  type GetAdvisoryDocumentsArgs,
  getAdvisoryDocuments,
  getAdvisoryDocumentsOutput,
} from "./pulumi/functions/advisory-feed";
export {
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
} from "./pulumi/functions/terms";
export {
  type GetVulnerabilityMetadataArgs,
  getResolvedVulnerabilities,
  getResolvedVulnerabilitiesOutput,
  getVulnerabilityMetadata,
  getVulnerabilityMetadataOutput,
} from "./pulumi/functions/vulnerabilities";
export type * from "./pulumi/inputs";
export { Provider, type ProviderArgs } from "./pulumi/provider-instance";
