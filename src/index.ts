/**
 * Pulumi resources and lookups for the platform API v2 and the registry's tag history.
 *
 * The public names of the package. `npm run docs` writes the files whose names are all public: the lookups and their
 * results, and the inputs of resources.
 */

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
} from "./client/api/errors";
export type { TagHistoryRecord } from "./client/api/registry/client";
export { isOpenAdvisory } from "./program/advisory-status";
export type { LookupOptions } from "./program/classes/ask";
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
} from "./program/classes/classes";
export type { NestedInput } from "./program/classes/derive";
export { Provider } from "./program/classes/provider-instance";
export { CiIdentity, type CiIdentityArgs, type CiIdentityRole } from "./program/components/ci-identity";
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
} from "./program/components/issuers";
export { type PullRole, PullToken, type PullTokenArgs } from "./program/components/pull-token";
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
} from "./program/components/subjects";
export * from "./program/generated/functions";
export type * from "./program/generated/inputs";
export type * from "./program/generated/results";
export { ArgumentError, NoSingleAnswerError } from "./program/lookups/errors";
export type { BatchRoleBinding } from "./program/lookups/role-bindings";
