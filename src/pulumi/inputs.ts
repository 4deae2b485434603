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
import type { CommonArgs, ExactlyOne, NestedChoice, NestedInput } from "./derive";

/** Inputs of an Organization. */
export interface OrganizationArgs extends CommonArgs {
  /** Name, unique among the organisations that the token can see; the Pulumi resource's name when left out. */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
  /**
   * What the organisation is. A verified one needs it; the groups in it inherit it. Only the platform's staff can set
   * it. Leave it out.
   */
  kind?: Input<Kind> | undefined;
  /** Whether the organisation may be deleted. Without it a delete is refused. */
  allowDelete?: Input<boolean> | undefined;
}

/** Outputs of an Organization. */
export interface OrganizationOutputs {
  /** Name, unique among the organisations that the token can see; the Pulumi resource's name when left out. */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /** What the organisation is. A verified one needs it; the groups in it inherit it. */
  readonly kind: Output<Kind | undefined>;
  /** Whether the organisation may be deleted. Without it a delete is refused. */
  readonly allowDelete: Output<boolean | undefined>;
  /** Whether the organisation is usable yet. */
  readonly status: Output<Status | undefined>;
  /** Whether the platform has verified the organisation. */
  readonly verified: Output<boolean | undefined>;
  /** Limits on the number of resources, by kind of resource. */
  readonly resourceLimits: Output<Record<string, number> | undefined>;
  /** When the organisation was created, UTC. */
  readonly createTime: Output<string>;
  /** When the organisation was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of a Group. */
export interface GroupArgs extends CommonArgs {
  /** uid of the group to create this one in. */
  parentUid: Input<string>;
  /**
   * Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`, unique among its siblings; the Pulumi
   * resource's name when left out.
   */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
}

/** Outputs of a Group. */
export interface GroupOutputs {
  /** uid of the group to create this one in. */
  readonly parentUid: Output<string>;
  /**
   * Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`, unique among its siblings; the Pulumi
   * resource's name when left out.
   */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /** What the organisation of the group is, taken from its root. */
  readonly kind: Output<OrganizationKind | undefined>;
  /** Whether the organisation of the group is usable yet, taken from its root. */
  readonly status: Output<OrganizationStatus | undefined>;
  /** Whether the platform has verified the organisation. */
  readonly verified: Output<boolean | undefined>;
  /** Limits on the number of resources, by kind of resource. */
  readonly resourceLimits: Output<Record<string, number> | undefined>;
  /** When the group was created, UTC. */
  readonly createTime: Output<string>;
  /** When the group was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** The inputs of `ClaimMatchArgs` that can always be given. */
export interface ClaimMatchOtherArgs {
  /**
   * Exact audience of the token (`aud`); the host where the platform makes its tokens when neither this nor a pattern
   * is given. At most one of `audience` and `audiencePattern` may be given.
   */
  audience?: Input<string | undefined>;
  /** Pattern (RE2) of acceptable audiences. At most one of `audience` and `audiencePattern` may be given. */
  audiencePattern?: Input<string | undefined>;
  /** Further claims and their exact values. */
  claims?: Input<Record<string, Input<string>> | undefined>;
  /** Further claims and the patterns (RE2) of their values. */
  claimPatterns?: Input<Record<string, Input<string>> | undefined>;
}

/** Accepts OIDC tokens whose claims match. */
export type ClaimMatchArgs = ClaimMatchOtherArgs &
  ExactlyOne<{
    /** Exact issuer URL of the token (`iss`). Exactly one of `issuer` and `issuerPattern` must be given. */
    issuer: Input<string | undefined>;
    /** Pattern (RE2) of acceptable issuers. Exactly one of `issuer` and `issuerPattern` must be given. */
    issuerPattern: Input<string | undefined>;
  }> &
  ExactlyOne<{
    /** Exact subject of the token (`sub`), to the letter. Exactly one of `subject` and `subjectPattern` must be given. */
    subject: Input<string | undefined>;
    /** Pattern (RE2) of acceptable subjects. Exactly one of `subject` and `subjectPattern` must be given. */
    subjectPattern: Input<string | undefined>;
  }>;

/** The inputs of `AwsIdentityArgs` that can always be given. */
export interface AwsIdentityOtherArgs {
  /** Account number, twelve digits. */
  awsAccount: Input<string>;
}

/** Accepts callers who prove to be an AWS identity. */
export type AwsIdentityArgs = AwsIdentityOtherArgs &
  ExactlyOne<{
    /** Exact UserId of GetCallerIdentity. Exactly one of `userId` and `userIdPattern` must be given. */
    userId: Input<string | undefined>;
    /** Pattern (RE2) of acceptable UserIds. Exactly one of `userId` and `userIdPattern` must be given. */
    userIdPattern: Input<string | undefined>;
  }> &
  ExactlyOne<{
    /** Exact ARN of GetCallerIdentity. Exactly one of `arn` and `arnPattern` must be given. */
    arn: Input<string | undefined>;
    /** Pattern (RE2) of acceptable ARNs. Exactly one of `arn` and `arnPattern` must be given. */
    arnPattern: Input<string | undefined>;
  }>;

/** Accepts tokens signed with keys registered here, for issuers that publish none. */
export interface StaticKeysArgs {
  /** Issuer of the token (`iss`). */
  issuer: Input<string>;
  /** Exact subject of the token (`sub`). */
  subject: Input<string>;
  /** JSON Web Key Set of the issuer, as JSON text. */
  issuerKeys: Input<string>;
  /** When the keys stop being accepted, UTC: at most 365 days ahead, which is also what holds when left out. */
  expirationTime?: Input<string | undefined>;
  /** The audience that the token must name. The platform takes one for now. */
  audiences?: Input<Input<string>[] | undefined>;
}

/** The inputs of `IdentityArgs` that can always be given. */
export interface IdentityOtherArgs extends CommonArgs {
  /** uid of the group that the identity is scoped to; the root group for one that must reach the registry. */
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
     * Accepts OIDC tokens whose claims match. Exactly one of `claimMatch`, `awsIdentity`, `staticKeys` and
     * `servicePrincipal` must be given.
     */
    claimMatch: NestedChoice<ClaimMatchArgs>;
    /**
     * Accepts callers who prove to be an AWS identity. Exactly one of `claimMatch`, `awsIdentity`, `staticKeys` and
     * `servicePrincipal` must be given.
     */
    awsIdentity: NestedChoice<AwsIdentityArgs>;
    /**
     * Accepts tokens signed with keys registered here, for issuers that publish none. Exactly one of `claimMatch`,
     * `awsIdentity`, `staticKeys` and `servicePrincipal` must be given.
     */
    staticKeys: NestedInput<StaticKeysArgs>;
    /**
     * A service of the platform that may act as this identity. Exactly one of `claimMatch`, `awsIdentity`, `staticKeys`
     * and `servicePrincipal` must be given.
     */
    servicePrincipal: Input<ServicePrincipal>;
  }>;

/** Outputs of an Identity. */
export interface IdentityOutputs {
  /** uid of the group that the identity is scoped to; the root group for one that must reach the registry. */
  readonly parentUid: Output<string>;
  /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /** Accepts OIDC tokens whose claims match. */
  readonly claimMatch: Output<ClaimMatchResult | undefined>;
  /** Accepts callers who prove to be an AWS identity. */
  readonly awsIdentity: Output<AwsIdentityResult | undefined>;
  /** Accepts tokens signed with keys registered here, for issuers that publish none. */
  readonly staticKeys: Output<StaticKeysResult | undefined>;
  /** A service of the platform that may act as this identity. */
  readonly servicePrincipal: Output<ServicePrincipal | undefined>;
  /** Verified e-mail address, where the identity is a person's. */
  readonly email: Output<string | undefined>;
  /** E-mail address that nobody has verified. */
  readonly emailUnverified: Output<string | undefined>;
  /** Company that the identity belongs to; a person may name their own. Stays as it is when left out. */
  readonly company: Output<string | undefined>;
  /** When the identity last exchanged a token, UTC. */
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
  /**
   * Name of lower-case letters, digits, space, dot, `_` and `-`, unique among the roles of the group; the Pulumi
   * resource's name when left out.
   */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
  /** What holders of the role may do, in any order; at least one. */
  capabilities: Input<Input<Capability>[]>;
}

/** Outputs of a Role. */
export interface RoleOutputs {
  /** uid of the group that the role belongs to. */
  readonly parentUid: Output<string>;
  /**
   * Name of lower-case letters, digits, space, dot, `_` and `-`, unique among the roles of the group; the Pulumi
   * resource's name when left out.
   */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /** What holders of the role may do, in any order; at least one. */
  readonly capabilities: Output<Capability[]>;
  /** When the role was created, UTC. */
  readonly createTime: Output<string>;
  /** When the role was last changed, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of a RoleBinding. */
export interface RoleBindingArgs extends CommonArgs {
  /** uid of the group in which the role is given. */
  parentUid: Input<string>;
  /** uid of the identity that gets the role. */
  identityUid: Input<string>;
  /** uid of the role that the identity gets. */
  roleUid: Input<string>;
}

/** Outputs of a RoleBinding. */
export interface RoleBindingOutputs {
  /** uid of the group in which the role is given. */
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

/** The OpenID Connect provider. */
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
  /** Scopes to ask for beside the usual ones, in any order. */
  additionalScopes?: Input<Input<string>[] | undefined>;
  /** Claim that names a person's groups. */
  groupsClaim?: Input<string | undefined>;
  /**
   * Proof Key for Code Exchange in place of, or beside, a client secret. At least one of `clientSecret` and
   * `pkceEnabled` must be given.
   */
  pkceEnabled?: Input<boolean | undefined>;
  /** How people of the provider and of SCIM are matched; the server's default when left out. */
  correlationRule?: Input<CorrelationRule | undefined>;
}

/** Inputs of an IdentityProvider. */
export interface IdentityProviderArgs extends CommonArgs {
  /** uid of the organisation's root group. */
  parentUid: Input<string>;
  /**
   * Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`, unique among its siblings; the Pulumi
   * resource's name when left out.
   */
  name?: Input<string> | undefined;
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
  /** uid of the role that people get who sign in for the first time. */
  defaultRole: Input<string>;
  /** The OpenID Connect provider. */
  oidc: NestedInput<OidcArgs>;
}

/** Outputs of an IdentityProvider. */
export interface IdentityProviderOutputs {
  /** uid of the organisation's root group. */
  readonly parentUid: Output<string>;
  /**
   * Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`, unique among its siblings; the Pulumi
   * resource's name when left out.
   */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /** uid of the role that people get who sign in for the first time. */
  readonly defaultRole: Output<string>;
  /** The OpenID Connect provider. */
  readonly oidc: Output<OidcOutput>;
  /** Provisioning of people by SCIM. */
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
  /** The group's id at the identity provider. */
  externalGroupId: Input<string>;
  /** uid of the role that its people get. */
  roleUid: Input<string>;
  /** uid of the group in which they get it: the root group of the organisation, which it is when left out. */
  scope?: Input<string> | undefined;
}

/** Outputs of an ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingOutputs {
  /** uid of the identity provider. */
  readonly parentUid: Output<string>;
  /** The group's id at the identity provider. */
  readonly externalGroupId: Output<string>;
  /** uid of the role that its people get. */
  readonly roleUid: Output<string>;
  /** uid of the group in which they get it: the root group of the organisation, which it is when left out. */
  readonly scope: Output<string>;
  /** uid of the identity provider, as the platform tells it. */
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
  /** Whether people are provisioned by SCIM: switched on or off. Left as it is when left out. */
  provisioning?: Input<boolean> | undefined;
}

/** Outputs of a ScimToken. */
export interface ScimTokenOutputs {
  /** uid of the identity provider. */
  readonly identityProviderUid: Output<string>;
  /** Any text; a change makes a new token. */
  readonly rotate: Output<string | undefined>;
  /** When the token expires, UTC, at most two years ahead; a year when left out. A change makes a new token. */
  readonly expireTime: Output<string | undefined>;
  /** Whether the token never expires; a change makes a new token. */
  readonly neverExpires: Output<boolean | undefined>;
  /** How long the former token stays valid after a change: `0s` to `24h`, an hour when left out. */
  readonly overlap: Output<string | number | undefined>;
  /** Whether people are provisioned by SCIM: switched on or off. Left as it is when left out. */
  readonly provisioning: Output<boolean | undefined>;
  /** The token; told once. */
  readonly token: Output<string>;
  /** URL that the provider's SCIM client is pointed at. */
  readonly endpointUrl: Output<string>;
  /** When the token expires, UTC. */
  readonly tokenExpireTime: Output<string | undefined>;
  /** When the former token expires, UTC. */
  readonly previousTokenExpireTime: Output<string | undefined>;
  /** Where the token stands. */
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
  /** E-mail address that the invite is for. */
  email?: Input<string> | undefined;
  /** Whether the invite can be redeemed once only. */
  singleUse?: Input<boolean> | undefined;
  /**
   * Whether to make another invite once this one was used, was revoked or has expired. Not, when left out: an invite
   * that is gone stays in the state, with `gone` set.
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
  /** E-mail address that the invite is for. */
  readonly email: Output<string | undefined>;
  /** Whether the invite can be redeemed once only. */
  readonly singleUse: Output<boolean | undefined>;
  /**
   * Whether to make another invite once this one was used, was revoked or has expired. Not, when left out: an invite
   * that is gone stays in the state, with `gone` set.
   */
  readonly recreateWhenGone: Output<boolean | undefined>;
  /** Whether the invite was used, was revoked or has expired. */
  readonly gone: Output<boolean | undefined>;
  /** The code to redeem; only the create tells it. */
  readonly code: Output<string>;
  /** Identifies the key that signed the code. */
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
  /** Client ids by the service of the platform that uses them. */
  clientIds: Input<Record<string, Input<string>>>;
}

/** Where the app is installed. */
export interface GithubInstallationArgs {
  /** Id of the installation. */
  installationId: Input<string>;
  /** Name of the account that it is installed in. */
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
  /** uids of identities by the service that acts as them. */
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
  /** Name of lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
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
  /** uid of the organisation's root group. */
  parentUid: Input<string>;
  /** Ids of the documents to accept, in any order. One that is left out again stays accepted. */
  documentIds: Input<Input<string>[]>;
}

/** Outputs of a TermsAcceptance. */
export interface TermsAcceptanceOutputs {
  /** uid of the organisation's root group. */
  readonly parentUid: Output<string>;
  /** Ids of the documents to accept, in any order. One that is left out again stays accepted. */
  readonly documentIds: Output<string[]>;
  /** Who accepted which document, and when. */
  readonly acceptances: Output<AcceptanceResult[]>;
}

/** Keeps the repo in sync with another one. */
export interface SyncConfigArgs {
  /** The repo to sync from: its uid. A name is taken too, and the server turns it into the uid. */
  source: Input<string>;
  /** Google service account that receives copies. */
  google?: Input<string | undefined>;
  /** Amazon role that receives copies. */
  amazon?: Input<string | undefined>;
  /** Azure application that receives copies. */
  azure?: Input<string | undefined>;
}

/** Keys that sign those repositories. */
export interface OverlayKeyArgs {
  /** File name of the key. */
  name: Input<string>;
  /** The key. */
  content: Input<string>;
}

/** Packages and where they come from. */
export interface OverlayContentsArgs {
  /** Packages to add, in any order. */
  packages?: Input<Input<string>[] | undefined>;
  /** Package repositories for run time, in order of preference. */
  runtimeRepositories?: Input<Input<string>[] | undefined>;
  /** Keys that sign those repositories. */
  runtimeKeyring?: Input<NestedInput<OverlayKeyArgs>[] | undefined>;
}

/** Users to add. */
export interface OverlayUserArgs {
  /** Name of the user. */
  username: Input<string>;
  /** Numeric user id. */
  uid?: Input<number | undefined>;
  /** Numeric id of the user's group. */
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

/** Certificates by content. */
export interface OverlayCertificateArgs {
  /** File name of the certificate. */
  name: Input<string>;
  /** The certificate, PEM. */
  content: Input<string>;
}

/** Certificates that the image trusts. */
export interface OverlayCertificatesArgs {
  /** Certificates by content. */
  additional?: Input<NestedInput<OverlayCertificateArgs>[] | undefined>;
  /** Named sources of certificates, in any order. */
  providers?: Input<Input<string>[] | undefined>;
}

/** What is added to each image that is built for the repo, where the platform has custom assembly switched on. */
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
  /** Free text shown beside the name. */
  description?: Input<string> | undefined;
  /**
   * Markdown shown on the page of the repo, without scripts and the like. Only the platform's staff can set it. Leave
   * it out.
   */
  readme?: Input<string> | undefined;
  /**
   * Tier of the catalogue that the repo is sold in. A syncing repo has its source's. Only the platform's staff can set
   * it. Leave it out.
   */
  catalogTier?: Input<CatalogTier> | undefined;
  /**
   * Bundles that the repo is part of, in any order: `application`, `base`, `fips` and others. A syncing repo has its
   * source's. Only the platform's staff can set it. Leave it out.
   */
  bundles?: Input<Input<string>[]> | undefined;
  /**
   * Other images with tags, `team/web:latest`, that the repo is known by, in any order. A syncing repo has its
   * source's. Only the platform's staff can set it. Leave it out.
   */
  aliases?: Input<Input<string>[]> | undefined;
  /**
   * Tags that are kept up to date, in any order. A syncing repo has its source's. Only the platform's staff can set it.
   * Leave it out.
   */
  activeTags?: Input<Input<string>[]> | undefined;
  /** Keeps the repo in sync with another one. */
  syncConfig?: NestedInput<SyncConfigArgs> | undefined;
  /** What is added to each image that is built for the repo, where the platform has custom assembly switched on. */
  customOverlay?: NestedInput<CustomOverlayArgs> | undefined;
}

/** Outputs of a Repo. */
export interface RepoOutputs {
  /** uid of the group that the repo belongs to. */
  readonly parentUid: Output<string>;
  /**
   * Name, the end of the pull path: lower-case, and a path if it has slashes; the Pulumi resource's name when left out.
   */
  readonly name: Output<string>;
  /** Free text shown beside the name. */
  readonly description: Output<string | undefined>;
  /** Markdown shown on the page of the repo, without scripts and the like. */
  readonly readme: Output<string | undefined>;
  /** Tier of the catalogue that the repo is sold in. A syncing repo has its source's. */
  readonly catalogTier: Output<CatalogTier | undefined>;
  /**
   * Bundles that the repo is part of, in any order: `application`, `base`, `fips` and others. A syncing repo has its
   * source's.
   */
  readonly bundles: Output<string[] | undefined>;
  /**
   * Other images with tags, `team/web:latest`, that the repo is known by, in any order. A syncing repo has its
   * source's.
   */
  readonly aliases: Output<string[] | undefined>;
  /** Tags that are kept up to date, in any order. A syncing repo has its source's. */
  readonly activeTags: Output<string[] | undefined>;
  /** Keeps the repo in sync with another one. */
  readonly syncConfig: Output<SyncConfigResult | undefined>;
  /** What is added to each image that is built for the repo, where the platform has custom assembly switched on. */
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
  /** Digest of the image, `sha256:` and 64 hex digits. */
  digest: Input<string>;
  /** Bundles that the tag is part of, in any order. */
  bundles?: Input<Input<string>[]> | undefined;
  /** Whether the tag has reached its end of life. */
  deprecated?: Input<boolean> | undefined;
}

/** Outputs of a Tag. */
export interface TagOutputs {
  /** uid of the repo. */
  readonly parentUid: Output<string>;
  /** Name of the tag, `latest`; the Pulumi resource's name when left out. */
  readonly name: Output<string>;
  /** Digest of the image, `sha256:` and 64 hex digits. */
  readonly digest: Output<string>;
  /** Bundles that the tag is part of, in any order. */
  readonly bundles: Output<string[] | undefined>;
  /** Whether the tag has reached its end of life. */
  readonly deprecated: Output<boolean | undefined>;
  /** When the tag was last moved, UTC. */
  readonly updateTime: Output<string>;
}

/** Inputs of a Subscription. */
export interface SubscriptionArgs extends CommonArgs {
  /** uid of the group whose events are delivered. */
  parentUid: Input<string>;
  /** https URL that events are posted to. */
  sink: Input<string>;
}

/** Outputs of a Subscription. */
export interface SubscriptionOutputs {
  /** uid of the group whose events are delivered. */
  readonly parentUid: Output<string>;
  /** https URL that events are posted to. */
  readonly sink: Output<string>;
}
