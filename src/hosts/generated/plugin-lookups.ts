// Made from src/program/lookups and src/description/operations by `npm run docs`. Change those.

import type { Settings } from "../../client/settings";
import * as accountAssociationsOperations from "../../description/operations/account-associations";
import * as advisoryFeedOperations from "../../description/operations/advisory-feed";
import * as artifactsOperations from "../../description/operations/artifacts";
import * as groupsOperations from "../../description/operations/groups";
import * as imagesOperations from "../../description/operations/images";
import * as pingOperations from "../../description/operations/ping";
import * as reposOperations from "../../description/operations/repos";
import * as stigReportsOperations from "../../description/operations/stig-reports";
import * as termsOperations from "../../description/operations/terms";
import * as vulnerabilitiesOperations from "../../description/operations/vulnerabilities";
import { platformClient, registryAccess } from "../../program/lookups/access";
import * as advisories from "../../program/lookups/advisories";
import { asking } from "../../program/lookups/ask";
import * as count from "../../program/lookups/count";
import * as identities from "../../program/lookups/identities";
import * as identityProviders from "../../program/lookups/identity-providers";
import * as kinds from "../../program/lookups/kinds";
import { list } from "../../program/lookups/listing";
import { singular } from "../../program/lookups/one";
import * as tagHistory from "../../program/lookups/tag-history";
import * as vulnerabilities from "../../program/lookups/vulnerabilities";

/** The lookup behind a function of the plugin. */
export interface PluginLookup {
  /** The property of the answer that holds what it returns. Without a name, that is the answer, or nothing. */
  readonly resultName?: string;
  /** Calls it. It checks the arguments. Throws the errors of lookups, and ConfigurationError. */
  readonly call: (settings: Settings, args: never) => Promise<unknown>;
}

/** Every lookup that changes nothing, by the token of its function. */
export const pluginLookups: Readonly<Record<string, PluginLookup>> = {
  "platform:index:checkAccountAssociation": {
    call: (settings, args) =>
      asking(accountAssociationsOperations.checkAccountAssociation)(platformClient(settings), args),
  },
  "platform:index:getAdvisories": {
    resultName: "advisories",
    call: (settings, args) => advisories.getAdvisories(platformClient(settings), args),
  },
  "platform:index:getAdvisory": {
    call: (settings, args) => advisories.getAdvisory(platformClient(settings), args),
  },
  "platform:index:getAdvisoryDocuments": {
    resultName: "documents",
    call: (settings, args) => asking(advisoryFeedOperations.listAdvisoryDocuments)(platformClient(settings), args),
  },
  "platform:index:getArtifacts": {
    resultName: "artifacts",
    call: (settings, args) => asking(artifactsOperations.listArtifacts)(platformClient(settings), args),
  },
  "platform:index:getArtifactVersions": {
    resultName: "artifactVersions",
    call: (settings, args) => asking(artifactsOperations.listArtifactVersions)(platformClient(settings), args),
  },
  "platform:index:getArtifactCount": {
    resultName: "counts",
    call: (settings, args) => asking(artifactsOperations.countArtifacts)(platformClient(settings), args),
  },
  "platform:index:getCount": {
    resultName: "count",
    call: (settings, args) => count.getCount(platformClient(settings), args),
  },
  "platform:index:findGroup": {
    call: (settings) => asking(groupsOperations.lookupGroup)(platformClient(settings)),
  },
  "platform:index:checkEligibility": {
    resultName: "eligible",
    call: (settings) => asking(groupsOperations.checkEligibility)(platformClient(settings)),
  },
  "platform:index:getIdentity": {
    call: (settings, args) => identities.getIdentity(platformClient(settings), args),
  },
  "platform:index:getIdentityUid": {
    resultName: "uid",
    call: (settings, args) => identities.getIdentityUid(platformClient(settings), args),
  },
  "platform:index:getIdentityProviders": {
    resultName: "identityProviders",
    call: (settings, args) => identityProviders.getIdentityProviders(platformClient(settings), args),
  },
  "platform:index:getIdentityProvider": {
    call: (settings, args) => identityProviders.getIdentityProvider(platformClient(settings), args),
  },
  "platform:index:getImageArchitectures": {
    resultName: "architectures",
    call: (settings, args) => asking(imagesOperations.imageArchitectures)(platformClient(settings), args),
  },
  "platform:index:getImageSize": {
    call: (settings, args) => asking(imagesOperations.imageSize)(platformClient(settings), args),
  },
  "platform:index:getAccountAssociations": {
    resultName: "accountAssociations",
    call: (settings, args) => list(platformClient(settings), kinds.accountAssociations, args),
  },
  "platform:index:getAccountAssociation": {
    call: (settings, args) => singular(kinds.accountAssociations)(platformClient(settings), args),
  },
  "platform:index:getExternalGroupRoleMappings": {
    resultName: "externalGroupRoleMappings",
    call: (settings, args) => list(platformClient(settings), kinds.externalGroupRoleMappings, args),
  },
  "platform:index:getExternalGroupRoleMapping": {
    call: (settings, args) => singular(kinds.externalGroupRoleMappings)(platformClient(settings), args),
  },
  "platform:index:getGroupInvites": {
    resultName: "groupInvites",
    call: (settings, args) => list(platformClient(settings), kinds.groupInvites, args),
  },
  "platform:index:getGroupInvite": {
    call: (settings, args) => singular(kinds.groupInvites)(platformClient(settings), args),
  },
  "platform:index:getGroups": {
    resultName: "groups",
    call: (settings, args) => list(platformClient(settings), kinds.groups, args),
  },
  "platform:index:getGroup": {
    call: (settings, args) => singular(kinds.groups)(platformClient(settings), args),
  },
  "platform:index:getIdentities": {
    resultName: "identities",
    call: (settings, args) => list(platformClient(settings), kinds.identities, args),
  },
  "platform:index:getRepos": {
    resultName: "repos",
    call: (settings, args) => list(platformClient(settings), kinds.repos, args),
  },
  "platform:index:getRepo": {
    call: (settings, args) => singular(kinds.repos)(platformClient(settings), args),
  },
  "platform:index:getRoleBindings": {
    resultName: "roleBindings",
    call: (settings, args) => list(platformClient(settings), kinds.roleBindings, args),
  },
  "platform:index:getRoleBinding": {
    call: (settings, args) => singular(kinds.roleBindings)(platformClient(settings), args),
  },
  "platform:index:getRoles": {
    resultName: "roles",
    call: (settings, args) => list(platformClient(settings), kinds.roles, args),
  },
  "platform:index:getRole": {
    call: (settings, args) => singular(kinds.roles)(platformClient(settings), args),
  },
  "platform:index:getSubscriptions": {
    resultName: "subscriptions",
    call: (settings, args) => list(platformClient(settings), kinds.subscriptions, args),
  },
  "platform:index:getSubscription": {
    call: (settings, args) => singular(kinds.subscriptions)(platformClient(settings), args),
  },
  "platform:index:getTags": {
    resultName: "tags",
    call: (settings, args) => list(platformClient(settings), kinds.tags, args),
  },
  "platform:index:getTag": {
    call: (settings, args) => singular(kinds.tags)(platformClient(settings), args),
  },
  "platform:index:ping": {
    resultName: "response",
    call: (settings) => asking(pingOperations.ping)(platformClient(settings)),
  },
  "platform:index:getRepoReadme": {
    resultName: "content",
    call: (settings, args) => asking(reposOperations.repoReadme)(platformClient(settings), args),
  },
  "platform:index:getCatalogImages": {
    resultName: "repos",
    call: (settings, args) => asking(reposOperations.listCatalogImages)(platformClient(settings), args),
  },
  "platform:index:getStigReport": {
    call: (settings, args) => asking(stigReportsOperations.stigReport)(platformClient(settings), args),
  },
  "platform:index:getTagHistory": {
    resultName: "history",
    call: (settings, args) => tagHistory.getTagHistory(registryAccess(settings), args),
  },
  "platform:index:getTagDigest": {
    resultName: "digest",
    call: (settings, args) => tagHistory.getTagDigest(registryAccess(settings), args),
  },
  "platform:index:getTermsAcceptances": {
    resultName: "termsAcceptances",
    call: (settings, args) => asking(termsOperations.listTermsAcceptances)(platformClient(settings), args),
  },
  "platform:index:getResolvedVulnerabilities": {
    resultName: "resolvedVulnsReports",
    call: (settings, args) => vulnerabilities.getResolvedVulnerabilities(platformClient(settings), args),
  },
  "platform:index:getVulnerabilityCounts": {
    resultName: "vulnCountReports",
    call: (settings, args) => vulnerabilities.getVulnerabilityCounts(platformClient(settings), args),
  },
  "platform:index:getVulnerabilityMetadata": {
    resultName: "vulnerabilityMetadata",
    call: (settings, args) =>
      asking(vulnerabilitiesOperations.listVulnerabilityMetadata)(platformClient(settings), args),
  },
};
