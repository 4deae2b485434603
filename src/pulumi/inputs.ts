// Made from src/resources and src/operations by `npm run docs`. Change those.
import type { Input, Output } from "@pulumi/pulumi";
import type {
  AcceptanceResult,
  AmazonAccountResult,
  AwsIdentityResult,
  AzureTenantResult,
  Capability,
  CatalogTier,
  ClaimMatchResult,
  CorrelationRule,
  CredentialState,
  CustomOverlayResult,
  GithubAppsResult,
  GoogleProjectResult,
  GroupInviteRoleResult,
  Kind,
  OidcOutput,
  OrganizationKind,
  OrganizationStatus,
  RoleBindingGroupResult,
  RoleBindingIdentityResult,
  RoleBindingRoleResult,
  ScimResult,
  ServicePrincipal,
  StaticKeysResult,
  Status,
  SyncConfigResult,
  VendorServicesResult,
} from "../lookups/results";
import type { AdoptMode } from "../spec/adopt-mode";
import type { CommonArgs, ExactlyOne, NestedChoice, NestedInput } from "./derive";

/** Inputs of an Organization. */
export interface OrganizationArgs extends CommonArgs {
  /**
   * Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. A
   * verified organization is named by its e-mail domain, `example.com`, which no other one has.
   */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
  /**
   * Kind of the organization, which goes with the verification by the platform's staff. The groups in it inherit it.
   * Only the platform's staff can set it. Leave it out.
   */
  kind?: Input<Kind> | undefined;
  /** Whether the organization may be deleted. Without it a delete is refused. */
  allowDelete?: Input<boolean> | undefined;
}

/** Outputs of an Organization. */
export interface OrganizationOutputs {
  /**
   * Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`. A
   * verified organization is named by its e-mail domain, `example.com`, which no other one has.
   */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /**
   * Kind of the organization, which goes with the verification by the platform's staff. The groups in it inherit it.
   */
  readonly kind: Output<Kind | undefined>;
  /** Whether the organization may be deleted. Without it a delete is refused. */
  readonly allowDelete: Output<boolean | undefined>;
  /**
   * State of the organization: `INITIALIZING` until the platform has set it up, then `READY`. Members cannot use a
   * `SUSPENDED` one.
   */
  readonly status: Output<Status | undefined>;
  /** Whether the platform's staff has verified the organization. */
  readonly verified: Output<boolean | undefined>;
  /** Greatest number of resources, by kind of resource. */
  readonly resourceLimits: Output<Record<string, number> | undefined>;
  /** When the organization was created, UTC. */
  readonly createTime: Output<string>;
  /** When the organization was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of a Group. */
export interface GroupArgs extends CommonArgs {
  /** uid of the group to create this one in. */
  parentUid: Input<string>;
  /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
}

/** Outputs of a Group. */
export interface GroupOutputs {
  /** uid of the group to create this one in. */
  readonly parentUid: Output<string>;
  /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`. */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /** Kind of the organization that the group is in, taken from its root. */
  readonly kind: Output<OrganizationKind | undefined>;
  /**
   * State of the organization, taken from its root: `INITIALIZING` until the platform has set it up, then `READY`.
   * Members cannot use a `SUSPENDED` one.
   */
  readonly status: Output<OrganizationStatus | undefined>;
  /** Whether the platform's staff has verified the organization. */
  readonly verified: Output<boolean | undefined>;
  /** Greatest number of resources, by kind of resource. */
  readonly resourceLimits: Output<Record<string, number> | undefined>;
  /** When the group was created, UTC. */
  readonly createTime: Output<string>;
  /** When the group was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** The inputs of `ClaimMatchArgs` that can always be given. */
export interface ClaimMatchOtherArgs {
  /**
   * Exact audience that the token must name (`aud`). Without this or a pattern, it is the host name of the platform's
   * issuer. At most one of `audience` and `audiencePattern` may be given.
   */
  audience?: Input<string | undefined>;
  /**
   * Pattern (RE2) of acceptable audiences. Write `^…$`: nothing says whether a pattern must match the whole value. At
   * most one of `audience` and `audiencePattern` may be given.
   */
  audiencePattern?: Input<string | undefined>;
  /** Further claims and their exact values. */
  claims?: Input<Record<string, Input<string>> | undefined>;
  /** Further claims and the patterns (RE2) of their values, written as `^…$`. */
  claimPatterns?: Input<Record<string, Input<string>> | undefined>;
}

/** Accepts OIDC tokens whose claims match. The caller names the uid of the identity in the exchange. */
export type ClaimMatchArgs = ClaimMatchOtherArgs &
  ExactlyOne<{
    /** Exact issuer URL of the token (`iss`). Exactly one of `issuer` and `issuerPattern` must be given. */
    issuer: Input<string | undefined>;
    /**
     * Pattern (RE2) of acceptable issuers. Write `^…$`: nothing says whether a pattern must match the whole value.
     * Exactly one of `issuer` and `issuerPattern` must be given.
     */
    issuerPattern: Input<string | undefined>;
  }> &
  ExactlyOne<{
    /** Exact subject of the token (`sub`), to the letter. Exactly one of `subject` and `subjectPattern` must be given. */
    subject: Input<string | undefined>;
    /**
     * Pattern (RE2) of acceptable subjects. Write `^…$`: nothing says whether a pattern must match the whole value.
     * Exactly one of `subject` and `subjectPattern` must be given.
     */
    subjectPattern: Input<string | undefined>;
  }>;

/** The inputs of `AwsIdentityArgs` that can always be given. */
export interface AwsIdentityOtherArgs {
  /** Account number, twelve digits. */
  awsAccount: Input<string>;
}

/**
 * Accepts callers who prove to be an AWS identity by a signed GetCallerIdentity request. This way is old: prefer
 * `claimMatch` with an OIDC token of AWS.
 */
export type AwsIdentityArgs = AwsIdentityOtherArgs &
  ExactlyOne<{
    /**
     * Exact UserId of GetCallerIdentity. A role needs a pattern, because its UserId is `ROLE_UNIQUE_ID:SESSION`. Exactly
     * one of `userId` and `userIdPattern` must be given.
     */
    userId: Input<string | undefined>;
    /**
     * Pattern (RE2) of acceptable UserIds. Write `^…$`: nothing says whether a pattern must match the whole value.
     * Exactly one of `userId` and `userIdPattern` must be given.
     */
    userIdPattern: Input<string | undefined>;
  }> &
  ExactlyOne<{
    /**
     * Exact ARN of GetCallerIdentity. A role needs a pattern, because its ARN is
     * `arn:aws:sts::ACCOUNT:assumed-role/ROLE/SESSION`. Exactly one of `arn` and `arnPattern` must be given.
     */
    arn: Input<string | undefined>;
    /**
     * Pattern (RE2) of acceptable ARNs. Write `^…$`: nothing says whether a pattern must match the whole value. Exactly
     * one of `arn` and `arnPattern` must be given.
     */
    arnPattern: Input<string | undefined>;
  }>;

/**
 * Accepts tokens signed with keys registered here, for issuers that the platform cannot reach, such as a private
 * cluster. The keys are pinned: once the issuer rotates them, the identity stops working.
 */
export interface StaticKeysArgs {
  /** Issuer of the token (`iss`). */
  issuer: Input<string>;
  /** Exact subject of the token (`sub`). */
  subject: Input<string>;
  /** JSON Web Key Set of the issuer, as JSON text. */
  issuerKeys: Input<string>;
  /**
   * When the identity expires with its keys, UTC: at most 365 days ahead, which is also the default. It stays listed.
   */
  expirationTime?: Input<string | undefined>;
  /**
   * The audience that the token must name: exactly one. Without it, the platform's general list of audiences counts.
   */
  audiences?: Input<Input<string>[] | undefined>;
}

/** The inputs of `IdentityArgs` that can always be given. */
export interface IdentityOtherArgs extends CommonArgs {
  /**
   * uid of the group that the identity is limited to. Only an identity of the root group reaches the registry. To
   * grant a role in a team's group alone, create the role binding there.
   */
  parentUid: Input<string>;
  /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
  /** Company that the identity belongs to; a person may name their own. Stays as it is when left out. */
  company?: Input<string> | undefined;
}

/** Inputs of an Identity. */
export type IdentityArgs = IdentityOtherArgs &
  ExactlyOne<{
    /**
     * Accepts OIDC tokens whose claims match. The caller names the uid of the identity in the exchange. Exactly one of
     * `claimMatch`, `awsIdentity`, `staticKeys` and `servicePrincipal` must be given.
     */
    claimMatch: NestedChoice<ClaimMatchArgs>;
    /**
     * Accepts callers who prove to be an AWS identity by a signed GetCallerIdentity request. This way is old: prefer
     * `claimMatch` with an OIDC token of AWS. Exactly one of `claimMatch`, `awsIdentity`, `staticKeys` and
     * `servicePrincipal` must be given.
     */
    awsIdentity: NestedChoice<AwsIdentityArgs>;
    /**
     * Accepts tokens signed with keys registered here, for issuers that the platform cannot reach, such as a private
     * cluster. The keys are pinned: once the issuer rotates them, the identity stops working. Exactly one of
     * `claimMatch`, `awsIdentity`, `staticKeys` and `servicePrincipal` must be given.
     */
    staticKeys: NestedInput<StaticKeysArgs>;
    /**
     * A service of the platform that may act as this identity. `serviceBindings` of an account association name such
     * identities. Exactly one of `claimMatch`, `awsIdentity`, `staticKeys` and `servicePrincipal` must be given.
     */
    servicePrincipal: Input<ServicePrincipal>;
  }>;

/** Outputs of an Identity. */
export interface IdentityOutputs {
  /**
   * uid of the group that the identity is limited to. Only an identity of the root group reaches the registry. To
   * grant a role in a team's group alone, create the role binding there.
   */
  readonly parentUid: Output<string>;
  /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`. */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /** Accepts OIDC tokens whose claims match. The caller names the uid of the identity in the exchange. */
  readonly claimMatch: Output<ClaimMatchResult | undefined>;
  /**
   * Accepts callers who prove to be an AWS identity by a signed GetCallerIdentity request. This way is old: prefer
   * `claimMatch` with an OIDC token of AWS.
   */
  readonly awsIdentity: Output<AwsIdentityResult | undefined>;
  /**
   * Accepts tokens signed with keys registered here, for issuers that the platform cannot reach, such as a private
   * cluster. The keys are pinned: once the issuer rotates them, the identity stops working.
   */
  readonly staticKeys: Output<StaticKeysResult | undefined>;
  /**
   * A service of the platform that may act as this identity. `serviceBindings` of an account association name such
   * identities.
   */
  readonly servicePrincipal: Output<ServicePrincipal | undefined>;
  /** E-mail address of a person, if the token of the last sign-in called it verified. */
  readonly email: Output<string | undefined>;
  /** E-mail address of a person, if the token of the last sign-in called it unverified. */
  readonly emailUnverified: Output<string | undefined>;
  /** Company that the identity belongs to; a person may name their own. */
  readonly company: Output<string | undefined>;
  /** When a token was last exchanged for the identity, UTC; at first, when it was created. */
  readonly lastSeenTime: Output<string | undefined>;
  /** When the identity was created, UTC. */
  readonly createTime: Output<string>;
  /** When the identity was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of a Role. */
export interface RoleArgs extends CommonArgs {
  /** uid of the group that the role belongs to. */
  parentUid: Input<string>;
  /** Name of lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
  /**
   * What holders of the role may do, in any order; at least one. A change counts for tokens made after it, so for
   * everybody within an hour. The platform refuses capabilities of its staff.
   */
  capabilities: Input<Input<Capability>[]>;
}

/** Outputs of a Role. */
export interface RoleOutputs {
  /** uid of the group that the role belongs to. */
  readonly parentUid: Output<string>;
  /** Name of lower-case letters, digits, space, dot, `_` and `-`. */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /**
   * What holders of the role may do, in any order; at least one. A change counts for tokens made after it, so for
   * everybody within an hour. The platform refuses capabilities of its staff.
   */
  readonly capabilities: Output<Capability[]>;
  /** When the role was created, UTC. */
  readonly createTime: Output<string>;
  /** When the role was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of a RoleBinding. */
export interface RoleBindingArgs extends CommonArgs {
  /** uid of the group in which the role is granted. It applies in this group and everything below it. */
  parentUid: Input<string>;
  /** uid of the identity that gets the role. */
  identityUid: Input<string>;
  /** uid of the role that the identity gets. */
  roleUid: Input<string>;
}

/** Outputs of a RoleBinding. */
export interface RoleBindingOutputs {
  /** uid of the group in which the role is granted. It applies in this group and everything below it. */
  readonly parentUid: Output<string>;
  /** uid of the identity that gets the role. */
  readonly identityUid: Output<string>;
  /** uid of the role that the identity gets. */
  readonly roleUid: Output<string>;
  /** The identity, as it was when the binding was last read. */
  readonly identity: Output<RoleBindingIdentityResult>;
  /** The group, as it was when the binding was last read. */
  readonly group: Output<RoleBindingGroupResult>;
  /** The role, as it was when the binding was last read. */
  readonly role: Output<RoleBindingRoleResult>;
  /** When the binding was created, UTC. */
  readonly createTime: Output<string>;
}

/**
 * The OpenID Connect provider. It needs a public discovery endpoint, the authorization-code grant alone, and the
 * redirect address `https://<issuer host>/oauth/callback`.
 */
export interface OidcArgs {
  /** Issuer URL of the provider. */
  issuer: Input<string>;
  /** Client id that the provider has given to the platform. */
  clientId: Input<string>;
  /**
   * Client secret that goes with it. Never returned: sent when it changes, kept encrypted in state. At least one of
   * `clientSecret` and `pkceEnabled` must be given.
   */
  clientSecret?: Input<string | undefined>;
  /**
   * Scopes to ask for beside `openid`, in any order. Sign-in needs `email` and `profile` to work fully. The groups
   * claim may need one more, such as `groups`.
   */
  additionalScopes?: Input<Input<string>[] | undefined>;
  /**
   * Claim that lists a person's groups. Without it no mapping has any effect. Entra leaves the claim out above
   * 200 groups: let it send the mapped groups only.
   */
  groupsClaim?: Input<string | undefined>;
  /**
   * Proof Key for Code Exchange in place of, or beside, a client secret. The provider must support it. Off by default.
   * At least one of `clientSecret` and `pkceEnabled` must be given.
   */
  pkceEnabled?: Input<boolean | undefined>;
  /**
   * How a sign-in finds the person that SCIM sent: which claim equals their externalId. `SUB` is the default and
   * fits Okta; `OID` fits Entra, and is unsafe where users can edit that claim. It can never be changed.
   */
  correlationRule?: Input<CorrelationRule | undefined>;
}

/** Inputs of an IdentityProvider. */
export interface IdentityProviderArgs extends CommonArgs {
  /** uid of the organization's root group. */
  parentUid: Input<string>;
  /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
  /**
   * uid of the role that is bound to people at their first sign-in. A change does not affect people who have an
   * identity already. The caller must hold all that the role grants.
   */
  defaultRole: Input<string>;
  /**
   * The OpenID Connect provider. It needs a public discovery endpoint, the authorization-code grant alone, and the
   * redirect address `https://<issuer host>/oauth/callback`.
   */
  oidc: NestedInput<OidcArgs>;
}

/** Outputs of an IdentityProvider. */
export interface IdentityProviderOutputs {
  /** uid of the organization's root group. */
  readonly parentUid: Output<string>;
  /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`. */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /**
   * uid of the role that is bound to people at their first sign-in. A change does not affect people who have an
   * identity already. The caller must hold all that the role grants.
   */
  readonly defaultRole: Output<string>;
  /**
   * The OpenID Connect provider. It needs a public discovery endpoint, the authorization-code grant alone, and the
   * redirect address `https://<issuer host>/oauth/callback`.
   */
  readonly oidc: Output<OidcOutput>;
  /** Provisioning of people by SCIM. It provisions no groups and no roles. */
  readonly scim: Output<ScimResult | undefined>;
  /** When the identity provider was created, UTC. */
  readonly createTime: Output<string>;
  /** When the identity provider was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of an ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingArgs extends CommonArgs {
  /** uid of the identity provider. */
  parentUid: Input<string>;
  /** The value in the groups claim, to the letter: the group's name at Okta, its object id at Entra by default. */
  externalGroupId: Input<string>;
  /**
   * uid of the role that its people get for a session, beside their own roles. No role binding shows it. The caller
   * must hold all that the role grants.
   */
  roleUid: Input<string>;
  /** uid of the group in which they get it: the root group of the organization, which is also the default. */
  scope?: Input<string> | undefined;
}

/** Outputs of an ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingOutputs {
  /** uid of the identity provider. */
  readonly parentUid: Output<string>;
  /** The value in the groups claim, to the letter: the group's name at Okta, its object id at Entra by default. */
  readonly externalGroupId: Output<string>;
  /**
   * uid of the role that its people get for a session, beside their own roles. No role binding shows it. The caller
   * must hold all that the role grants.
   */
  readonly roleUid: Output<string>;
  /** uid of the group in which they get it: the root group of the organization, which is also the default. */
  readonly scope: Output<string>;
  /** uid of the identity provider, as the platform returns it. */
  readonly identityProviderUid: Output<string>;
  /** When the mapping was created, UTC. */
  readonly createTime: Output<string>;
}

/** Inputs of a ScimToken. */
export interface ScimTokenArgs extends CommonArgs {
  /** uid of the identity provider. */
  identityProviderUid: Input<string>;
  /** Any text; a change makes a new token. */
  rotate?: Input<string> | undefined;
  /**
   * When the token expires, UTC, at most two years ahead; a year when left out. A change makes a new token. At most one
   * of `expireTime` and `neverExpires` may be given.
   */
  expireTime?: Input<string> | undefined;
  /**
   * Whether the token never expires; a change makes a new token. At most one of `expireTime` and `neverExpires` may be
   * given.
   */
  neverExpires?: Input<boolean> | undefined;
  /** How long the former token stays valid after a change: `0s` to `24h`, an hour when left out. */
  overlap?: Input<string | number> | undefined;
  /**
   * Whether people are provisioned by SCIM: switched on or off. Left as it is when left out. Switching it on takes
   * two owners who were bound by hand; group mappings do not count.
   */
  provisioning?: Input<boolean> | undefined;
}

/** Outputs of a ScimToken. */
export interface ScimTokenOutputs {
  /** uid of the identity provider. */
  readonly identityProviderUid: Output<string>;
  /** Any text; a change makes a new token. */
  readonly rotate: Output<string | undefined>;
  /** When the token expires, UTC, at most two years ahead. A change makes a new token. */
  readonly expireTime: Output<string | undefined>;
  /** Whether the token never expires; a change makes a new token. */
  readonly neverExpires: Output<boolean | undefined>;
  /** How long the former token stays valid after a change: `0s` to `24h`, an hour when left out. */
  readonly overlap: Output<string | number | undefined>;
  /**
   * Whether people are provisioned by SCIM: switched on or off. Left as it is when left out. Switching it on takes
   * two owners who were bound by hand; group mappings do not count.
   */
  readonly provisioning: Output<boolean | undefined>;
  /** The token. The platform shows it only once. */
  readonly token: Output<string>;
  /** URL that the provider's SCIM client is pointed at. */
  readonly endpointUrl: Output<string>;
  /**
   * When the token expires, UTC. Unset: there is no token, or it never expires. In the past: it expired or was revoked.
   */
  readonly tokenExpireTime: Output<string | undefined>;
  /** When the former token expires, UTC, while a rotation overlaps. */
  readonly previousTokenExpireTime: Output<string | undefined>;
  /** State of the token. It does not depend on whether SCIM is switched on. */
  readonly credentialState: Output<CredentialState>;
  /** Version of the SCIM settings when this resource last changed or read them. */
  readonly etag: Output<string | undefined>;
}

/** Inputs of a GroupInvite. */
export interface GroupInviteArgs extends CommonArgs {
  /** uid of the group to invite into. */
  parentUid: Input<string>;
  /** uid of the role that whoever redeems the invite gets. */
  roleUid: Input<string>;
  /** How long the invite can be redeemed: `24h`, `7d`, `90m`, `86400s`, or a number of seconds. */
  ttl: Input<string | number>;
  /** The only e-mail address that may redeem the invite. Without it, anybody who has the code may. */
  email?: Input<string> | undefined;
  /** Whether the invite can be redeemed once only. Otherwise any number of people can redeem it until it expires. */
  singleUse?: Input<boolean> | undefined;
  /**
   * Whether to make another invite once this one was used, was revoked or has expired. Not, when left out: an invite
   * that no longer exists stays in the state, with `gone` set.
   */
  recreateWhenGone?: Input<boolean> | undefined;
}

/** Outputs of a GroupInvite. */
export interface GroupInviteOutputs {
  /** uid of the group to invite into. */
  readonly parentUid: Output<string>;
  /** uid of the role that whoever redeems the invite gets. */
  readonly roleUid: Output<string>;
  /** How long the invite can be redeemed: `24h`, `7d`, `90m`, `86400s`, or a number of seconds. */
  readonly ttl: Output<string | number>;
  /** The only e-mail address that may redeem the invite. Without it, anybody who has the code may. */
  readonly email: Output<string | undefined>;
  /** Whether the invite can be redeemed once only. Otherwise any number of people can redeem it until it expires. */
  readonly singleUse: Output<boolean | undefined>;
  /**
   * Whether to make another invite once this one was used, was revoked or has expired. Not, when left out: an invite
   * that no longer exists stays in the state, with `gone` set.
   */
  readonly recreateWhenGone: Output<boolean | undefined>;
  /** Whether the invite was used, was revoked or has expired. */
  readonly gone: Output<boolean | undefined>;
  /** The code to redeem. The platform shows it only once. */
  readonly code: Output<string>;
  /** Id of the key that verifies the code. Treat it as sensitive. */
  readonly keyId: Output<string | undefined>;
  /** When the invite expires, UTC. */
  readonly expirationTime: Output<string | undefined>;
  /** The role, as it was when the invite was last read. */
  readonly role: Output<GroupInviteRoleResult | undefined>;
  /** When the invite was created, UTC. */
  readonly createTime: Output<string>;
}

/** Account at Amazon. */
export interface AmazonAccountArgs {
  /** Account number, twelve digits. */
  account: Input<string>;
}

/** Project at Google. */
export interface GoogleProjectArgs {
  /** Id of the project. */
  projectId: Input<string>;
  /** Number of the project. */
  projectNumber: Input<string>;
}

/** Tenant at Azure. */
export interface AzureTenantArgs {
  /** Id of the tenant. */
  tenantId: Input<string>;
  /** Application (client) ids by the component of the platform that uses them. */
  clientIds: Input<Record<string, Input<string>>>;
}

/** Where the app is installed. */
export interface GithubInstallationArgs {
  /** Id of the installation. */
  installationId: Input<string>;
  /** Name of the account that it is installed in, kept for convenience. */
  name?: Input<string | undefined>;
}

/** Installations by the id of the app. */
export interface GithubAppArgs {
  /** Where the app is installed. */
  installations?: Input<NestedInput<GithubInstallationArgs>[] | undefined>;
}

/** Installations of the platform's apps at GitHub. */
export interface GithubAppsArgs {
  /** Installations by the id of the app. */
  appInstallations: Input<Record<string, NestedInput<GithubAppArgs>>>;
}

/** The platform's own services; the setting `platform:vendor` names the block on the wire. */
export interface VendorServicesArgs {
  /**
   * uids of identities by the service that acts as them. Each identity must lie directly in this group, with the
   * same service as `servicePrincipal`.
   */
  serviceBindings: Input<Record<string, Input<string>>>;
}

/** Inputs of an AccountAssociation. */
export interface AccountAssociationArgs extends CommonArgs {
  /** uid of the group that the accounts belong to. */
  parentUid: Input<string>;
  /** Name of lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
  /** Account at Amazon. */
  amazon?: NestedInput<AmazonAccountArgs> | undefined;
  /** Project at Google. */
  google?: NestedInput<GoogleProjectArgs> | undefined;
  /** Tenant at Azure. */
  azure?: NestedInput<AzureTenantArgs> | undefined;
  /** Installations of the platform's apps at GitHub. */
  github?: NestedInput<GithubAppsArgs> | undefined;
  /** The platform's own services; the setting `platform:vendor` names the block on the wire. */
  vendor?: NestedInput<VendorServicesArgs> | undefined;
}

/** Outputs of an AccountAssociation. */
export interface AccountAssociationOutputs {
  /** uid of the group that the accounts belong to. */
  readonly parentUid: Output<string>;
  /** Name of lower-case letters, digits, space, dot, `_` and `-`. */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /** Account at Amazon. */
  readonly amazon: Output<AmazonAccountResult | undefined>;
  /** Project at Google. */
  readonly google: Output<GoogleProjectResult | undefined>;
  /** Tenant at Azure. */
  readonly azure: Output<AzureTenantResult | undefined>;
  /** Installations of the platform's apps at GitHub. */
  readonly github: Output<GithubAppsResult | undefined>;
  /** The platform's own services; the setting `platform:vendor` names the block on the wire. */
  readonly vendor: Output<VendorServicesResult | undefined>;
  /** When the association was created, UTC. */
  readonly createTime: Output<string>;
  /** When the association was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of a TermsAcceptance. */
export interface TermsAcceptanceArgs extends CommonArgs {
  /** uid of the organization's root group. */
  parentUid: Input<string>;
  /**
   * Ids of the documents to accept, in any order, each with its version: `tos.v1`. One that is left out again stays
   * accepted.
   */
  documentIds: Input<Input<string>[]>;
}

/** Outputs of a TermsAcceptance. */
export interface TermsAcceptanceOutputs {
  /** uid of the organization's root group. */
  readonly parentUid: Output<string>;
  /**
   * Ids of the documents to accept, in any order, each with its version: `tos.v1`. One that is left out again stays
   * accepted.
   */
  readonly documentIds: Output<string[]>;
  /** Who accepted which document, and when. */
  readonly acceptances: Output<AcceptanceResult[]>;
}

/** Keeps the repo in sync with another one. */
export interface SyncConfigArgs {
  /**
   * The repo to sync from: its uid, `organization/name`, or a full image reference. The server turns it into the
   * uid. Your organization needs an entitlement for the repo, or you need pull access to it.
   */
  source: Input<string>;
  /**
   * Repository in Google Artifact Registry to which images are copied as well. Under it, the platform creates a
   * repository of the source's name.
   */
  google?: Input<string | undefined>;
  /**
   * Repository in Amazon ECR to which images are copied as well. Under it, the platform creates a repository of the
   * source's name.
   */
  amazon?: Input<string | undefined>;
  /**
   * Repository in Azure Container Registry to which images are copied as well. Under it, the platform creates a
   * repository of the source's name.
   */
  azure?: Input<string | undefined>;
}

/** Keys that sign those repositories, added to `/etc/apk/keys`; 512 KB in all. */
export interface OverlayKeyArgs {
  /** File name of the key, by which the index signature of the repository names it. Each name is unique. */
  name: Input<string>;
  /** The key: one PEM block `PUBLIC KEY`, RSA. */
  content: Input<string>;
}

/** Packages and where they come from. */
export interface OverlayContentsArgs {
  /** Packages to add, in any order: supported versions that the organization is entitled to. */
  packages?: Input<Input<string>[] | undefined>;
  /**
   * Package repositories of the image at run time (`/etc/apk/repositories`), in place of the default ones.
   * Each is an https URL of a public host, and none is named twice. Building does not use them.
   */
  runtimeRepositories?: Input<Input<string>[] | undefined>;
  /** Keys that sign those repositories, added to `/etc/apk/keys`; 512 KB in all. */
  runtimeKeyring?: Input<NestedInput<OverlayKeyArgs>[] | undefined>;
}

/** Users to add. */
export interface OverlayUserArgs {
  /** Name of the user. */
  username: Input<string>;
  /** Numeric user id. */
  uid?: Input<number | undefined>;
  /** Numeric id of the user's primary group. */
  gid?: Input<number | undefined>;
  /** Name of the user's group. */
  groupName?: Input<string | undefined>;
  /** Home directory. */
  homeDir?: Input<string | undefined>;
  /** Login shell. */
  shell?: Input<string | undefined>;
}

/** Groups to add. */
export interface OverlayGroupArgs {
  /** Name of the group. */
  groupname: Input<string>;
  /** Numeric group id. */
  gid?: Input<number | undefined>;
  /** Names of its members, in any order. */
  members?: Input<Input<string>[] | undefined>;
}

/** Users and groups of the image. */
export interface OverlayAccountsArgs {
  /** User that the image runs as. */
  runAs?: Input<string | undefined>;
  /** Users to add. */
  users?: Input<NestedInput<OverlayUserArgs>[] | undefined>;
  /** Groups to add. */
  groups?: Input<NestedInput<OverlayGroupArgs>[] | undefined>;
}

/** Certificates added to the trust stores of the system and of Java; 50 KB in all. */
export interface OverlayCertificateArgs {
  /** File name of the certificate. */
  name: Input<string>;
  /** The certificate: one PEM block, X.509 v3, without a private key. */
  content: Input<string>;
}

/** Certificates that the image trusts. */
export interface OverlayCertificatesArgs {
  /** Certificates added to the trust stores of the system and of Java; 50 KB in all. */
  additional?: Input<NestedInput<OverlayCertificateArgs>[] | undefined>;
  /** Packages that provide certificates, in any order. */
  providers?: Input<Input<string>[] | undefined>;
}

/**
 * What is added to each image that is built for the repo; nothing can be removed. The organization needs custom
 * assembly. A build follows, and this API does not show if it fails.
 */
export interface CustomOverlayArgs {
  /** Packages and where they come from. */
  contents?: NestedInput<OverlayContentsArgs> | undefined;
  /** Environment variables of the image. */
  environment?: Input<Record<string, Input<string>> | undefined>;
  /** Annotations of the image. */
  annotations?: Input<Record<string, Input<string>> | undefined>;
  /** Users and groups of the image. */
  accounts?: NestedInput<OverlayAccountsArgs> | undefined;
  /** Certificates that the image trusts. */
  certificates?: NestedInput<OverlayCertificatesArgs> | undefined;
}

/** Inputs of a Repo. */
export interface RepoArgs extends CommonArgs {
  /** uid of the group that the repo belongs to. */
  parentUid: Input<string>;
  /**
   * Name, the end of the pull path: lower-case, and a path if it has slashes; the Pulumi resource's name when left out.
   */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. A syncing repo has its source's by default. */
  description?: Input<string> | undefined;
  /**
   * Markdown shown on the page of the repo, without scripts and the like. In a syncing repo it is synced from the
   * source. Only the platform's staff can set it. Leave it out.
   */
  readme?: Input<string> | undefined;
  /**
   * Tier of the catalog that the repo is sold in. A syncing repo has its source's. Only the platform's staff can set
   * it. Leave it out.
   */
  catalogTier?: Input<CatalogTier> | undefined;
  /**
   * Labels that group repos for sales, in any order: `application`, `base`, `fips` and others. A syncing repo has its
   * source's. Only the platform's staff can set it. Leave it out.
   */
  bundles?: Input<Input<string>[]> | undefined;
  /**
   * Equivalent image names with tags, `team/web:latest`, in any order. A syncing repo has its source's. Only the
   * platform's staff can set it. Leave it out.
   */
  aliases?: Input<Input<string>[]> | undefined;
  /**
   * Tags that are maintained, in any order. A syncing repo has its source's. Only the platform's staff can set it.
   * Leave it out.
   */
  activeTags?: Input<Input<string>[]> | undefined;
  /** Keeps the repo in sync with another one. */
  syncConfig?: NestedInput<SyncConfigArgs> | undefined;
  /**
   * What is added to each image that is built for the repo; nothing can be removed. The organization needs custom
   * assembly. A build follows, and this API does not show if it fails.
   */
  customOverlay?: NestedInput<CustomOverlayArgs> | undefined;
}

/** Outputs of a Repo. */
export interface RepoOutputs {
  /** uid of the group that the repo belongs to. */
  readonly parentUid: Output<string>;
  /** Name, the end of the pull path: lower-case, and a path if it has slashes. */
  readonly name: Output<string>;
  /** Free text shown beside the name. A syncing repo has its source's by default. */
  readonly description: Output<string | undefined>;
  /**
   * Markdown shown on the page of the repo, without scripts and the like. In a syncing repo it is synced from the
   * source.
   */
  readonly readme: Output<string | undefined>;
  /** Tier of the catalog that the repo is sold in. A syncing repo has its source's. */
  readonly catalogTier: Output<CatalogTier | undefined>;
  /**
   * Labels that group repos for sales, in any order: `application`, `base`, `fips` and others. A syncing repo has its
   * source's.
   */
  readonly bundles: Output<string[] | undefined>;
  /** Equivalent image names with tags, `team/web:latest`, in any order. A syncing repo has its source's. */
  readonly aliases: Output<string[] | undefined>;
  /** Tags that are maintained, in any order. A syncing repo has its source's. */
  readonly activeTags: Output<string[] | undefined>;
  /** Keeps the repo in sync with another one. */
  readonly syncConfig: Output<SyncConfigResult | undefined>;
  /**
   * What is added to each image that is built for the repo; nothing can be removed. The organization needs custom
   * assembly. A build follows, and this API does not show if it fails.
   */
  readonly customOverlay: Output<CustomOverlayResult | undefined>;
  /** When the repo was created, UTC. */
  readonly createTime: Output<string>;
  /** When the repo was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of a Tag. */
export interface TagArgs extends CommonArgs {
  /** uid of the repo. */
  parentUid: Input<string>;
  /** Name of the tag, `latest`; the Pulumi resource's name when left out. */
  name?: Input<string> | undefined;
  /** Digest of a manifest that is in the repo already, `sha256:` and 64 hex digits. */
  digest: Input<string>;
  /** Labels for sales, in any order, with the same values as those of repos. */
  bundles?: Input<Input<string>[]> | undefined;
  /** Whether the tag has reached its end of life. */
  deprecated?: Input<boolean> | undefined;
}

/** Outputs of a Tag. */
export interface TagOutputs {
  /** uid of the repo. */
  readonly parentUid: Output<string>;
  /** Name of the tag, `latest`. */
  readonly name: Output<string>;
  /** Digest of a manifest that is in the repo already, `sha256:` and 64 hex digits. */
  readonly digest: Output<string>;
  /** Labels for sales, in any order, with the same values as those of repos. */
  readonly bundles: Output<string[] | undefined>;
  /** Whether the tag has reached its end of life. */
  readonly deprecated: Output<boolean | undefined>;
  /** When the tag was last moved, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of a Subscription. */
export interface SubscriptionArgs extends CommonArgs {
  /** uid of the group whose events are delivered, with those of all groups below it. */
  parentUid: Input<string>;
  /** https URL that events are posted to. */
  sink: Input<string>;
}

/** Outputs of a Subscription. */
export interface SubscriptionOutputs {
  /** uid of the group whose events are delivered, with those of all groups below it. */
  readonly parentUid: Output<string>;
  /** https URL that events are posted to. */
  readonly sink: Output<string>;
}

/**
 * Settings of a Provider. Give `baseUrl`, and one of `token`, `tokenFile`, `tokenCommand` and `identity`. What is given
 * here beats the environment. What is not given is not set: only `caFile`, `proxy`, `operationTimeout` and `log`, which
 * belong to the machine, are then taken from the environment.
 */
export interface ProviderArgs {
  /** Address of the platform API. */
  readonly baseUrl: Input<string>;
  /** Address of the registry, for tag history. */
  readonly registryUrl?: Input<string> | undefined;
  /** Address where the job's ID token is exchanged, another host than the API; `baseUrl` when left out. */
  readonly issuerUrl?: Input<string> | undefined;
  /** Bearer token. It is a secret in the state. */
  readonly token?: Input<string> | undefined;
  /** File with the token; read again when it changes and when the server refuses it. */
  readonly tokenFile?: Input<string> | undefined;
  /** Command that prints a token; run again when the token ends or is refused. It is a secret in the state. */
  readonly tokenCommand?: Input<string> | undefined;
  /** uid of the identity to act as, in a CI job that has an ID token. */
  readonly identity?: Input<string> | undefined;
  /** uid of the identity provider to exchange the ID token with. */
  readonly identityProvider?: Input<string> | undefined;
  /** Audience of the tokens from an exchange; the address of the platform when left out. */
  readonly audience?: Input<string> | undefined;
  /** uids of the groups that the token is limited to, separated by commas. */
  readonly scopes?: Input<string> | undefined;
  /** Capabilities that the token is limited to, separated by commas. */
  readonly cap?: Input<string> | undefined;
  /** The job's ID token, where it is not GitHub Actions that gives it. It is a secret in the state. */
  readonly idToken?: Input<string> | undefined;
  /** File with the job's ID token. */
  readonly idTokenFile?: Input<string> | undefined;
  /** Audience of the ID token that GitHub Actions is asked for; the host where it is exchanged when left out. */
  readonly idTokenAudience?: Input<string> | undefined;
  /** Token issued for the registry. It is a secret in the state. */
  readonly registryToken?: Input<string> | undefined;
  /** Path segment before `history`; `_service` when left out. */
  readonly historySegment?: Input<string> | undefined;
  /** Organization whose images are public. */
  readonly publicOrg?: Input<string> | undefined;
  /** The API's name for the platform's own block of an account association; needed only for `vendor`. */
  readonly vendor?: Input<string> | undefined;
  /** File with authorities (PEM) to trust beside those that Node trusts. */
  readonly caFile?: Input<string> | undefined;
  /** File with a client certificate (PEM), for servers that want one. */
  readonly clientCertFile?: Input<string> | undefined;
  /** File with the key of the client certificate (PEM). */
  readonly clientKeyFile?: Input<string> | undefined;
  /** `http://` or `https://` address of a proxy. It is a secret in the state. */
  readonly proxy?: Input<string> | undefined;
  /** Seconds that one create, read, update or delete may take in all, from 1 to 600; 120 when left out. */
  readonly operationTimeout?: Input<string | number> | undefined;
  /**
   * What a create does with an existing object that has the same parent and key. `never` refuses it (also when left
   * out). `identical` takes it over if it matches the program. `sameKey` takes it over and updates it.
   */
  readonly adoptExisting?: Input<AdoptMode> | undefined;
  /** `debug` writes a line for each request to standard error. */
  readonly log?: Input<string> | undefined;
}
