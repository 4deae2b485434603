import { accountAssociation } from "../../description/resources/account-association";
import { externalGroupRoleMapping } from "../../description/resources/external-group-role-mapping";
import { group } from "../../description/resources/group";
import { groupInvite } from "../../description/resources/group-invite";
import { identity } from "../../description/resources/identity";
import { identityProvider } from "../../description/resources/identity-provider";
import { organization } from "../../description/resources/organization";
import { repo } from "../../description/resources/repo";
import { role } from "../../description/resources/role";
import { roleBinding } from "../../description/resources/role-binding";
import { scimToken } from "../../description/resources/scim-token";
import { subscription } from "../../description/resources/subscription";
import { tag } from "../../description/resources/tag";
import { termsAcceptance } from "../../description/resources/terms-acceptance";
import type * as types from "../generated/inputs";
import { resourceClass } from "./resource-class";

/**
 * An organization: a root group that contains everything else. The platform's staff usually creates and deletes it, so most
 * customers do not need this resource. It is never replaced, and is deleted only with `allowDelete: true`.
 *
 * @example
 * ```ts
 * const company = new Organization("example-company", { description: "The whole company" });
 * new Group("team", { parentUid: company.id });
 * ```
 */
export class Organization extends resourceClass<types.OrganizationOutputs, types.OrganizationArgs>(organization) {}

/**
 * A group: a node of the IAM tree. It contains identities, role bindings, repos and further groups.
 *
 * @example
 * ```ts
 * new Group("team", { parentUid: organization, description: "The web team" });
 * ```
 */
export class Group extends resourceClass<types.GroupOutputs, types.GroupArgs>(group) {}

/**
 * An identity: a person or workload, recognized by its token. Role bindings decide what it may do.
 *
 * @example
 * ```ts
 * new Identity("web-ci", {
 *   parentUid: organization,
 *   claimMatch: {
 *     issuer: "https://token.actions.githubusercontent.com",
 *     subject: "repo:acme@1234/web@5678:ref:refs/heads/main",
 *   },
 * });
 * ```
 */
export class Identity extends resourceClass<types.IdentityOutputs, types.IdentityArgs>(identity) {}

/**
 * A role: a named set of capabilities. Role bindings grant it to identities.
 *
 * @example
 * ```ts
 * new Role("puller", { parentUid: organization, capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"] });
 * ```
 */
export class Role extends resourceClass<types.RoleOutputs, types.RoleArgs>(role) {}

/**
 * A role binding: grants an identity a role in a group and in everything below it.
 *
 * @example
 * ```ts
 * new RoleBinding("ci-views", { parentUid: organization, identityUid: identity, roleUid: role });
 * ```
 */
export class RoleBinding extends resourceClass<types.RoleBindingOutputs, types.RoleBindingArgs>(roleBinding) {}

/**
 * An identity provider. Everybody who can sign in there can use the platform, at first only with the default role.
 * Register the redirect address `https://<issuer host>/oauth/callback` at the provider. Deleting this resource also deletes
 * its group mappings.
 *
 * @example
 * ```ts
 * new IdentityProvider("sso", {
 *   parentUid: organization,
 *   defaultRole: role,
 *   oidc: {
 *     issuer: "https://login.example.com",
 *     clientId: "platform",
 *     clientSecret: new pulumi.Config().requireSecret("clientSecret"),
 *     additionalScopes: ["email", "profile"],
 *   },
 * });
 * ```
 */
export class IdentityProvider extends resourceClass<types.IdentityProviderOutputs, types.IdentityProviderArgs>(
  identityProvider,
) {}

/**
 * A mapping from a group of the identity provider to a role, which its people get for each session. Lists of role bindings
 * do not show it. A change takes effect within an hour.
 *
 * @example
 * ```ts
 * new ExternalGroupRoleMapping("web", {
 *   parentUid: identityProvider,
 *   externalGroupId: "team-web",
 *   roleUid: role,
 * });
 * ```
 */
export class ExternalGroupRoleMapping extends resourceClass<
  types.ExternalGroupRoleMappingOutputs,
  types.ExternalGroupRoleMappingArgs
>(externalGroupRoleMapping) {}

/**
 * The SCIM token of an identity provider. Changing `rotate` creates a new token. Deleting the resource revokes the token.
 *
 * @example
 * ```ts
 * const scim = new ScimToken("scim", { identityProviderUid: identityProvider, rotate: "2026-01", overlap: "24h" });
 * export const scimToken = scim.token; // a secret
 * ```
 */
export class ScimToken extends resourceClass<types.ScimTokenOutputs, types.ScimTokenArgs>(scimToken) {}

/**
 * An invitation to a group. A person who redeems its code gets the role. Set `email` so that only this person can redeem it.
 *
 * @example
 * ```ts
 * const invite = new GroupInvite("auditor", { parentUid: organization, roleUid: role, ttl: "7d", singleUse: true });
 * export const code = invite.code; // a secret, shown once
 * ```
 */
export class GroupInvite extends resourceClass<types.GroupInviteOutputs, types.GroupInviteArgs>(groupInvite) {}

/**
 * An account association: the accounts at other clouds in which services of the platform may act, for a group and everything
 * below it. A group has at most one.
 *
 * @example
 * ```ts
 * new AccountAssociation("clouds", { parentUid: organization, amazon: { account: "123456789012" } });
 * ```
 */
export class AccountAssociation extends resourceClass<types.AccountAssociationOutputs, types.AccountAssociationArgs>(
  accountAssociation,
) {}

/**
 * The acceptance of terms documents for an organization. The documents stay accepted when you delete the resource.
 *
 * @example
 * ```ts
 * new TermsAcceptance("terms", { parentUid: organization, documentIds: ["tos.v1"] });
 * ```
 */
export class TermsAcceptance extends resourceClass<types.TermsAcceptanceOutputs, types.TermsAcceptanceArgs>(
  termsAcceptance,
) {}

/**
 * A container repository. It can sync its images from another repository.
 *
 * @example
 * ```ts
 * new Repo("nginx", {
 *   parentUid: organization,
 *   syncConfig: { source: repo },
 * });
 * ```
 */
export class Repo extends resourceClass<types.RepoOutputs, types.RepoArgs>(repo) {}

/**
 * A tag: a name in a repo that points to an image. The image must already be in the repo.
 *
 * @example
 * ```ts
 * new Tag("pinned", {
 *   parentUid: repo,
 *   digest: getTagDigestOutput({ image: "nginx", tag: "latest", at: "2026-01-01T00:00:00Z" }),
 * });
 * ```
 */
export class Tag extends resourceClass<types.TagOutputs, types.TagArgs>(tag) {}

/**
 * An event subscription: the platform posts the events of a group and of all groups below it to an https URL.
 *
 * @example
 * ```ts
 * new Subscription("audit", { parentUid: organization, sink: "https://audit.example.com/events" });
 * ```
 */
export class Subscription extends resourceClass<types.SubscriptionOutputs, types.SubscriptionArgs>(subscription) {}
