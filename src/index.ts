/**
 * Pulumi resources and lookups for the platform API v2 and the registry's tag history.
 *
 * The public names of the package. `npm run docs` writes the files whose names are all public: the lookups and their
 * results, and the inputs of resources.
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
export { type PullRole, PullToken, type PullTokenArgs } from "./components/pull-token";
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
export { ArgumentError, NoSingleAnswerError } from "./lookups/errors";
export type * from "./lookups/results";
export type { BatchRoleBinding } from "./lookups/role-bindings";
export type { LookupOptions } from "./pulumi/ask";
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
export * from "./pulumi/functions";
export type * from "./pulumi/inputs";
export { Provider } from "./pulumi/provider-instance";
