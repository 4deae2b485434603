// Made from src/description/resources and src/description/operations by `npm run docs`. Change those.
import type { Input, Output } from "@pulumi/pulumi";
import type { AdoptMode } from "../../description/spec/adopt-mode";
import type { CommonArgs, ExactlyOne, NestedChoice, NestedInput } from "../classes/derive";
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
  ManagedBy,
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
  TokenEndpointAuthMethod,
  VendorServicesResult,
} from "./results";

/** Inputs of an Organization. */
export interface OrganizationArgs extends CommonArgs {
  /**
   * Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. Default: the name of the Pulumi
   * resource. The name of a verified organization is its e-mail domain, such as `example.com`, and is unique.
   */
  name?: Input<string> | undefined;
  /** Description, in one line of text. */
  description?: Input<string | undefined>;
  /**
   * Kind of the organization. The platform's staff sets it during verification. The groups in it inherit it. Only the
   * platform's staff can set it. Leave it out.
   */
  kind?: Input<Kind | undefined>;
  /** Whether a delete of the organization is allowed. Default: false, so the delete is refused. */
  allowDelete?: Input<boolean | undefined>;
}

/** Outputs of an Organization. */
export interface OrganizationOutputs {
  /**
   * Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. The name of a verified organization is
   * its e-mail domain, such as `example.com`, and is unique.
   */
  readonly name: Output<string>;
  /** Description, in one line of text. */
  readonly description: Output<string | undefined>;
  /** Kind of the organization. The platform's staff sets it during verification. The groups in it inherit it. */
  readonly kind: Output<Kind | undefined>;
  /** Whether a delete of the organization is allowed. */
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
  readonly updateTime: Output<string | undefined>;
}

/** Inputs of a Group. */
export interface GroupArgs extends CommonArgs {
  /** uid of the parent group. */
  parentUid: Input<string>;
  /**
   * Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. Default: the name of the Pulumi
   * resource.
   */
  name?: Input<string> | undefined;
  /** Description, in one line of text. */
  description?: Input<string | undefined>;
}

/** Outputs of a Group. */
export interface GroupOutputs {
  /** uid of the parent group. */
  readonly parentUid: Output<string>;
  /** Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. */
  readonly name: Output<string>;
  /** Description, in one line of text. */
  readonly description: Output<string | undefined>;
  /** Kind of the organization that contains the group, taken from its root. */
  readonly kind: Output<OrganizationKind | undefined>;
  /**
   * State of the organization of the group: `INITIALIZING` until it is set up, then `READY`. Members cannot use a
   * `SUSPENDED` one.
   */
  readonly status: Output<OrganizationStatus | undefined>;
  /** Whether the platform's staff has verified the organization. */
  readonly verified: Output<boolean | undefined>;
  /** Greatest number of resources, by kind of resource. */
  readonly resourceLimits: Output<Record<string, number> | undefined>;
  /** When the group was created, UTC. */
  readonly createTime: Output<string>;
  /** When the group was last changed, UTC. */
  readonly updateTime: Output<string | undefined>;
}

/** The inputs of `ClaimMatchArgs` that can always be given. */
export interface ClaimMatchOtherArgs {
  /**
   * Exact audience of the token (`aud`). Default, if there is no pattern either: the host name of the platform's
   * issuer. At most one of `audience` and `audiencePattern` may be given.
   */
  audience?: Input<string | undefined>;
  /**
   * Pattern (RE2) of accepted audiences. Write `^…$`, because the platform may also match a part of the value. At most
   * one of `audience` and `audiencePattern` may be given.
   */
  audiencePattern?: Input<string | undefined>;
  /** Other claims and their exact values. */
  claims?: Input<Record<string, Input<string>> | undefined>;
  /** Other claims and the patterns (RE2) of their values. Write `^…$`. */
  claimPatterns?: Input<Record<string, Input<string>> | undefined>;
}

/** Rule for OIDC tokens: their claims must match. The caller passes the uid of the identity in the token exchange. */
export type ClaimMatchArgs = ClaimMatchOtherArgs &
  ExactlyOne<{
    /** Exact issuer URL of the token (`iss`). Exactly one of `issuer` and `issuerPattern` must be given. */
    issuer: Input<string | undefined>;
    /**
     * Pattern (RE2) of accepted issuers. Write `^…$`, because the platform may also match a part of the value. Exactly
     * one of `issuer` and `issuerPattern` must be given.
     */
    issuerPattern: Input<string | undefined>;
  }> &
  ExactlyOne<{
    /** Exact subject of the token (`sub`). Exactly one of `subject` and `subjectPattern` must be given. */
    subject: Input<string | undefined>;
    /**
     * Pattern (RE2) of accepted subjects. Write `^…$`, because the platform may also match a part of the value. Exactly
     * one of `subject` and `subjectPattern` must be given.
     */
    subjectPattern: Input<string | undefined>;
  }>;

/** The inputs of `AwsIdentityArgs` that can always be given. */
export interface AwsIdentityOtherArgs {
  /** Account number of twelve digits. */
  awsAccount: Input<string>;
}

/**
 * Rule for AWS callers, who send a signed GetCallerIdentity request. This way is old. Prefer `claimMatch` with an OIDC
 * token of AWS.
 */
export type AwsIdentityArgs = AwsIdentityOtherArgs &
  ExactlyOne<{
    /**
     * Exact UserId of GetCallerIdentity. A role needs a pattern, because its UserId is `ROLE_UNIQUE_ID:SESSION`. Exactly
     * one of `userId` and `userIdPattern` must be given.
     */
    userId: Input<string | undefined>;
    /**
     * Pattern (RE2) of accepted UserIds. Write `^…$`, because the platform may also match a part of the value. Exactly
     * one of `userId` and `userIdPattern` must be given.
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
     * Pattern (RE2) of accepted ARNs. Write `^…$`, because the platform may also match a part of the value. Exactly one
     * of `arn` and `arnPattern` must be given.
     */
    arnPattern: Input<string | undefined>;
  }>;

/**
 * Rule for tokens of an issuer that the platform cannot reach, such as a private cluster. You register the keys of the
 * issuer here. The identity stops working when the issuer rotates them.
 */
export interface StaticKeysArgs {
  /** Issuer of the token (`iss`). */
  issuer: Input<string>;
  /** Exact subject of the token (`sub`). */
  subject: Input<string>;
  /** JSON Web Key Set of the issuer, as JSON text. */
  issuerKeys: Input<string>;
  /**
   * When the identity expires, UTC: at most 365 days ahead, which is the default. An expired identity is still listed.
   */
  expirationTime?: Input<string | undefined>;
  /** Audience of the token, exactly one. Default: the platform's general list of audiences. */
  audiences?: Input<Input<string>[] | undefined>;
}

/** The inputs of `IdentityArgs` that can always be given. */
export interface IdentityOtherArgs extends CommonArgs {
  /**
   * uid of the group that contains and limits the identity. Only an identity in the root group can reach the registry.
   * To limit a role to one team, create the role binding in the team's group instead.
   */
  parentUid: Input<string>;
  /**
   * Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. Default: the name of the Pulumi
   * resource.
   */
  name?: Input<string> | undefined;
  /** Description, in one line of text. */
  description?: Input<string | undefined>;
  /** Company of the identity. A person can set their own, so it stays unchanged when omitted. */
  company?: Input<string | undefined>;
}

/** Inputs of an Identity. */
export type IdentityArgs = IdentityOtherArgs &
  ExactlyOne<{
    /**
     * Rule for OIDC tokens: their claims must match. The caller passes the uid of the identity in the token exchange.
     * Exactly one of `claimMatch`, `awsIdentity`, `staticKeys` and `servicePrincipal` must be given.
     */
    claimMatch: NestedChoice<ClaimMatchArgs>;
    /**
     * Rule for AWS callers, who send a signed GetCallerIdentity request. This way is old. Prefer `claimMatch` with an
     * OIDC token of AWS. Exactly one of `claimMatch`, `awsIdentity`, `staticKeys` and `servicePrincipal` must be given.
     */
    awsIdentity: NestedChoice<AwsIdentityArgs>;
    /**
     * Rule for tokens of an issuer that the platform cannot reach, such as a private cluster. You register the keys of
     * the
     * issuer here. The identity stops working when the issuer rotates them. Exactly one of `claimMatch`, `awsIdentity`,
     * `staticKeys` and `servicePrincipal` must be given.
     */
    staticKeys: NestedInput<StaticKeysArgs>;
    /**
     * Service of the platform that may act as this identity. `serviceBindings` of an account association refer to it.
     * Exactly one of `claimMatch`, `awsIdentity`, `staticKeys` and `servicePrincipal` must be given.
     */
    servicePrincipal: Input<ServicePrincipal | undefined>;
  }>;

/** Outputs of an Identity. */
export interface IdentityOutputs {
  /**
   * uid of the group that contains and limits the identity. Only an identity in the root group can reach the registry.
   * To limit a role to one team, create the role binding in the team's group instead.
   */
  readonly parentUid: Output<string>;
  /** Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. */
  readonly name: Output<string>;
  /** Description, in one line of text. */
  readonly description: Output<string | undefined>;
  /** Rule for OIDC tokens: their claims must match. The caller passes the uid of the identity in the token exchange. */
  readonly claimMatch: Output<ClaimMatchResult | undefined>;
  /**
   * Rule for AWS callers, who send a signed GetCallerIdentity request. This way is old. Prefer `claimMatch` with an
   * OIDC token of AWS.
   */
  readonly awsIdentity: Output<AwsIdentityResult | undefined>;
  /**
   * Rule for tokens of an issuer that the platform cannot reach, such as a private cluster. You register the keys of
   * the
   * issuer here. The identity stops working when the issuer rotates them.
   */
  readonly staticKeys: Output<StaticKeysResult | undefined>;
  /** Service of the platform that may act as this identity. `serviceBindings` of an account association refer to it. */
  readonly servicePrincipal: Output<ServicePrincipal | undefined>;
  /** E-mail address of a person, if the token of the last sign-in contained it as verified. */
  readonly email: Output<string | undefined>;
  /** E-mail address of a person, if the token of the last sign-in contained it as unverified. */
  readonly emailUnverified: Output<string | undefined>;
  /** Company of the identity. A person can set their own, so it stays unchanged when omitted. */
  readonly company: Output<string | undefined>;
  /** When a token was last exchanged for the identity, UTC. Initially, when the identity was created. */
  readonly lastSeenTime: Output<string | undefined>;
  /** When the identity was created, UTC. */
  readonly createTime: Output<string>;
  /** When the identity was last changed, UTC. */
  readonly updateTime: Output<string | undefined>;
}

/** Inputs of a Role. */
export interface RoleArgs extends CommonArgs {
  /** uid of the group that contains the role. */
  parentUid: Input<string>;
  /** Name: lower-case letters, digits, space, dot, `_` and `-`. Default: the name of the Pulumi resource. */
  name?: Input<string> | undefined;
  /** Description, in one line of text. */
  description?: Input<string | undefined>;
  /**
   * Capabilities, in any order, at least one. A change holds for everybody within an hour. Those only for staff are
   * refused.
   */
  capabilities: Input<Input<Capability>[]>;
}

/** Outputs of a Role. */
export interface RoleOutputs {
  /** uid of the group that contains the role. */
  readonly parentUid: Output<string>;
  /** Name: lower-case letters, digits, space, dot, `_` and `-`. */
  readonly name: Output<string>;
  /** Description, in one line of text. */
  readonly description: Output<string | undefined>;
  /**
   * Capabilities, in any order, at least one. A change holds for everybody within an hour. Those only for staff are
   * refused.
   */
  readonly capabilities: Output<Capability[]>;
  /** When the role was created, UTC. */
  readonly createTime: Output<string>;
  /** When the role was last changed, UTC. */
  readonly updateTime: Output<string | undefined>;
}

/** Inputs of a RoleBinding. */
export interface RoleBindingArgs extends CommonArgs {
  /** uid of the group in which the role is granted. The role applies to this group and everything below it. */
  parentUid: Input<string>;
  /** uid of the identity that gets the role. */
  identityUid: Input<string>;
  /** uid of the role that the identity gets. */
  roleUid: Input<string>;
}

/** Outputs of a RoleBinding. */
export interface RoleBindingOutputs {
  /** uid of the group in which the role is granted. The role applies to this group and everything below it. */
  readonly parentUid: Output<string>;
  /** uid of the identity that gets the role. */
  readonly identityUid: Output<string>;
  /** uid of the role that the identity gets. */
  readonly roleUid: Output<string>;
  /** The identity, as it was when the binding was last read. */
  readonly identity: Output<Pick<RoleBindingIdentityResult, "uid" | "name">>;
  /** The group, as it was when the binding was last read. */
  readonly group: Output<Pick<RoleBindingGroupResult, "uid" | "name">>;
  /** The role, as it was when the binding was last read. */
  readonly role: Output<Pick<RoleBindingRoleResult, "uid" | "name">>;
  /** Who manages the binding. The platform refuses changes of one that SCIM manages. */
  readonly managedBy: Output<ManagedBy | undefined>;
  /** uid of the identity provider whose SCIM manages the binding. */
  readonly managedByUidp: Output<string | undefined>;
  /** When the binding was created, UTC. */
  readonly createTime: Output<string>;
}

/**
 * The OpenID Connect provider. It needs a public discovery endpoint, only the authorization-code grant, and the
 * redirect address `https://<issuer host>/oauth/callback`.
 */
export interface OidcArgs {
  /** Issuer URL of the provider. */
  issuer: Input<string>;
  /** Client id that the provider has given to the platform. */
  clientId: Input<string>;
  /**
   * Client secret for the client id. The API never returns it. It is sent when it changes, and encrypted in the state.
   * At least one of `clientSecret` and `pkceEnabled` must be given.
   */
  clientSecret?: Input<string | undefined>;
  /**
   * Scopes besides `openid`, in any order. Sign-in works fully only with `email` and `profile`. The groups claim may
   * need another one.
   */
  additionalScopes?: Input<Input<string>[] | undefined>;
  /**
   * Claim that lists a person's groups. Without it, mappings have no effect. Entra omits the claim for people in more
   * than 200 groups, so configure it to send only the mapped groups.
   */
  groupsClaim?: Input<string | undefined>;
  /**
   * How the client secret is sent to the token endpoint: by HTTP Basic, or in the body. Default: in the body if the
   * provider's
   * discovery document allows it, otherwise by HTTP Basic.
   */
  tokenEndpointAuthMethod?: Input<TokenEndpointAuthMethod | undefined>;
  /**
   * Whether to use Proof Key for Code Exchange, with or without a client secret. The provider must support it. Default:
   * false. At least one of `clientSecret` and `pkceEnabled` must be given.
   */
  pkceEnabled?: Input<boolean | undefined>;
  /**
   * Claim that must equal the externalId which SCIM sent for the person. The default `SUB` fits Okta. `OID` fits Entra,
   * and is unsafe if users can edit that claim. The rule can never be changed.
   */
  correlationRule?: Input<CorrelationRule | undefined>;
}

/** Inputs of an IdentityProvider. */
export interface IdentityProviderArgs extends CommonArgs {
  /** uid of the organization's root group. */
  parentUid: Input<string>;
  /**
   * Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. Default: the name of the Pulumi
   * resource.
   */
  name?: Input<string> | undefined;
  /** Description, in one line of text. */
  description?: Input<string | undefined>;
  /**
   * uid of the role that people get at their first sign-in. A change does not affect people who already have an
   * identity. The caller must have every capability of the role. Required until SCIM is switched on, which clears it
   * on the platform. That is no drift, and only a change in the program sets a role again.
   */
  defaultRole?: Input<string | undefined>;
  /**
   * The OpenID Connect provider. It needs a public discovery endpoint, only the authorization-code grant, and the
   * redirect address `https://<issuer host>/oauth/callback`.
   */
  oidc: NestedInput<OidcArgs>;
}

/** Outputs of an IdentityProvider. */
export interface IdentityProviderOutputs {
  /** uid of the organization's root group. */
  readonly parentUid: Output<string>;
  /** Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. */
  readonly name: Output<string>;
  /** Description, in one line of text. */
  readonly description: Output<string | undefined>;
  /**
   * uid of the role that people get at their first sign-in. A change does not affect people who already have an
   * identity. The caller must have every capability of the role. Required until SCIM is switched on, which clears it
   * on the platform. That is no drift, and only a change in the program sets a role again.
   */
  readonly defaultRole: Output<string | undefined>;
  /**
   * The OpenID Connect provider. It needs a public discovery endpoint, only the authorization-code grant, and the
   * redirect address `https://<issuer host>/oauth/callback`.
   */
  readonly oidc: Output<OidcOutput>;
  /** Provisioning of people by SCIM. It provisions no groups and no roles. */
  readonly scim: Output<ScimResult | undefined>;
  /** When the identity provider was created, UTC. */
  readonly createTime: Output<string>;
  /** When the identity provider was last changed, UTC. */
  readonly updateTime: Output<string | undefined>;
}

/** Inputs of an ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingArgs extends CommonArgs {
  /** uid of the identity provider. */
  parentUid: Input<string>;
  /** Value of the group in the groups claim, exactly as sent: its name at Okta, its object id at Entra by default. */
  externalGroupId: Input<string>;
  /**
   * uid of the role that people of the group get for each session, in addition to their own roles. Lists of role
   * bindings do not show it. The caller must have every capability of the role.
   */
  roleUid: Input<string>;
  /**
   * uid of the group in which they get the role. It must be the root group of the organization, which is the default.
   */
  scope?: Input<string> | undefined;
}

/** Outputs of an ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingOutputs {
  /** uid of the identity provider. */
  readonly parentUid: Output<string>;
  /** Value of the group in the groups claim, exactly as sent: its name at Okta, its object id at Entra by default. */
  readonly externalGroupId: Output<string>;
  /**
   * uid of the role that people of the group get for each session, in addition to their own roles. Lists of role
   * bindings do not show it. The caller must have every capability of the role.
   */
  readonly roleUid: Output<string>;
  /**
   * uid of the group in which they get the role. It must be the root group of the organization, which is the default.
   */
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
  /** Any text. A change creates a new token. */
  rotate?: Input<string | undefined>;
  /**
   * When the token expires, UTC: at most two years ahead. Default: in one year. A change creates a new token. At most
   * one of `expireTime` and `neverExpires` may be given.
   */
  expireTime?: Input<string | undefined>;
  /**
   * Whether the token never expires. Default: false. A change creates a new token. At most one of `expireTime` and
   * `neverExpires` may be given.
   */
  neverExpires?: Input<boolean | undefined>;
  /** Time that the former token stays valid after a change: `0s` to `24h`. Default: one hour. */
  overlap?: Input<string | number | undefined>;
  /**
   * Whether SCIM provisions people. It stays unchanged when omitted. Switching it on needs two owners who were
   * bound by hand or by a program. Mappings of external groups do not count. The platform then clears the
   * `defaultRole` of the identity provider.
   */
  provisioning?: Input<boolean | undefined>;
}

/** Outputs of a ScimToken. */
export interface ScimTokenOutputs {
  /** uid of the identity provider. */
  readonly identityProviderUid: Output<string>;
  /** Any text. A change creates a new token. */
  readonly rotate: Output<string | undefined>;
  /** When the token expires, UTC: at most two years ahead. A change creates a new token. */
  readonly expireTime: Output<string | undefined>;
  /** Whether the token never expires. A change creates a new token. */
  readonly neverExpires: Output<boolean | undefined>;
  /** Time that the former token stays valid after a change: `0s` to `24h`. */
  readonly overlap: Output<string | number | undefined>;
  /**
   * Whether SCIM provisions people. It stays unchanged when omitted. Switching it on needs two owners who were
   * bound by hand or by a program. Mappings of external groups do not count. The platform then clears the
   * `defaultRole` of the identity provider.
   */
  readonly provisioning: Output<boolean | undefined>;
  /** The token. The platform shows it only once. */
  readonly token: Output<string>;
  /** URL for the SCIM client of the provider. */
  readonly endpointUrl: Output<string>;
  /**
   * When the token expires, UTC. Unset: there is no token, or it never expires. In the past: it expired or was revoked.
   */
  readonly tokenExpireTime: Output<string | undefined>;
  /** When the former token expires, UTC. Set only while a rotation overlaps. */
  readonly previousTokenExpireTime: Output<string | undefined>;
  /** State of the token. It is independent of whether SCIM is switched on. */
  readonly credentialState: Output<CredentialState>;
  /** Version of the SCIM settings when this resource last changed or read them. */
  readonly etag: Output<string | undefined>;
}

/** Inputs of a GroupInvite. */
export interface GroupInviteArgs extends CommonArgs {
  /** uid of the group that people are invited to. */
  parentUid: Input<string>;
  /** uid of the role that a person gets who redeems the invite. */
  roleUid: Input<string>;
  /** Lifetime of the invite: `24h`, `7d`, `90m`, `86400s`, or a number of seconds. */
  ttl: Input<string | number>;
  /** The only e-mail address that can redeem the invite. Without it, everybody who has the code can. */
  email?: Input<string | undefined>;
  /**
   * Whether the invite can be redeemed only once. Default: false, so any number of people can redeem it until it
   * expires.
   */
  singleUse?: Input<boolean | undefined>;
  /**
   * Whether to create a new invite after this one was used, revoked or expired. Default: false, so it stays in the
   * state with `gone` as true.
   */
  recreateWhenGone?: Input<boolean | undefined>;
}

/** Outputs of a GroupInvite. */
export interface GroupInviteOutputs {
  /** uid of the group that people are invited to. */
  readonly parentUid: Output<string>;
  /** uid of the role that a person gets who redeems the invite. */
  readonly roleUid: Output<string>;
  /** Lifetime of the invite: `24h`, `7d`, `90m`, `86400s`, or a number of seconds. */
  readonly ttl: Output<string | number>;
  /** The only e-mail address that can redeem the invite. Without it, everybody who has the code can. */
  readonly email: Output<string | undefined>;
  /** Whether the invite can be redeemed only once. */
  readonly singleUse: Output<boolean | undefined>;
  /** Whether to create a new invite after this one was used, revoked or expired. */
  readonly recreateWhenGone: Output<boolean | undefined>;
  /** Whether the invite was used, was revoked or expired. */
  readonly gone: Output<boolean | undefined>;
  /** Code that redeems the invite. The platform shows it only once. */
  readonly code: Output<string>;
  /** Id of the key that verifies the code. Treat it as sensitive. */
  readonly keyId: Output<string | undefined>;
  /** When the invite expires, UTC. */
  readonly expirationTime: Output<string | undefined>;
  /** The role, as it was when the invite was last read. */
  readonly role: Output<Pick<GroupInviteRoleResult, "uid" | "name"> | undefined>;
  /** When the invite was created, UTC. */
  readonly createTime: Output<string>;
}

/** Account at Amazon. */
export interface AmazonAccountArgs {
  /** Account number of twelve digits. */
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
  /** Application (client) ids, by the component of the platform that uses them. */
  clientIds: Input<Record<string, Input<string>>>;
}

/** Account in which the app is installed. */
export interface GithubInstallationArgs {
  /** Id of the installation. */
  installationId: Input<string>;
  /** Name of the account, stored for convenience only. */
  name?: Input<string | undefined>;
}

/** Installations, by the id of the app. */
export interface GithubAppArgs {
  /** Account in which the app is installed. */
  installations?: Input<NestedInput<GithubInstallationArgs>[] | undefined>;
}

/** Installations of the platform's apps at GitHub. */
export interface GithubAppsArgs {
  /** Installations, by the id of the app. */
  appInstallations: Input<Record<string, NestedInput<GithubAppArgs>>>;
}

/** The platform's own services. The setting `platform:vendor` names this block in requests. */
export interface VendorServicesArgs {
  /**
   * uid of the identity that each service acts as, by the service. It lies directly in this group, with the service as
   * `servicePrincipal`.
   */
  serviceBindings: Input<Record<string, Input<string>>>;
}

/** Inputs of an AccountAssociation. */
export interface AccountAssociationArgs extends CommonArgs {
  /** uid of the group that the association belongs to. */
  parentUid: Input<string>;
  /** Name: lower-case letters, digits, space, dot, `_` and `-`. Default: the name of the Pulumi resource. */
  name?: Input<string> | undefined;
  /** Description, in one line of text. */
  description?: Input<string | undefined>;
  /** Account at Amazon. */
  amazon?: NestedInput<AmazonAccountArgs> | undefined;
  /** Project at Google. */
  google?: NestedInput<GoogleProjectArgs> | undefined;
  /** Tenant at Azure. */
  azure?: NestedInput<AzureTenantArgs> | undefined;
  /** Installations of the platform's apps at GitHub. */
  github?: NestedInput<GithubAppsArgs> | undefined;
  /** The platform's own services. The setting `platform:vendor` names this block in requests. */
  vendor?: NestedInput<VendorServicesArgs> | undefined;
}

/** Outputs of an AccountAssociation. */
export interface AccountAssociationOutputs {
  /** uid of the group that the association belongs to. */
  readonly parentUid: Output<string>;
  /** Name: lower-case letters, digits, space, dot, `_` and `-`. */
  readonly name: Output<string>;
  /** Description, in one line of text. */
  readonly description: Output<string | undefined>;
  /** Account at Amazon. */
  readonly amazon: Output<AmazonAccountResult | undefined>;
  /** Project at Google. */
  readonly google: Output<GoogleProjectResult | undefined>;
  /** Tenant at Azure. */
  readonly azure: Output<AzureTenantResult | undefined>;
  /** Installations of the platform's apps at GitHub. */
  readonly github: Output<GithubAppsResult | undefined>;
  /** The platform's own services. The setting `platform:vendor` names this block in requests. */
  readonly vendor: Output<VendorServicesResult | undefined>;
  /** When the association was created, UTC. */
  readonly createTime: Output<string>;
  /** When the association was last changed, UTC. */
  readonly updateTime: Output<string | undefined>;
}

/** Inputs of a TermsAcceptance. */
export interface TermsAcceptanceArgs extends CommonArgs {
  /** uid of the organization's root group. */
  parentUid: Input<string>;
  /**
   * Ids of the documents to accept, in any order, with their versions: `tos.v1`. A document that you remove stays
   * accepted.
   */
  documentIds: Input<Input<string>[]>;
}

/** Outputs of a TermsAcceptance. */
export interface TermsAcceptanceOutputs {
  /** uid of the organization's root group. */
  readonly parentUid: Output<string>;
  /**
   * Ids of the documents to accept, in any order, with their versions: `tos.v1`. A document that you remove stays
   * accepted.
   */
  readonly documentIds: Output<string[]>;
  /** Who accepted which document, and when. */
  readonly acceptances: Output<AcceptanceResult[]>;
}

/** Settings to sync the repo from another one. */
export interface SyncConfigArgs {
  /**
   * Repo to sync from: its uid, `organization/name`, or a full image reference. The server replaces it by the uid.
   * Your organization needs an entitlement for that repo, or you need pull access to it.
   */
  source: Input<string>;
  /**
   * Repository in Google Artifact Registry that gets a copy of the images. The platform creates a repository with the
   * source's name in it.
   */
  google?: Input<string | undefined>;
  /**
   * Repository in Amazon ECR that gets a copy of the images. The platform creates a repository with the source's name
   * in it.
   */
  amazon?: Input<string | undefined>;
  /**
   * Repository in Azure Container Registry that gets a copy of the images. The platform creates a repository with the
   * source's name in it.
   */
  azure?: Input<string | undefined>;
}

/** Public keys of those repositories, added to `/etc/apk/keys`: 512 KB in total. */
export interface OverlayKeyArgs {
  /** File name of the key, as in the index signature of the repository. Each name must be unique. */
  name: Input<string>;
  /** The key: one PEM block `PUBLIC KEY` (RSA). */
  content: Input<string>;
}

/** Packages and their repositories. */
export interface OverlayContentsArgs {
  /** Packages to add, in any order. The organization must be entitled to them, and their versions must be supported. */
  packages?: Input<Input<string>[] | undefined>;
  /**
   * Package repositories of the image at run time (`/etc/apk/repositories`). They replace the default ones. Each must
   * be
   * an https URL of a public host, and unique. Building does not use them.
   */
  runtimeRepositories?: Input<Input<string>[] | undefined>;
  /** Public keys of those repositories, added to `/etc/apk/keys`: 512 KB in total. */
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
  /** Names of the members, in any order. */
  members?: Input<Input<string>[] | undefined>;
}

/** Users and groups of the image. */
export interface OverlayAccountsArgs {
  /** User that runs the image. */
  runAs?: Input<string | undefined>;
  /** Users to add. */
  users?: Input<NestedInput<OverlayUserArgs>[] | undefined>;
  /** Groups to add. */
  groups?: Input<NestedInput<OverlayGroupArgs>[] | undefined>;
}

/** Certificates to add to the trust stores of the system and of Java: 50 KB in total. */
export interface OverlayCertificateArgs {
  /** File name of the certificate. */
  name: Input<string>;
  /** The certificate: one PEM block (X.509 v3), without a private key. */
  content: Input<string>;
}

/** Certificates that the image trusts. */
export interface OverlayCertificatesArgs {
  /** Certificates to add to the trust stores of the system and of Java: 50 KB in total. */
  additional?: Input<NestedInput<OverlayCertificateArgs>[] | undefined>;
  /** Packages that provide certificates, in any order. */
  providers?: Input<Input<string>[] | undefined>;
}

/**
 * Additions to each image that is built for the repo, which must have `syncConfig`. An overlay cannot remove anything.
 * The
 * organization needs custom assembly. `contents.runtimeRepositories` and `certificates` need an entitlement of their
 * own. A
 * build follows each change, and this API does not show whether it fails.
 */
export interface CustomOverlayArgs {
  /** Packages and their repositories. */
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
  /** uid of the group that contains the repo. */
  parentUid: Input<string>;
  /**
   * Name of the repo, the last part of the pull path. It is in lower case and may contain slashes. Default: the name of
   * the Pulumi resource.
   */
  name?: Input<string> | undefined;
  /** Description of the repo. The default for a syncing repo is that of its source. */
  description?: Input<string | undefined>;
  /**
   * Markdown of the repo's page, without scripts. A syncing repo has that of its source. Only the platform's staff can
   * set it. Leave it out.
   */
  readme?: Input<string | undefined>;
  /** Tier of the catalog. A syncing repo has that of its source. Only the platform's staff can set it. Leave it out. */
  catalogTier?: Input<CatalogTier | undefined>;
  /**
   * Labels that group repos for sales, in any order: `application`, `base`, `fips` and others. A syncing repo has those
   * of its source. Only the platform's staff can set it. Leave it out.
   */
  bundles?: Input<Input<string>[] | undefined>;
  /**
   * Equivalent image names with tags, such as `team/web:latest`, in any order. A syncing repo has those of its source.
   * Only the platform's staff can set it. Leave it out.
   */
  aliases?: Input<Input<string>[] | undefined>;
  /**
   * Tags that are maintained, in any order. A syncing repo has those of its source. Only the platform's staff can set
   * it. Leave it out.
   */
  activeTags?: Input<Input<string>[] | undefined>;
  /** Settings to sync the repo from another one. */
  syncConfig?: NestedInput<SyncConfigArgs> | undefined;
  /**
   * Additions to each image that is built for the repo, which must have `syncConfig`. An overlay cannot remove
   * anything. The
   * organization needs custom assembly. `contents.runtimeRepositories` and `certificates` need an entitlement of their
   * own. A
   * build follows each change, and this API does not show whether it fails.
   */
  customOverlay?: NestedInput<CustomOverlayArgs> | undefined;
}

/** Outputs of a Repo. */
export interface RepoOutputs {
  /** uid of the group that contains the repo. */
  readonly parentUid: Output<string>;
  /** Name of the repo, the last part of the pull path. It is in lower case and may contain slashes. */
  readonly name: Output<string>;
  /** Description of the repo. The default for a syncing repo is that of its source. */
  readonly description: Output<string | undefined>;
  /** Markdown of the repo's page, without scripts. A syncing repo has that of its source. */
  readonly readme: Output<string | undefined>;
  /** Tier of the catalog. A syncing repo has that of its source. */
  readonly catalogTier: Output<CatalogTier | undefined>;
  /**
   * Labels that group repos for sales, in any order: `application`, `base`, `fips` and others. A syncing repo has those
   * of its source.
   */
  readonly bundles: Output<string[] | undefined>;
  /**
   * Equivalent image names with tags, such as `team/web:latest`, in any order. A syncing repo has those of its source.
   */
  readonly aliases: Output<string[] | undefined>;
  /** Tags that are maintained, in any order. A syncing repo has those of its source. */
  readonly activeTags: Output<string[] | undefined>;
  /** Settings to sync the repo from another one. */
  readonly syncConfig: Output<SyncConfigResult | undefined>;
  /**
   * Additions to each image that is built for the repo, which must have `syncConfig`. An overlay cannot remove
   * anything. The
   * organization needs custom assembly. `contents.runtimeRepositories` and `certificates` need an entitlement of their
   * own. A
   * build follows each change, and this API does not show whether it fails.
   */
  readonly customOverlay: Output<CustomOverlayResult | undefined>;
  /** When the repo was created, UTC. */
  readonly createTime: Output<string>;
  /** When the repo was last changed, UTC. */
  readonly updateTime: Output<string | undefined>;
}

/** Inputs of a Tag. */
export interface TagArgs extends CommonArgs {
  /** uid of the repo. */
  parentUid: Input<string>;
  /** Name of the tag, such as `latest`. Default: the name of the Pulumi resource. */
  name?: Input<string> | undefined;
  /** Digest of a manifest that is already in the repo: `sha256:` and 64 hex digits. */
  digest: Input<string>;
  /** Labels that group tags for sales, in any order, with the same values as those of repos. */
  bundles?: Input<Input<string>[] | undefined>;
  /** Whether the tag has reached its end of life. */
  deprecated?: Input<boolean | undefined>;
}

/** Outputs of a Tag. */
export interface TagOutputs {
  /** uid of the repo. */
  readonly parentUid: Output<string>;
  /** Name of the tag, such as `latest`. */
  readonly name: Output<string>;
  /** Digest of a manifest that is already in the repo: `sha256:` and 64 hex digits. */
  readonly digest: Output<string>;
  /** Labels that group tags for sales, in any order, with the same values as those of repos. */
  readonly bundles: Output<string[] | undefined>;
  /** Whether the tag has reached its end of life. */
  readonly deprecated: Output<boolean | undefined>;
  /** When the tag was last moved, UTC. */
  readonly updateTime: Output<string | undefined>;
}

/** Inputs of a Subscription. */
export interface SubscriptionArgs extends CommonArgs {
  /** uid of the group whose events are delivered. The events of all groups below it are included. */
  parentUid: Input<string>;
  /** URL that receives the events by POST: https, of a public host. The preview warns about any other. */
  sink: Input<string>;
}

/** Outputs of a Subscription. */
export interface SubscriptionOutputs {
  /** uid of the group whose events are delivered. The events of all groups below it are included. */
  readonly parentUid: Output<string>;
  /** URL that receives the events by POST: https, of a public host. The preview warns about any other. */
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
  /** Address where the job's ID token is exchanged, on another host than the API (default: `baseUrl`). */
  readonly issuerUrl?: Input<string> | undefined;
  /** Bearer token. It is a secret in the state. */
  readonly token?: Input<string> | undefined;
  /** File with the token. It is read again when it changes and when the server refuses the token. */
  readonly tokenFile?: Input<string> | undefined;
  /** Command that prints a token. It runs again when the token ends or is refused. It is a secret in the state. */
  readonly tokenCommand?: Input<string> | undefined;
  /** uid of the identity to act as, in a CI job that has an ID token. */
  readonly identity?: Input<string> | undefined;
  /** uid of the identity provider to exchange the ID token with. */
  readonly identityProvider?: Input<string> | undefined;
  /** Audience of the tokens from an exchange (default: the address of the platform). */
  readonly audience?: Input<string> | undefined;
  /** uids of the groups that the token is limited to, separated by commas. */
  readonly scopes?: Input<string> | undefined;
  /** Capabilities that the token is limited to, separated by commas. */
  readonly cap?: Input<string> | undefined;
  /** The job's ID token, for CI systems other than GitHub Actions. It is a secret in the state. */
  readonly idToken?: Input<string> | undefined;
  /** File with the job's ID token. */
  readonly idTokenFile?: Input<string> | undefined;
  /** Audience of the ID token to request from GitHub Actions (default: the host where it is exchanged). */
  readonly idTokenAudience?: Input<string> | undefined;
  /** Token issued for the registry. It is a secret in the state. */
  readonly registryToken?: Input<string> | undefined;
  /** Path segment before `history` (default: `_service`). */
  readonly historySegment?: Input<string> | undefined;
  /** Organization whose images are public. */
  readonly publicOrg?: Input<string> | undefined;
  /** The key of the platform's vendor in account associations of the API. Only the input `vendor` needs it. */
  readonly vendor?: Input<string> | undefined;
  /** File with authorities (PEM) to trust, in addition to those of Node. */
  readonly caFile?: Input<string> | undefined;
  /** `http://` or `https://` address of a proxy. It is a secret in the state. */
  readonly proxy?: Input<string> | undefined;
  /** Seconds that one create, read, update or delete may take in all, from 1 to 600 (default: 120). */
  readonly operationTimeout?: Input<string | number> | undefined;
  /**
   * What a create does with an existing object that has the same parent and key. `never` (default) refuses it.
   * `identical` takes it over if it matches the program. `sameKey` takes it over and updates it.
   */
  readonly adoptExisting?: Input<AdoptMode> | undefined;
  /** `debug` writes a line for each request to standard error. */
  readonly log?: Input<string> | undefined;
}
