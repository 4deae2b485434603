import { accountAssociation } from "../resources/account-association";
import { externalGroupRoleMapping } from "../resources/external-group-role-mapping";
import { group } from "../resources/group";
import { groupInvite } from "../resources/group-invite";
import { identity } from "../resources/identity";
import { identityProvider } from "../resources/identity-provider";
import { organization } from "../resources/organization";
import { repo } from "../resources/repo";
import { role } from "../resources/role";
import { roleBinding } from "../resources/role-binding";
import { scimToken } from "../resources/scim-token";
import { subscription } from "../resources/subscription";
import { tag } from "../resources/tag";
import { termsAcceptance } from "../resources/terms-acceptance";
import type { ResourceClass } from "./derive";
import type {
  AccountAssociationArgs,
  AccountAssociationOutputs,
  ExternalGroupRoleMappingArgs,
  ExternalGroupRoleMappingOutputs,
  GroupArgs,
  GroupInviteArgs,
  GroupInviteOutputs,
  GroupOutputs,
  IdentityArgs,
  IdentityOutputs,
  IdentityProviderArgs,
  IdentityProviderOutputs,
  OrganizationArgs,
  OrganizationOutputs,
  RepoArgs,
  RepoOutputs,
  RoleArgs,
  RoleBindingArgs,
  RoleBindingOutputs,
  RoleOutputs,
  ScimTokenArgs,
  ScimTokenOutputs,
  SubscriptionArgs,
  SubscriptionOutputs,
  TagArgs,
  TagOutputs,
  TermsAcceptanceArgs,
  TermsAcceptanceOutputs,
} from "./inputs";
import { resourceClass } from "./resource-class";

// The type of each base is written out, with the named types that tools/types.ts makes of the spec.

const OrganizationBase: ResourceClass<OrganizationOutputs, OrganizationArgs> = resourceClass(organization);
/**
 * An organization: a root group, under which everything of it lives. Customers usually have theirs created and deleted by
 * the platform's staff, and need no such resource. It is never deleted without `allowDelete: true`, nor replaced.
 *
 * @example
 * ```ts
 * const company = new Organization("example-company", { description: "The whole company" });
 * new Group("team", { parentUid: company.id });
 * ```
 */
export class Organization extends OrganizationBase {}

const GroupBase: ResourceClass<GroupOutputs, GroupArgs> = resourceClass(group);
/**
 * A group: a node of the IAM tree, under which identities, bindings, repos and further groups live.
 *
 * @example
 * ```ts
 * new Group("team", { parentUid: organization, description: "The web team" });
 * ```
 */
export class Group extends GroupBase {}

const IdentityBase: ResourceClass<IdentityOutputs, IdentityArgs> = resourceClass(identity);
/**
 * An identity: who may act, recognized by their token. Role bindings say what it may do.
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
export class Identity extends IdentityBase {}

const RoleBase: ResourceClass<RoleOutputs, RoleArgs> = resourceClass(role);
/**
 * A role: a named set of capabilities that role bindings give to identities.
 *
 * @example
 * ```ts
 * new Role("puller", { parentUid: organization, capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"] });
 * ```
 */
export class Role extends RoleBase {}

const RoleBindingBase: ResourceClass<RoleBindingOutputs, RoleBindingArgs> = resourceClass(roleBinding);
/**
 * A role binding: grants an identity a role in a group and in everything below it.
 *
 * @example
 * ```ts
 * new RoleBinding("ci-views", { parentUid: organization, identityUid: identity, roleUid: role });
 * ```
 */
export class RoleBinding extends RoleBindingBase {}

const IdentityProviderBase: ResourceClass<IdentityProviderOutputs, IdentityProviderArgs> =
  resourceClass(identityProvider);
/**
 * An identity provider: whoever can sign in at it gets onto the platform, with the default role and nothing else. Register
 * the redirect address `https://<issuer host>/oauth/callback` at the provider. Deleting it deletes its mappings with it.
 *
 * @example
 * ```ts
 * new IdentityProvider("sso", {
 *   parentUid: organization,
 *   defaultRole: role,
 *   oidc: {
 *     issuer: "https://login.example.com",
 *     clientId: "platform",
 *     clientSecret: config.requireSecret("clientSecret"),
 *     additionalScopes: ["email", "profile"],
 *   },
 * });
 * ```
 */
export class IdentityProvider extends IdentityProviderBase {}

const ExternalGroupRoleMappingBase: ResourceClass<ExternalGroupRoleMappingOutputs, ExternalGroupRoleMappingArgs> =
  resourceClass(externalGroupRoleMapping);
/**
 * A mapping: people of a group of the identity provider get a role for each session. No role binding shows it, and a change
 * takes effect within an hour.
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
export class ExternalGroupRoleMapping extends ExternalGroupRoleMappingBase {}

const ScimTokenBase: ResourceClass<ScimTokenOutputs, ScimTokenArgs> = resourceClass(scimToken);
/**
 * The SCIM token of an identity provider. A change of `rotate` makes another; deleting it revokes the token.
 *
 * @example
 * ```ts
 * const scim = new ScimToken("scim", { identityProviderUid: identityProvider, rotate: "2026-01", overlap: "24h" });
 * export const scimToken = scim.token; // a secret
 * ```
 */
export class ScimToken extends ScimTokenBase {}

const GroupInviteBase: ResourceClass<GroupInviteOutputs, GroupInviteArgs> = resourceClass(groupInvite);
/**
 * An invitation: whoever redeems its code gets a role in the group. Give `email` to let one person alone redeem it.
 *
 * @example
 * ```ts
 * const invite = new GroupInvite("auditor", { parentUid: organization, roleUid: role, ttl: "7d", singleUse: true });
 * export const code = invite.code; // a secret, shown once
 * ```
 */
export class GroupInvite extends GroupInviteBase {}

const AccountAssociationBase: ResourceClass<AccountAssociationOutputs, AccountAssociationArgs> =
  resourceClass(accountAssociation);
/**
 * An account association: accounts at other clouds in which services of the platform may act, for a group and everything
 * below it. There is one per group.
 *
 * @example
 * ```ts
 * new AccountAssociation("clouds", { parentUid: organization, amazon: { account: "123456789012" } });
 * ```
 */
export class AccountAssociation extends AccountAssociationBase {}

const TermsAcceptanceBase: ResourceClass<TermsAcceptanceOutputs, TermsAcceptanceArgs> = resourceClass(termsAcceptance);
/**
 * The acceptance of documents of the platform's terms, for an organization. Deleting it leaves it accepted.
 *
 * @example
 * ```ts
 * new TermsAcceptance("terms", { parentUid: organization, documentIds: ["tos.v1"] });
 * ```
 */
export class TermsAcceptance extends TermsAcceptanceBase {}

const RepoBase: ResourceClass<RepoOutputs, RepoArgs> = resourceClass(repo);
/**
 * A container repository, and where it is kept in sync from.
 *
 * @example
 * ```ts
 * new Repo("nginx", {
 *   parentUid: organization,
 *   syncConfig: { source: repo },
 * });
 * ```
 */
export class Repo extends RepoBase {}

const TagBase: ResourceClass<TagOutputs, TagArgs> = resourceClass(tag);
/**
 * A tag: a name in a repo that points to an image, which must be in the repo already.
 *
 * @example
 * ```ts
 * new Tag("pinned", {
 *   parentUid: repo,
 *   digest: getTagDigestOutput({ image: "nginx", tag: "latest", at: "2026-01-01T00:00:00Z" }),
 * });
 * ```
 */
export class Tag extends TagBase {}

const SubscriptionBase: ResourceClass<SubscriptionOutputs, SubscriptionArgs> = resourceClass(subscription);
/**
 * An event subscription: events of a group and of all groups below it are posted to a sink.
 *
 * @example
 * ```ts
 * new Subscription("audit", { parentUid: organization, sink: "https://audit.example.com/events" });
 * ```
 */
export class Subscription extends SubscriptionBase {}
