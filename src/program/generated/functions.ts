// Made from src/program/lookups and src/description/operations by `npm run docs`. Change those.
import type { TagHistoryRecord } from "../../client/api/registry/client";
import type { GetAdvisoriesArgs, GetAdvisoryArgs } from "../../program/lookups/advisories";
import type { GetCountArgs } from "../../program/lookups/count";
import type { GetIdentityArgs, GetIdentityUidArgs, UpdateIdentityMetadataArgs } from "../../program/lookups/identities";
import type {
  GetIdentityProviderArgs,
  GetIdentityProvidersArgs,
  SetScimEnabledArgs,
} from "../../program/lookups/identity-providers";
import type { BatchCreateRoleBindingsArgs } from "../../program/lookups/role-bindings";
import type { GetTagDigestArgs, GetTagHistoryArgs } from "../../program/lookups/tag-history";
import type { GetResolvedVulnerabilitiesArgs, GetVulnerabilityCountsArgs } from "../../program/lookups/vulnerabilities";
import {
  answer,
  asOutput,
  asPlainOutput,
  change,
  type LookupOptions,
  type OutputForm,
  type PlainOutputForm,
} from "../classes/ask";
import type { ArgsOf } from "../lookups/arguments";
import type { ListArgs, NamedArgs, OneArgs } from "../lookups/filters";
import type { ByUid } from "../lookups/one";
import type {
  AccountAssociationResult,
  AccountCheckResult,
  AdvisoryDocumentResult,
  AdvisoryResult,
  ArtifactResult,
  ArtifactVersionResult,
  EcosystemCountResult,
  ExternalGroupRoleMappingResult,
  GroupInviteResult,
  GroupResult,
  IdentityMetadataResult,
  IdentityProviderResult,
  IdentityResult,
  ImageSizeResult,
  RepoResult,
  ResolvedVulnerabilitiesResult,
  RoleBindingResult,
  RoleResult,
  ScimEnabledResult,
  StigReportResult,
  SubscriptionResult,
  TagResult,
  TermsAcceptanceResult,
  VulnerabilityCountsResult,
  VulnerabilityMetadataResult,
} from "./results";

export type {
  BatchCreateRoleBindingsArgs,
  GetAdvisoriesArgs,
  GetAdvisoryArgs,
  GetCountArgs,
  GetIdentityArgs,
  GetIdentityProviderArgs,
  GetIdentityProvidersArgs,
  GetIdentityUidArgs,
  GetResolvedVulnerabilitiesArgs,
  GetTagDigestArgs,
  GetTagHistoryArgs,
  GetVulnerabilityCountsArgs,
  SetScimEnabledArgs,
  UpdateIdentityMetadataArgs,
};
export {
  batchCreateRoleBindings,
  batchCreateRoleBindingsOutput,
  batchDeleteExternalGroupRoleMappings,
  batchDeleteExternalGroupRoleMappingsOutput,
  checkAccountAssociation,
  checkAccountAssociationOutput,
  checkEligibility,
  checkEligibilityOutput,
  getAccountAssociation,
  getAccountAssociationOutput,
  getAccountAssociations,
  getAccountAssociationsOutput,
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
  getCatalogImages,
  getCatalogImagesOutput,
  getCount,
  getCountOutput,
  getExternalGroupRoleMapping,
  getExternalGroupRoleMappingOutput,
  getExternalGroupRoleMappings,
  getExternalGroupRoleMappingsOutput,
  getGroup,
  getGroupInvite,
  getGroupInviteOutput,
  getGroupInvites,
  getGroupInvitesOutput,
  getGroupOutput,
  getGroups,
  getGroupsOutput,
  getIdentities,
  getIdentitiesOutput,
  getIdentity,
  getIdentityOutput,
  getIdentityProvider,
  getIdentityProviderOutput,
  getIdentityProviders,
  getIdentityProvidersOutput,
  getIdentityUid,
  getIdentityUidOutput,
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
  getResolvedVulnerabilities,
  getResolvedVulnerabilitiesOutput,
  getRole,
  getRoleBinding,
  getRoleBindingOutput,
  getRoleBindings,
  getRoleBindingsOutput,
  getRoleOutput,
  getRoles,
  getRolesOutput,
  getStigReport,
  getStigReportOutput,
  getSubscription,
  getSubscriptionOutput,
  getSubscriptions,
  getSubscriptionsOutput,
  getTag,
  getTagDigest,
  getTagDigestOutput,
  getTagHistory,
  getTagHistoryOutput,
  getTagOutput,
  getTags,
  getTagsOutput,
  getTermsAcceptances,
  getTermsAcceptancesOutput,
  getVulnerabilityCounts,
  getVulnerabilityCountsOutput,
  getVulnerabilityMetadata,
  getVulnerabilityMetadataOutput,
  lookupGroup,
  lookupGroupOutput,
  ping,
  pingOutput,
  requestGroupAccess,
  requestGroupAccessOutput,
  setScimEnabled,
  setScimEnabledOutput,
  updateIdentityMetadata,
  updateIdentityMetadataOutput,
};

/** Which account of which group to check. */
export type CheckAccountAssociationArgs = ArgsOf<
  typeof import("../../description/operations/account-associations").checkAccountAssociation
>;

/**
 * Checks whether the platform can work with an account of a group's association. It exchanges live credentials with the
 * other cloud, and changes nothing. Throws NotFoundError if the group has no association. API: `POST
 * /iam/v2/accountAssociations/{groupUid}:checkAccountAssociation` (platform API: IAM-21).
 */
async function checkAccountAssociation(
  args: CheckAccountAssociationArgs,
  opts: LookupOptions = {},
): Promise<AccountCheckResult> {
  return answer({ name: "iam:checkAccountAssociation", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/account-associations")).checkAccountAssociation, args),
  );
}
/** `checkAccountAssociation` for arguments that may be Outputs. */
const checkAccountAssociationOutput: OutputForm<typeof checkAccountAssociation> = asOutput(checkAccountAssociation);

/**
 * Lists the matching vulnerability advisories. Throws ArgumentError, before anything is sent, and the errors of the
 * client. API: List on `/vulnerabilities/v2/advisories` (platform API: ADV-1).
 */
async function getAdvisories(args: GetAdvisoriesArgs = {}, opts: LookupOptions = {}): Promise<AdvisoryResult[]> {
  return answer({ name: "vulnerabilities:getAdvisories", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/advisories")).getAdvisories(client(), args),
  );
}
/** `getAdvisories` for arguments that may be Outputs. */
const getAdvisoriesOutput: OutputForm<typeof getAdvisories> = asOutput(getAdvisories);

/**
 * Returns the vulnerability advisory with a uid. Throws NotFoundError for an unknown uid. API: Get on
 * `/vulnerabilities/v2/advisories` (platform API: ADV-1).
 */
async function getAdvisory(args: GetAdvisoryArgs, opts: LookupOptions = {}): Promise<AdvisoryResult> {
  return answer({ name: "vulnerabilities:getAdvisory", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/advisories")).getAdvisory(client(), args),
  );
}
/** `getAdvisory` for arguments that may be Outputs. */
const getAdvisoryOutput: OutputForm<typeof getAdvisory> = asOutput(getAdvisory);

/** Which documents of the advisory feed to list. */
export type GetAdvisoryDocumentsArgs = ArgsOf<
  typeof import("../../description/operations/advisory-feed").listAdvisoryDocuments
>;

/**
 * Lists the matching documents of the public advisory feed, one for each package. Throws ArgumentError before any
 * request, and the errors of the client. API: `GET /advisory/v2/documents` (platform API: ADV-2).
 */
async function getAdvisoryDocuments(
  args: GetAdvisoryDocumentsArgs = {},
  opts: LookupOptions = {},
): Promise<AdvisoryDocumentResult[]> {
  return answer({ name: "advisory:getAdvisoryDocuments", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/advisory-feed")).listAdvisoryDocuments, args),
  );
}
/** `getAdvisoryDocuments` for arguments that may be Outputs. */
const getAdvisoryDocumentsOutput: OutputForm<typeof getAdvisoryDocuments> = asOutput(getAdvisoryDocuments);

/** Which artifacts to list. */
export type GetArtifactsArgs = ArgsOf<typeof import("../../description/operations/artifacts").listArtifacts>;

/**
 * Lists the matching libraries, sorted by name. Throws ArgumentError before any request, and the errors of the client.
 * API: `GET /libraries/v2/artifacts` (platform API: LIB-1).
 */
async function getArtifacts(args: GetArtifactsArgs, opts: LookupOptions = {}): Promise<ArtifactResult[]> {
  return answer({ name: "libraries:getArtifacts", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/artifacts")).listArtifacts, args),
  );
}
/** `getArtifacts` for arguments that may be Outputs. */
const getArtifactsOutput: OutputForm<typeof getArtifacts> = asOutput(getArtifacts);

/** Which artifact's versions to list. */
export type GetArtifactVersionsArgs = ArgsOf<
  typeof import("../../description/operations/artifacts").listArtifactVersions
>;

/**
 * Lists the versions of a library, newest first. Throws NotFoundError for an unknown artifact, and ProtocolError for a
 * size that is too large for a number. API: `GET /libraries/v2/artifacts/{artifactId}/versions` (platform API: LIB-2).
 */
async function getArtifactVersions(
  args: GetArtifactVersionsArgs,
  opts: LookupOptions = {},
): Promise<ArtifactVersionResult[]> {
  return answer({ name: "libraries:getArtifactVersions", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/artifacts")).listArtifactVersions, args),
  );
}
/** `getArtifactVersions` for arguments that may be Outputs. */
const getArtifactVersionsOutput: OutputForm<typeof getArtifactVersions> = asOutput(getArtifactVersions);

/** Which ecosystems' artifacts to count. */
export type GetArtifactCountArgs = ArgsOf<typeof import("../../description/operations/artifacts").countArtifacts>;

/**
 * Counts the libraries of each given ecosystem. Throws ArgumentError before any request, and the errors of the client.
 * API: `GET /libraries/v2/artifacts/count` (platform API: LIB-3).
 */
async function getArtifactCount(args: GetArtifactCountArgs, opts: LookupOptions = {}): Promise<EcosystemCountResult[]> {
  return answer({ name: "libraries:getArtifactCount", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/artifacts")).countArtifacts, args),
  );
}
/** `getArtifactCount` for arguments that may be Outputs. */
const getArtifactCountOutput: OutputForm<typeof getArtifactCount> = asOutput(getArtifactCount);

/**
 * Counts the objects of a kind that match, such as `{ of: "repos", childrenOf: group.id }`. It does not read them all
 * if the platform returns their number. Throws ArgumentError before any request, and the errors of the client. API:
 * `totalCount` of a List (platform API: LIST-1).
 */
async function getCount(args: GetCountArgs, opts: LookupOptions = {}): Promise<number> {
  return answer({ name: "index:getCount", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/count")).getCount(client(), args),
  );
}
/** `getCount` for arguments that may be Outputs. */
const getCountOutput: OutputForm<typeof getCount> = asOutput(getCount);

/** Which mappings to delete. */
export type BatchDeleteExternalGroupRoleMappingsArgs = ArgsOf<
  typeof import("../../description/operations/external-group-role-mappings").batchDeleteExternalGroupRoleMappings
>;

/**
 * Deletes several mappings of one identity provider in one request, and returns those that it deleted. It skips
 * mappings that no longer exist, and deletes none if one belongs to another provider. The call takes effect at once, is
 * sent only once, and previews refuse it. Throws the errors of the client. API: `POST
 * /iam/v2/externalGroupRoleMappings:batchDelete` (platform API: IAM-18).
 */
async function batchDeleteExternalGroupRoleMappings(
  args: BatchDeleteExternalGroupRoleMappingsArgs,
  opts: LookupOptions = {},
): Promise<ExternalGroupRoleMappingResult[]> {
  return change({ name: "iam:batchDeleteExternalGroupRoleMappings", args, opts }, async ({ ask }) =>
    ask(
      (await import("../../description/operations/external-group-role-mappings")).batchDeleteExternalGroupRoleMappings,
      args,
    ),
  );
}
/** `batchDeleteExternalGroupRoleMappings` for arguments that may be Outputs. */
const batchDeleteExternalGroupRoleMappingsOutput: OutputForm<typeof batchDeleteExternalGroupRoleMappings> = asOutput(
  batchDeleteExternalGroupRoleMappings,
);

/**
 * Returns the verified organization whose name is the domain of the caller's e-mail address. The caller need not belong
 * to it. Throws ApiError (UNIMPLEMENTED) if the platform does not have this call. API: `GET /iam/v2/groups:lookupGroup`
 * (platform API: IAM-25).
 */
async function lookupGroup(opts: LookupOptions = {}): Promise<GroupResult> {
  return answer({ name: "iam:lookupGroup", opts }, async ({ ask }) =>
    ask((await import("../../description/operations/groups")).lookupGroup),
  );
}
/** `lookupGroup` as an Output. */
const lookupGroupOutput: PlainOutputForm<typeof lookupGroup> = asPlainOutput(lookupGroup);

/**
 * Returns whether the domain of the caller's e-mail address can belong to an organization. Free-mail domains cannot.
 * The organization need not exist. Throws ApiError (UNIMPLEMENTED) if the platform does not have this call. API: `GET
 * /iam/v2/groups:checkEligibility` (platform API: IAM-26).
 */
async function checkEligibility(opts: LookupOptions = {}): Promise<boolean> {
  return answer({ name: "iam:checkEligibility", opts }, async ({ ask }) =>
    ask((await import("../../description/operations/groups")).checkEligibility),
  );
}
/** `checkEligibility` as an Output. */
const checkEligibilityOutput: PlainOutputForm<typeof checkEligibility> = asPlainOutput(checkEligibility);

/** Which organization to request access to. */
export type RequestGroupAccessArgs = ArgsOf<typeof import("../../description/operations/groups").requestGroupAccess>;

/**
 * Asks the owners of a verified organization for access for the caller. The name of the organization must be the domain
 * of the caller's e-mail address. The call takes effect at once, is sent only once, and previews refuse it. Throws the
 * errors of the client. API: `POST /iam/v2/groups/{groupUid}:requestGroupAccess` (platform API: IAM-23).
 */
async function requestGroupAccess(args: RequestGroupAccessArgs, opts: LookupOptions = {}): Promise<void> {
  return change({ name: "iam:requestGroupAccess", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/groups")).requestGroupAccess, args),
  );
}
/** `requestGroupAccess` for arguments that may be Outputs. */
const requestGroupAccessOutput: OutputForm<typeof requestGroupAccess> = asOutput(requestGroupAccess);

/**
 * Returns the identity with a uid or a name, or of the person with this issuer and subject. Find the identity of a CI
 * job by its uid or name. Throws NoSingleAnswerError with the candidates if none or more than one matches, or if the
 * person has never signed in. `getIdentityUid` also returns the future uid of such a person. Throws NotFoundError for
 * an unknown uid. API: Get, List and lookupIdentity on `/iam/v2/identities` (platform API: IAM-3, IAM-5).
 */
async function getIdentity(args: GetIdentityArgs, opts: LookupOptions = {}): Promise<IdentityResult> {
  return answer({ name: "iam:getIdentity", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/identities")).getIdentity(client(), args),
  );
}
/** `getIdentity` for arguments that may be Outputs. */
const getIdentityOutput: OutputForm<typeof getIdentity> = asOutput(getIdentity);

/**
 * Returns the uid of a person by the issuer and subject of their token. For a person who has never signed in, it is the
 * uid that they will get, so that you can create their role bindings beforehand. Use it for people only. For a CI job
 * or another workload, use the `id` of its Identity, because a binding to another uid grants it nothing. Throws
 * NoSingleAnswerError if the platform returns no uid. API: `GET /iam/v2/identities:lookupIdentity`
 * (platform API: IAM-5).
 */
async function getIdentityUid(args: GetIdentityUidArgs, opts: LookupOptions = {}): Promise<string> {
  return answer({ name: "iam:getIdentityUid", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/identities")).getIdentityUid(client(), args),
  );
}
/** `getIdentityUid` for arguments that may be Outputs. */
const getIdentityUidOutput: OutputForm<typeof getIdentityUid> = asOutput(getIdentityUid);

/**
 * Changes the given fields of the caller's statement about themselves. The call takes effect at once, and previews
 * refuse it. Throws ApiError (UNIMPLEMENTED) if the platform does not have it. API: `PATCH
 * /iam/v2/identities:updateIdentityMetadata` (platform API: IAM-27).
 */
async function updateIdentityMetadata(
  args: UpdateIdentityMetadataArgs,
  opts: LookupOptions = {},
): Promise<IdentityMetadataResult> {
  return change({ name: "iam:updateIdentityMetadata", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/identities")).updateIdentityMetadata(client(), args),
  );
}
/** `updateIdentityMetadata` for arguments that may be Outputs. */
const updateIdentityMetadataOutput: OutputForm<typeof updateIdentityMetadata> = asOutput(updateIdentityMetadata);

/**
 * Switches the provisioning of people by SCIM on or off. The call takes effect at once, is sent only once, and previews
 * refuse it. Throws ApiError (ABORTED) if the settings have changed since the etag. API: `POST
 * /iam/v2/identityProviders/{identityProviderUid}:setScimEnabled` (platform API: IAM-16).
 */
async function setScimEnabled(args: SetScimEnabledArgs, opts: LookupOptions = {}): Promise<ScimEnabledResult> {
  return change({ name: "iam:setScimEnabled", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/identity-providers")).setScimEnabled(client(), args),
  );
}
/** `setScimEnabled` for arguments that may be Outputs. */
const setScimEnabledOutput: OutputForm<typeof setScimEnabled> = asOutput(setScimEnabled);

/**
 * Lists the matching identity providers. Throws PlatformError if the platform does not list them. Throws ArgumentError,
 * before anything is sent, and the errors of the client. API: List on `/iam/v2/identityProviders`
 * (platform API: IAM-12).
 */
async function getIdentityProviders(
  args: GetIdentityProvidersArgs,
  opts: LookupOptions = {},
): Promise<IdentityProviderResult[]> {
  return answer({ name: "iam:getIdentityProviders", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/identity-providers")).getIdentityProviders(client(), args),
  );
}
/** `getIdentityProviders` for arguments that may be Outputs. */
const getIdentityProvidersOutput: OutputForm<typeof getIdentityProviders> = asOutput(getIdentityProviders);

/**
 * Returns the identity provider with a uid, including its `scim`, or with a name. Throws NoSingleAnswerError, with the
 * candidates, when there is none or more than one; NotFoundError for an unknown uid. API: Get and List on
 * `/iam/v2/identityProviders` (platform API: IAM-12).
 */
async function getIdentityProvider(
  args: GetIdentityProviderArgs,
  opts: LookupOptions = {},
): Promise<IdentityProviderResult> {
  return answer({ name: "iam:getIdentityProvider", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/identity-providers")).getIdentityProvider(client(), args),
  );
}
/** `getIdentityProvider` for arguments that may be Outputs. */
const getIdentityProviderOutput: OutputForm<typeof getIdentityProvider> = asOutput(getIdentityProvider);

/** Which image's architectures to list. */
export type GetImageArchitecturesArgs = ArgsOf<typeof import("../../description/operations/images").imageArchitectures>;

/**
 * Lists the architectures of an image. Throws NotFoundError for an unknown image. API: `GET
 * /registry/v2/repos/{repoUid}/digests/{digest}/architectures` (platform API: REG-6).
 */
async function getImageArchitectures(args: GetImageArchitecturesArgs, opts: LookupOptions = {}): Promise<string[]> {
  return answer({ name: "registry:getImageArchitectures", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/images")).imageArchitectures, args),
  );
}
/** `getImageArchitectures` for arguments that may be Outputs. */
const getImageArchitecturesOutput: OutputForm<typeof getImageArchitectures> = asOutput(getImageArchitectures);

/** Which image to measure. */
export type GetImageSizeArgs = ArgsOf<typeof import("../../description/operations/images").imageSize>;

/**
 * Returns the size of an image in bytes. Throws NotFoundError for an unknown image, and ProtocolError for a size that
 * is too large for a number. API: `GET /registry/v2/repos/{repoUid}/digests/{digest}/size` (platform API: REG-6).
 */
async function getImageSize(args: GetImageSizeArgs, opts: LookupOptions = {}): Promise<ImageSizeResult> {
  return answer({ name: "registry:getImageSize", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/images")).imageSize, args),
  );
}
/** `getImageSize` for arguments that may be Outputs. */
const getImageSizeOutput: OutputForm<typeof getImageSize> = asOutput(getImageSize);

/** Which account associations to list. */
export type GetAccountAssociationsArgs = ListArgs<typeof import("../lookups/kinds").accountAssociations["filters"]>;

/**
 * Lists the matching account associations. Throws ArgumentError, before anything is sent, and the errors of the client.
 * API: List on `/iam/v2/accountAssociations` (platform API: IAM-20).
 */
async function getAccountAssociations(
  args: GetAccountAssociationsArgs = {},
  opts: LookupOptions = {},
): Promise<AccountAssociationResult[]> {
  return answer({ name: "iam:getAccountAssociations", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).accountAssociations, args),
  );
}
/** `getAccountAssociations` for arguments that may be Outputs. */
const getAccountAssociationsOutput: OutputForm<typeof getAccountAssociations> = asOutput(getAccountAssociations);

/** Which account association to find: by its uid, which is the uid of its group, or by its name. */
export type GetAccountAssociationArgs =
  | ByUid
  | NamedArgs<typeof import("../lookups/kinds").accountAssociations["filters"]>;

/**
 * Returns the account association with a uid, which is the uid of its group, or with a name. Throws
 * NoSingleAnswerError, with the candidates, when there is none or more than one; NotFoundError for an unknown uid. API:
 * Get and List on `/iam/v2/accountAssociations` (platform API: IAM-20).
 */
async function getAccountAssociation(
  args: GetAccountAssociationArgs,
  opts: LookupOptions = {},
): Promise<AccountAssociationResult> {
  return answer({ name: "iam:getAccountAssociation", args, opts }, async ({ find }) =>
    find((await import("../../program/lookups/kinds")).accountAssociations, args),
  );
}
/** `getAccountAssociation` for arguments that may be Outputs. */
const getAccountAssociationOutput: OutputForm<typeof getAccountAssociation> = asOutput(getAccountAssociation);

/** Which mappings to list. */
export type GetExternalGroupRoleMappingsArgs = ListArgs<
  typeof import("../lookups/kinds").externalGroupRoleMappings["filters"]
>;

/**
 * Lists the matching mappings from groups of identity providers to roles. Throws ArgumentError, before anything is
 * sent, and the errors of the client. API: List on `/iam/v2/externalGroupRoleMappings` (platform API: IAM-17).
 */
async function getExternalGroupRoleMappings(
  args: GetExternalGroupRoleMappingsArgs = {},
  opts: LookupOptions = {},
): Promise<ExternalGroupRoleMappingResult[]> {
  return answer({ name: "iam:getExternalGroupRoleMappings", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).externalGroupRoleMappings, args),
  );
}
/** `getExternalGroupRoleMappings` for arguments that may be Outputs. */
const getExternalGroupRoleMappingsOutput: OutputForm<typeof getExternalGroupRoleMappings> =
  asOutput(getExternalGroupRoleMappings);

/** Which mapping to find: by its uid, or by its group and role. */
export type GetExternalGroupRoleMappingArgs =
  | ByUid
  | OneArgs<typeof import("../lookups/kinds").externalGroupRoleMappings["filters"]>;

/**
 * Returns the mapping with a uid, or with a group and a role. Throws NoSingleAnswerError, with the candidates, when
 * there is none or more than one; NotFoundError for an unknown uid. API: Get and List on
 * `/iam/v2/externalGroupRoleMappings` (platform API: IAM-17).
 */
async function getExternalGroupRoleMapping(
  args: GetExternalGroupRoleMappingArgs,
  opts: LookupOptions = {},
): Promise<ExternalGroupRoleMappingResult> {
  return answer({ name: "iam:getExternalGroupRoleMapping", args, opts }, async ({ find }) =>
    find((await import("../../program/lookups/kinds")).externalGroupRoleMappings, args),
  );
}
/** `getExternalGroupRoleMapping` for arguments that may be Outputs. */
const getExternalGroupRoleMappingOutput: OutputForm<typeof getExternalGroupRoleMapping> =
  asOutput(getExternalGroupRoleMapping);

/** Which invites to list. */
export type GetGroupInvitesArgs = ListArgs<typeof import("../lookups/kinds").groupInvites["filters"]>;

/**
 * Lists the matching invites, newest first, without their codes. Throws ArgumentError, before anything is sent, and the
 * errors of the client. API: List on `/iam/v2/groupInvites` (platform API: IAM-19).
 */
async function getGroupInvites(args: GetGroupInvitesArgs = {}, opts: LookupOptions = {}): Promise<GroupInviteResult[]> {
  return answer({ name: "iam:getGroupInvites", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).groupInvites, args),
  );
}
/** `getGroupInvites` for arguments that may be Outputs. */
const getGroupInvitesOutput: OutputForm<typeof getGroupInvites> = asOutput(getGroupInvites);

/** Which invite to find: by its uid, or by the key of its code. */
export type GetGroupInviteArgs = ByUid | OneArgs<typeof import("../lookups/kinds").groupInvites["filters"]>;

/**
 * Returns the invite with a uid, or with the key of its code. Throws NoSingleAnswerError, with the candidates, when
 * there is none or more than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/groupInvites`
 * (platform API: IAM-19).
 */
async function getGroupInvite(args: GetGroupInviteArgs, opts: LookupOptions = {}): Promise<GroupInviteResult> {
  return answer({ name: "iam:getGroupInvite", args, opts }, async ({ find }) =>
    find((await import("../../program/lookups/kinds")).groupInvites, args),
  );
}
/** `getGroupInvite` for arguments that may be Outputs. */
const getGroupInviteOutput: OutputForm<typeof getGroupInvite> = asOutput(getGroupInvite);

/** Which groups to list. */
export type GetGroupsArgs = ListArgs<typeof import("../lookups/kinds").groups["filters"]>;

/**
 * Lists the matching groups. Throws ArgumentError, before anything is sent, and the errors of the client. API: List on
 * `/iam/v2/groups` (platform API: IAM-1).
 */
async function getGroups(args: GetGroupsArgs = {}, opts: LookupOptions = {}): Promise<GroupResult[]> {
  return answer({ name: "iam:getGroups", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).groups, args),
  );
}
/** `getGroups` for arguments that may be Outputs. */
const getGroupsOutput: OutputForm<typeof getGroups> = asOutput(getGroups);

/** Which group to find: by its uid, or by its name and place. */
export type GetGroupArgs = ByUid | NamedArgs<typeof import("../lookups/kinds").groups["filters"]>;

/**
 * Returns the group with a uid or a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/groups` (platform API: IAM-1).
 */
async function getGroup(args: GetGroupArgs, opts: LookupOptions = {}): Promise<GroupResult> {
  return answer({ name: "iam:getGroup", args, opts }, async ({ find }) =>
    find((await import("../../program/lookups/kinds")).groups, args),
  );
}
/** `getGroup` for arguments that may be Outputs. */
const getGroupOutput: OutputForm<typeof getGroup> = asOutput(getGroup);

/** Which identities to list. */
export type GetIdentitiesArgs = ListArgs<typeof import("../lookups/kinds").identities["filters"]>;

/**
 * Lists the matching identities. Throws ArgumentError, before anything is sent, and the errors of the client. API: List
 * on `/iam/v2/identities` (platform API: IAM-3).
 */
async function getIdentities(args: GetIdentitiesArgs = {}, opts: LookupOptions = {}): Promise<IdentityResult[]> {
  return answer({ name: "iam:getIdentities", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).identities, args),
  );
}
/** `getIdentities` for arguments that may be Outputs. */
const getIdentitiesOutput: OutputForm<typeof getIdentities> = asOutput(getIdentities);

/** Which repos to list. */
export type GetReposArgs = ListArgs<typeof import("../lookups/kinds").repos["filters"]>;

/**
 * Lists the matching repos. Throws ArgumentError, before anything is sent, and the errors of the client. API: List on
 * `/registry/v2/repos` (platform API: REG-1).
 */
async function getRepos(args: GetReposArgs = {}, opts: LookupOptions = {}): Promise<RepoResult[]> {
  return answer({ name: "registry:getRepos", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).repos, args),
  );
}
/** `getRepos` for arguments that may be Outputs. */
const getReposOutput: OutputForm<typeof getRepos> = asOutput(getRepos);

/** Which repo to find: by its uid, or by its name and place. */
export type GetRepoArgs = ByUid | NamedArgs<typeof import("../lookups/kinds").repos["filters"]>;

/**
 * Returns the repo with a uid or a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/registry/v2/repos` (platform API: REG-1).
 */
async function getRepo(args: GetRepoArgs, opts: LookupOptions = {}): Promise<RepoResult> {
  return answer({ name: "registry:getRepo", args, opts }, async ({ find }) =>
    find((await import("../../program/lookups/kinds")).repos, args),
  );
}
/** `getRepo` for arguments that may be Outputs. */
const getRepoOutput: OutputForm<typeof getRepo> = asOutput(getRepo);

/** Which role bindings to list. */
export type GetRoleBindingsArgs = ListArgs<typeof import("../lookups/kinds").roleBindings["filters"]>;

/**
 * Lists the matching role bindings, with their identity, group and role. Throws ArgumentError, before anything is sent,
 * and the errors of the client. API: List on `/iam/v2/roleBindings` (platform API: IAM-10).
 */
async function getRoleBindings(args: GetRoleBindingsArgs = {}, opts: LookupOptions = {}): Promise<RoleBindingResult[]> {
  return answer({ name: "iam:getRoleBindings", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).roleBindings, args),
  );
}
/** `getRoleBindings` for arguments that may be Outputs. */
const getRoleBindingsOutput: OutputForm<typeof getRoleBindings> = asOutput(getRoleBindings);

/** Which role binding to find: by its uid, or by its identity, group and role. */
export type GetRoleBindingArgs = ByUid | OneArgs<typeof import("../lookups/kinds").roleBindings["filters"]>;

/**
 * Returns the role binding with a uid, or with an identity, a group and a role. Throws NoSingleAnswerError, with the
 * candidates, when there is none or more than one; NotFoundError for an unknown uid. API: Get and List on
 * `/iam/v2/roleBindings` (platform API: IAM-10).
 */
async function getRoleBinding(args: GetRoleBindingArgs, opts: LookupOptions = {}): Promise<RoleBindingResult> {
  return answer({ name: "iam:getRoleBinding", args, opts }, async ({ find }) =>
    find((await import("../../program/lookups/kinds")).roleBindings, args),
  );
}
/** `getRoleBinding` for arguments that may be Outputs. */
const getRoleBindingOutput: OutputForm<typeof getRoleBinding> = asOutput(getRoleBinding);

/** Which roles to list. */
export type GetRolesArgs = ListArgs<typeof import("../lookups/kinds").roles["filters"]>;

/**
 * Lists the matching roles. Built-in roles are included unless you limit the place. Throws ArgumentError, before
 * anything is sent, and the errors of the client. API: List on `/iam/v2/roles` (platform API: IAM-7).
 */
async function getRoles(args: GetRolesArgs = {}, opts: LookupOptions = {}): Promise<RoleResult[]> {
  return answer({ name: "iam:getRoles", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).roles, args),
  );
}
/** `getRoles` for arguments that may be Outputs. */
const getRolesOutput: OutputForm<typeof getRoles> = asOutput(getRoles);

/** Which role to find: by its uid, or by its name and place. */
export type GetRoleArgs = ByUid | NamedArgs<typeof import("../lookups/kinds").roles["filters"]>;

/**
 * Returns the role with a uid or a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/roles` (platform API: IAM-7).
 */
async function getRole(args: GetRoleArgs, opts: LookupOptions = {}): Promise<RoleResult> {
  return answer({ name: "iam:getRole", args, opts }, async ({ find }) =>
    find((await import("../../program/lookups/kinds")).roles, args),
  );
}
/** `getRole` for arguments that may be Outputs. */
const getRoleOutput: OutputForm<typeof getRole> = asOutput(getRole);

/** Which subscriptions to list. */
export type GetSubscriptionsArgs = ListArgs<typeof import("../lookups/kinds").subscriptions["filters"]>;

/**
 * Lists the matching event subscriptions. Throws ArgumentError, before anything is sent, and the errors of the client.
 * API: List on `/events/v2/subscriptions` (platform API: EVT-1).
 */
async function getSubscriptions(
  args: GetSubscriptionsArgs = {},
  opts: LookupOptions = {},
): Promise<SubscriptionResult[]> {
  return answer({ name: "events:getSubscriptions", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).subscriptions, args),
  );
}
/** `getSubscriptions` for arguments that may be Outputs. */
const getSubscriptionsOutput: OutputForm<typeof getSubscriptions> = asOutput(getSubscriptions);

/** Which subscription to find: by its uid, or by its sink and place. */
export type GetSubscriptionArgs = ByUid | OneArgs<typeof import("../lookups/kinds").subscriptions["filters"]>;

/**
 * Returns the event subscription with a uid or a sink. Throws NoSingleAnswerError, with the candidates, when there is
 * none or more than one; NotFoundError for an unknown uid. API: Get and List on `/events/v2/subscriptions`
 * (platform API: EVT-1).
 */
async function getSubscription(args: GetSubscriptionArgs, opts: LookupOptions = {}): Promise<SubscriptionResult> {
  return answer({ name: "events:getSubscription", args, opts }, async ({ find }) =>
    find((await import("../../program/lookups/kinds")).subscriptions, args),
  );
}
/** `getSubscription` for arguments that may be Outputs. */
const getSubscriptionOutput: OutputForm<typeof getSubscription> = asOutput(getSubscription);

/** Which tags to list. */
export type GetTagsArgs = ListArgs<typeof import("../lookups/kinds").tags["filters"]>;

/**
 * Lists the matching tags, without those that look generated unless you include them. Throws ArgumentError, before
 * anything is sent, and the errors of the client. API: List on `/registry/v2/tags` (platform API: REG-4).
 */
async function getTags(args: GetTagsArgs = {}, opts: LookupOptions = {}): Promise<TagResult[]> {
  return answer({ name: "registry:getTags", args, opts }, async ({ list }) =>
    list((await import("../../program/lookups/kinds")).tags, args),
  );
}
/** `getTags` for arguments that may be Outputs. */
const getTagsOutput: OutputForm<typeof getTags> = asOutput(getTags);

/** Which tag to find: by its uid, or by its repo and name. */
export type GetTagArgs = ByUid | OneArgs<typeof import("../lookups/kinds").tags["filters"]>;

/**
 * Returns the tag with a uid, or with a repo and a name. Throws NoSingleAnswerError, with the candidates, when there is
 * none or more than one; NotFoundError for an unknown uid. API: Get and List on `/registry/v2/tags`
 * (platform API: REG-4).
 */
async function getTag(args: GetTagArgs, opts: LookupOptions = {}): Promise<TagResult> {
  return answer({ name: "registry:getTag", args, opts }, async ({ find }) =>
    find((await import("../../program/lookups/kinds")).tags, args),
  );
}
/** `getTag` for arguments that may be Outputs. */
const getTagOutput: OutputForm<typeof getTag> = asOutput(getTag);

/**
 * Checks the connection and returns the platform's response, `pong`. Throws the errors of the client. API: `GET
 * /ping/v2/ping` (platform API: PING-1).
 */
async function ping(opts: LookupOptions = {}): Promise<string> {
  return answer({ name: "ping:ping", opts }, async ({ ask }) =>
    ask((await import("../../description/operations/ping")).ping),
  );
}
/** `ping` as an Output. */
const pingOutput: PlainOutputForm<typeof ping> = asPlainOutput(ping);

/** Which repo's readme to fetch. */
export type GetRepoReadmeArgs = ArgsOf<typeof import("../../description/operations/repos").repoReadme>;

/**
 * Returns the readme of a repo as Markdown, or an empty text. Throws NotFoundError for an unknown uid. API: `GET
 * /registry/v2/repos/{uid}/readme` (platform API: REG-2).
 */
async function getRepoReadme(args: GetRepoReadmeArgs, opts: LookupOptions = {}): Promise<string> {
  return answer({ name: "registry:getRepoReadme", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/repos")).repoReadme, args),
  );
}
/** `getRepoReadme` for arguments that may be Outputs. */
const getRepoReadmeOutput: OutputForm<typeof getRepoReadme> = asOutput(getRepoReadme);

/** Which images of the catalog to list. */
export type GetCatalogImagesArgs = ArgsOf<typeof import("../../description/operations/repos").listCatalogImages>;

/**
 * Lists the images that the platform publishes, whether or not the caller may pull them, as repos without `syncConfig`
 * and `customOverlay`. Throws ArgumentError before any request, and the errors of the client. API: `GET
 * /registry/v2/catalogImages` (platform API: REG-11).
 */
async function getCatalogImages(args: GetCatalogImagesArgs = {}, opts: LookupOptions = {}): Promise<RepoResult[]> {
  return answer({ name: "registry:getCatalogImages", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/repos")).listCatalogImages, args),
  );
}
/** `getCatalogImages` for arguments that may be Outputs. */
const getCatalogImagesOutput: OutputForm<typeof getCatalogImages> = asOutput(getCatalogImages);

/**
 * Creates several role bindings in one request. No state records them, so use the resource `RoleBinding` in programs.
 * The call takes effect at once, is sent only once, and previews refuse it. Throws the errors of the client. API: `POST
 * /iam/v2/roleBindings:batchCreate` (platform API: IAM-11).
 */
async function batchCreateRoleBindings(
  args: BatchCreateRoleBindingsArgs,
  opts: LookupOptions = {},
): Promise<RoleBindingResult[]> {
  return change({ name: "iam:batchCreateRoleBindings", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/role-bindings")).batchCreateRoleBindings(client(), args),
  );
}
/** `batchCreateRoleBindings` for arguments that may be Outputs. */
const batchCreateRoleBindingsOutput: OutputForm<typeof batchCreateRoleBindings> = asOutput(batchCreateRoleBindings);

/** Which image's report to fetch. */
export type GetStigReportArgs = ArgsOf<typeof import("../../description/operations/stig-reports").stigReport>;

/**
 * Returns the STIG report of an image. Throws NotFoundError if the image has no report, which differs from one without
 * failures. API: `GET /registry/v2/repos/{repoUid}/digests/{digest}/stig` (platform API: REG-12).
 */
async function getStigReport(args: GetStigReportArgs, opts: LookupOptions = {}): Promise<StigReportResult> {
  return answer({ name: "registry:getStigReport", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/stig-reports")).stigReport, args),
  );
}
/** `getStigReport` for arguments that may be Outputs. */
const getStigReportOutput: OutputForm<typeof getStigReport> = asOutput(getStigReport);

/**
 * Returns the digests of a tag from `start` to `end` inclusive, oldest first. Throws RegistryError for an unknown tag.
 * API: `GET /v2/{org}/{image}/_service/history/{tag}` (platform API: HIST-1).
 */
async function getTagHistory(args: GetTagHistoryArgs, opts: LookupOptions = {}): Promise<TagHistoryRecord[]> {
  return answer({ name: "registry:getTagHistory", args, opts }, async ({ registry }) =>
    (await import("../../program/lookups/tag-history")).getTagHistory(registry(), args),
  );
}
/** `getTagHistory` for arguments that may be Outputs. */
const getTagHistoryOutput: OutputForm<typeof getTagHistory> = asOutput(getTagHistory);

/**
 * Returns the digest that a tag had at a time, `sha256:` and 64 hex digits. Throws NoSingleAnswerError if it had none
 * yet, and RegistryError for an unknown tag. API: the registry's tag history (platform API: HIST-1).
 */
async function getTagDigest(args: GetTagDigestArgs, opts: LookupOptions = {}): Promise<string> {
  return answer({ name: "registry:getTagDigest", args, opts }, async ({ registry }) =>
    (await import("../../program/lookups/tag-history")).getTagDigest(registry(), args),
  );
}
/** `getTagDigest` for arguments that may be Outputs. */
const getTagDigestOutput: OutputForm<typeof getTagDigest> = asOutput(getTagDigest);

/** Whose acceptances of terms to list. */
export type GetTermsAcceptancesArgs = ArgsOf<typeof import("../../description/operations/terms").listTermsAcceptances>;

/**
 * Lists which terms documents were accepted for an organization or an ancestor, by whom and when. Throws ArgumentError
 * before any request, and the errors of the client. API: `GET /iam/v2/terms/{group}` (platform API: IAM-22).
 */
async function getTermsAcceptances(
  args: GetTermsAcceptancesArgs,
  opts: LookupOptions = {},
): Promise<TermsAcceptanceResult[]> {
  return answer({ name: "iam:getTermsAcceptances", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/terms")).listTermsAcceptances, args),
  );
}
/** `getTermsAcceptances` for arguments that may be Outputs. */
const getTermsAcceptancesOutput: OutputForm<typeof getTermsAcceptances> = asOutput(getTermsAcceptances);

/**
 * Lists by day the vulnerabilities that images no longer have. Throws PlatformError if the platform's REST gateway
 * cannot read the images from a query, which is the case today. API: `GET /advisory/v2/images/resolvedVulns`
 * (platform API: ADV-4).
 */
async function getResolvedVulnerabilities(
  args: GetResolvedVulnerabilitiesArgs,
  opts: LookupOptions = {},
): Promise<ResolvedVulnerabilitiesResult[]> {
  return answer({ name: "advisory:getResolvedVulnerabilities", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/vulnerabilities")).getResolvedVulnerabilities(client(), args),
  );
}
/** `getResolvedVulnerabilities` for arguments that may be Outputs. */
const getResolvedVulnerabilitiesOutput: OutputForm<typeof getResolvedVulnerabilities> =
  asOutput(getResolvedVulnerabilities);

/**
 * Lists how many vulnerabilities images had, in one report for each image, tag and day (platform API: ADV-7). Throws
 * ArgumentError before any request, ProtocolError for a size that is too large for a number, and the errors of the
 * client. API: `POST /vulnerabilities/v2/vulnCountReports:list`.
 */
async function getVulnerabilityCounts(
  args: GetVulnerabilityCountsArgs,
  opts: LookupOptions = {},
): Promise<VulnerabilityCountsResult[]> {
  return answer({ name: "vulnerabilities:getVulnerabilityCounts", args, opts }, async ({ client }) =>
    (await import("../../program/lookups/vulnerabilities")).getVulnerabilityCounts(client(), args),
  );
}
/** `getVulnerabilityCounts` for arguments that may be Outputs. */
const getVulnerabilityCountsOutput: OutputForm<typeof getVulnerabilityCounts> = asOutput(getVulnerabilityCounts);

/** Which vulnerabilities to describe. */
export type GetVulnerabilityMetadataArgs = ArgsOf<
  typeof import("../../description/operations/vulnerabilities").listVulnerabilityMetadata
>;

/**
 * Lists descriptions of the matching vulnerabilities, independent of any package. Throws ArgumentError before any
 * request, and the errors of the client. API: `GET /advisory/v2/metadata` (platform API: ADV-3).
 */
async function getVulnerabilityMetadata(
  args: GetVulnerabilityMetadataArgs = {},
  opts: LookupOptions = {},
): Promise<VulnerabilityMetadataResult[]> {
  return answer({ name: "advisory:getVulnerabilityMetadata", args, opts }, async ({ ask }) =>
    ask((await import("../../description/operations/vulnerabilities")).listVulnerabilityMetadata, args),
  );
}
/** `getVulnerabilityMetadata` for arguments that may be Outputs. */
const getVulnerabilityMetadataOutput: OutputForm<typeof getVulnerabilityMetadata> = asOutput(getVulnerabilityMetadata);
