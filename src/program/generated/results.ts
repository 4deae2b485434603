// Made from src/description/resources and src/description/operations by `npm run docs`. Change those.
import type { Entity } from "../lookups/answers";

/** Values of `kind`, by the names that the API has for them; the first means "not set". */
export type OrganizationKind =
  | "ORG_KIND_UNSPECIFIED"
  | "ORG_KIND_STARTER"
  | "ORG_KIND_CUSTOMER"
  | "ORG_KIND_DEV"
  | "ORG_KIND_INFRA"
  | "ORG_KIND_AWS_MARKETPLACE";

/** Values of `status`, by the names that the API has for them; the first means "not set". */
export type OrganizationStatus =
  | "ORG_STATUS_UNSPECIFIED"
  | "ORG_STATUS_INITIALIZING"
  | "ORG_STATUS_READY"
  | "ORG_STATUS_SUSPENDED";

/** Values of `servicePrincipal`, by the names that the API has for them; the first means "not set". */
export type ServicePrincipal =
  | "SERVICE_PRINCIPAL_UNSPECIFIED"
  | "SERVICE_PRINCIPAL_COSIGNED"
  | "SERVICE_PRINCIPAL_INGESTER"
  | "SERVICE_PRINCIPAL_CATALOG_SYNCER"
  | "SERVICE_PRINCIPAL_APKO_BUILDER"
  | "SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER"
  | "SERVICE_PRINCIPAL_TENANT_SCANNER"
  | "SERVICE_PRINCIPAL_SEDIMENTOLOGY"
  | "SERVICE_PRINCIPAL_SKILLUP"
  | "SERVICE_PRINCIPAL_MATERIALIZER"
  | "SERVICE_PRINCIPAL_MICROFLOW"
  | "SERVICE_PRINCIPAL_GUARDENER"
  | "SERVICE_PRINCIPAL_MICROVM"
  | "SERVICE_PRINCIPAL_SKILLS"
  | "SERVICE_PRINCIPAL_SANDBOX";

/** Values of `capabilities`, by the names that the API has for them; the first means "not set". */
export type Capability =
  | "UNKNOWN"
  | "CAP_INTERNAL"
  | "CAP_IAM_GROUPS_CREATE"
  | "CAP_IAM_GROUPS_UPDATE"
  | "CAP_IAM_GROUPS_LIST"
  | "CAP_IAM_GROUPS_DELETE"
  | "CAP_IAM_GROUP_INVITES_CREATE"
  | "CAP_IAM_GROUP_INVITES_LIST"
  | "CAP_IAM_GROUP_INVITES_DELETE"
  | "CAP_IAM_ROLES_CREATE"
  | "CAP_IAM_ROLES_UPDATE"
  | "CAP_IAM_ROLES_LIST"
  | "CAP_IAM_ROLES_DELETE"
  | "CAP_IAM_ROLE_BINDINGS_CREATE"
  | "CAP_IAM_ROLE_BINDINGS_UPDATE"
  | "CAP_IAM_ROLE_BINDINGS_LIST"
  | "CAP_IAM_ROLE_BINDINGS_DELETE"
  | "CAP_TENANT_CLUSTERS_CREATE"
  | "CAP_TENANT_CLUSTERS_UPDATE"
  | "CAP_TENANT_CLUSTERS_LIST"
  | "CAP_TENANT_CLUSTERS_DELETE"
  | "CAP_TENANT_CLUSTERS_DISCOVER"
  | "CAP_TENANT_RECORDS_LIST"
  | "CAP_TENANT_RECORD_CONTEXTS_LIST"
  | "CAP_TENANT_RECORD_SIGNATURES_LIST"
  | "CAP_TENANT_RECORD_POLICY_RESULTS_LIST"
  | "CAP_TENANT_RISKS_LIST"
  | "CAP_TENANT_SBOMS_LIST"
  | "CAP_TENANT_VULN_REPORTS_LIST"
  | "CAP_TENANT_ATTESTATIONS_LIST"
  | "CAP_IAM_ACCOUNT_ASSOCIATIONS_CREATE"
  | "CAP_IAM_ACCOUNT_ASSOCIATIONS_UPDATE"
  | "CAP_IAM_ACCOUNT_ASSOCIATIONS_LIST"
  | "CAP_IAM_ACCOUNT_ASSOCIATIONS_DELETE"
  | "CAP_IAM_POLICY_CREATE"
  | "CAP_IAM_POLICY_UPDATE"
  | "CAP_IAM_POLICY_LIST"
  | "CAP_IAM_POLICY_DELETE"
  | "CAP_IAM_IDENTITY_CREATE"
  | "CAP_IAM_IDENTITY_UPDATE"
  | "CAP_IAM_IDENTITY_LIST"
  | "CAP_IAM_IDENTITY_DELETE"
  | "CAP_TENANT_NODES_LIST"
  | "CAP_TENANT_NAMESPACES_LIST"
  | "CAP_TENANT_WORKLOADS_LIST"
  | "CAP_IAM_IDENTITY_PROVIDERS_CREATE"
  | "CAP_IAM_IDENTITY_PROVIDERS_UPDATE"
  | "CAP_IAM_IDENTITY_PROVIDERS_LIST"
  | "CAP_IAM_IDENTITY_PROVIDERS_DELETE"
  | "CAP_IAM_SCIM_MANAGE"
  | "CAP_EVENTS_SUBSCRIPTION_CREATE"
  | "CAP_EVENTS_SUBSCRIPTION_UPDATE"
  | "CAP_EVENTS_SUBSCRIPTION_LIST"
  | "CAP_EVENTS_SUBSCRIPTION_DELETE"
  | "CAP_REPO_BLOBS_GET"
  | "CAP_REPO_CREATE"
  | "CAP_REPO_UPDATE"
  | "CAP_REPO_LIST"
  | "CAP_REPO_DELETE"
  | "CAP_MANIFEST_CREATE"
  | "CAP_MANIFEST_UPDATE"
  | "CAP_MANIFEST_LIST"
  | "CAP_MANIFEST_DELETE"
  | "CAP_TAG_CREATE"
  | "CAP_TAG_UPDATE"
  | "CAP_TAG_LIST"
  | "CAP_TAG_DELETE"
  | "CAP_MANIFEST_METADATA_LIST"
  | "CAP_REFERRERS_LIST"
  | "CAP_REPO_INTERNAL_ADMIN"
  | "CAP_APK_BLOBS_GET"
  | "CAP_APK_CREATE"
  | "CAP_APK_UPDATE"
  | "CAP_APK_LIST"
  | "CAP_APK_DELETE"
  | "CAP_VERSION_LIST"
  | "CAP_VULN_REPORT_CREATE"
  | "CAP_VULN_REPORT_LIST"
  | "CAP_VULN_CREATE"
  | "CAP_BUILD_REPORT_LIST"
  | "CAP_LIBRARIES_ENTITLEMENTS_CREATE"
  | "CAP_LIBRARIES_ENTITLEMENTS_LIST"
  | "CAP_LIBRARIES_ENTITLEMENTS_DELETE"
  | "CAP_LIBRARIES_ARTIFACTS_LIST"
  | "CAP_LIBRARIES_PYTHON_LIST"
  | "CAP_LIBRARIES_PYTHON_CREATE"
  | "CAP_LIBRARIES_JAVA_LIST"
  | "CAP_LIBRARIES_JAVA_CREATE"
  | "CAP_LIBRARIES_JAVASCRIPT_LIST"
  | "CAP_LIBRARIES_JAVASCRIPT_CREATE"
  | "CAP_LIBRARIES_DOTNET_LIST"
  | "CAP_LIBRARIES_DOTNET_CREATE"
  | "CAP_LIBRARIES_GO_LIST"
  | "CAP_LIBRARIES_GO_CREATE"
  | "CAP_LIBRARIES_CACHE_INVALIDATE"
  | "CAP_LIBRARIES_CACHE_LIST"
  | "CAP_LIBRARIES_REBUILDER_REQUESTS_CREATE"
  | "CAP_LIBRARIES_REBUILDER_REQUESTS_LIST"
  | "CAP_LIBRARIES_REBUILDER_REQUESTS_CANCEL"
  | "CAP_LIBRARIES_REBUILDER_REQUESTS_GROUP_UPDATE"
  | "CAP_LIBRARIES_REBUILDER_ARTIFACTS_INVALIDATE"
  | "CAP_LIBRARIES_REBUILDER_EXCLUSIONS_MANAGE"
  | "CAP_LIBRARIES_REBUILDER_BUILDS_READ"
  | "CAP_LIBRARIES_REBUILDER_BUILDS_TOKENS_FETCH"
  | "CAP_LIBRARIES_REBUILDER_BUILDS_UNTRUSTED"
  | "CAP_LIBRARIES_REBUILDER_REMEDIATED_ARTIFACTS_READ"
  | "CAP_LIBRARIES_REBUILDER_NEW_VERSIONS_READ"
  | "CAP_LIBRARIES_REBUILDER_NEW_VERSIONS_REFRESH"
  | "CAP_LIBRARIES_REBUILDER_MALWARE_STATUS_READ"
  | "CAP_LIBRARIES_REBUILDER_CVE_REMEDIATIONS_LIST"
  | "CAP_LIBRARIES_REBUILDER_CVE_REMEDIATIONS_UPDATE"
  | "CAP_LIBRARIES_REBUILDER_SOURCE_COORDINATES_WRITE"
  | "CAP_LIBRARIES_REBUILDER_SOURCE_COORDINATES_RESOLVE"
  | "CAP_LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS_CREATE"
  | "CAP_LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS_UPDATE"
  | "CAP_LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS_LIST"
  | "CAP_LIBRARIES_REQUEST_GROUPS_CREATE"
  | "CAP_LIBRARIES_REQUEST_GROUPS_LIST"
  | "CAP_LIBRARIES_REQUEST_GROUPS_UPDATE"
  | "CAP_LIBRARIES_REQUEST_GROUPS_DELETE"
  | "CAP_LIBRARIES_REQUEST_GROUPS_SUBMIT"
  | "CAP_LIBRARIES_REQUEST_GROUPS_ITEMS_UPDATE"
  | "CAP_LIBRARIES_REQUEST_GROUPS_REFRESH_COVERAGE"
  | "CAP_LIBRARIES_REQUEST_GROUPS_DELETE_SUBMITTED"
  | "CAP_REGISTRY_ENTITLEMENTS_LIST"
  | "CAP_REGISTRY_ENTITLEMENTS_CREATE"
  | "CAP_REGISTRY_ENTITLEMENTS_DELETE"
  | "CAP_REGISTRY_ENTITLEMENTS_IMAGES_ADD"
  | "CAP_REGISTRY_ENTITLEMENTS_IMAGES_REMOVE"
  | "CAP_REGISTRY_ENTITLEMENTS_IMAGES_SWAP"
  | "CAP_REGISTRY_SETTINGS_LIST"
  | "CAP_REGISTRY_SETTINGS_UPDATE"
  | "CAP_REGISTRY_OVERLAYS_LIST"
  | "CAP_REGISTRY_OVERLAYS_EDIT"
  | "CAP_SIGSTORE_CREATE"
  | "CAP_SIGSTORE_UPDATE"
  | "CAP_SIGSTORE_LIST"
  | "CAP_SIGSTORE_DELETE"
  | "CAP_SIGSTORE_CERTIFICATE_CREATE"
  | "CAP_ADVISORIES_CREATE"
  | "CAP_ADVISORIES_UPDATE"
  | "CAP_ADVISORIES_LIST"
  | "CAP_ADVISORIES_DELETE"
  | "CAP_ADVISORIES_APPROVE"
  | "CAP_REGISTRY_DEPLOYMENTS_CREATE"
  | "CAP_REGISTRY_DEPLOYMENTS_UPDATE"
  | "CAP_REGISTRY_DEPLOYMENTS_LIST"
  | "CAP_POLICIES_POLICY_CREATE"
  | "CAP_POLICIES_POLICY_UPDATE"
  | "CAP_POLICIES_POLICY_LIST"
  | "CAP_POLICIES_POLICY_DELETE"
  | "CAP_POLICIES_BINDING_CREATE"
  | "CAP_POLICIES_BINDING_UPDATE"
  | "CAP_POLICIES_BINDING_LIST"
  | "CAP_POLICIES_BINDING_DELETE"
  | "CAP_POLICIES_DECISION_LIST"
  | "CAP_POLICIES_OVERRIDE_CREATE"
  | "CAP_POLICIES_OVERRIDE_LIST"
  | "CAP_POLICIES_OVERRIDE_DELETE"
  | "CAP_REPO_CHECK_POLICIES"
  | "CAP_PACKAGES_ENTITLEMENTS_LIST"
  | "CAP_TERMS_ACCEPT"
  | "CAP_TERMS_LIST"
  | "CAP_GULFSTREAM"
  | "CAP_GUARDENER_DFC_CONVERT"
  | "CAP_GUARDENER_ASSOCIATION_MANAGE"
  | "CAP_GUARDENER_ASSOCIATION_LIST"
  | "CAP_GUARDENER_ENTITLEMENT_MANAGE"
  | "CAP_GUARDENER_ENTITLEMENT_LIST"
  | "CAP_GUARDENER_ACTIONS_MIGRATE"
  | "CAP_GUARDENER_SCAN_LIST"
  | "CAP_GUARDENER_SCAN_GET"
  | "CAP_MCP_TOOL_CALL"
  | "CAP_SKILLS_PUBLISH"
  | "CAP_SKILLS_ENTITLEMENTS_CREATE"
  | "CAP_SKILLS_ENTITLEMENTS_LIST"
  | "CAP_SKILLS_ENTITLEMENTS_DELETE"
  | "CAP_SKILLS_LIST"
  | "CAP_SKILLS_WRITE"
  | "CAP_SKILLS_DELETE"
  | "CAP_SKILLS_HARDEN_READ"
  | "CAP_SKILLS_HARDEN_WRITE"
  | "CAP_SKILLS_HARDEN_CANCEL"
  | "CAP_ARGOS_DOCUMENTS_CREATE"
  | "CAP_ARGOS_DOCUMENTS_LIST"
  | "CAP_ARGOS_DOCUMENTS_DELETE"
  | "CAP_ARGOS_OSV_READ"
  | "CAP_ARGOS_OSV_DUMP"
  | "CAP_LIBRARIES_POLICY_CREATE"
  | "CAP_LIBRARIES_POLICY_UPDATE"
  | "CAP_LIBRARIES_POLICY_LIST"
  | "CAP_LIBRARIES_POLICY_DELETE"
  | "CAP_LIBRARIES_POLICY_BINDING_CREATE"
  | "CAP_LIBRARIES_POLICY_BINDING_UPDATE"
  | "CAP_LIBRARIES_POLICY_BINDING_LIST"
  | "CAP_LIBRARIES_POLICY_BINDING_DELETE"
  | "CAP_LIBRARIES_POLICY_BLOCK_EVENT_LIST"
  | "CAP_BUILDAPI_BUILD_CREATE"
  | "CAP_BUILDAPI_BUILD_LIST"
  | "CAP_BUILDAPI_WORKER_SYNC"
  | "CAP_BUILDAPI_BUILD_CANCEL"
  | "CAP_CASSIE_CAS_READ"
  | "CAP_CASSIE_CAS_WRITE"
  | "CAP_CASSIE_AC_READ"
  | "CAP_CASSIE_AC_WRITE"
  | "CAP_LOGGIE_LOGS_READ"
  | "CAP_LOGGIE_LOGS_WRITE"
  | "CAP_LOGGIE_LOGS_CREATE"
  | "CAP_REX_EXECUTIONS_CREATE"
  | "CAP_REX_EXECUTIONS_LIST"
  | "CAP_REX_WORKERS_CONNECT"
  | "CAP_REX_CLASS_USE"
  | "CAP_REX_CLASS_SERVE"
  | "CAP_ACTIONS_LIST"
  | "CAP_LIBRARIES_REMOTE_REGISTRIES_CREATE"
  | "CAP_LIBRARIES_REMOTE_REGISTRIES_LIST"
  | "CAP_LIBRARIES_REMOTE_REGISTRIES_DELETE"
  | "CAP_IAM_SCIM_USERS_LIST";

/** Values of `managedBy`, by the names that the API has for them; the first means "not set". */
export type ManagedBy = "MANAGED_BY_UNSPECIFIED" | "MANAGED_BY_MANUAL" | "MANAGED_BY_SCIM";

/** Values of `tokenEndpointAuthMethod`, by the names that the API has for them; the first means "not set". */
export type TokenEndpointAuthMethod =
  | "TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED"
  | "TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC"
  | "TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST";

/** Values of `correlationRule`, by the names that the API has for them; the first means "not set". */
export type CorrelationRule =
  | "CORRELATION_RULE_UNSPECIFIED"
  | "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID"
  | "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID";

/** Values of `credentialState`, by the names that the API has for them; the first means "not set". */
export type CredentialState =
  | "CREDENTIAL_STATE_UNSPECIFIED"
  | "CREDENTIAL_STATE_NOT_ISSUED"
  | "CREDENTIAL_STATE_LIVE"
  | "CREDENTIAL_STATE_EXPIRED"
  | "CREDENTIAL_STATE_REVOKED"
  | "CREDENTIAL_STATE_ROTATING";

/** Values of `catalogTier`, by the names that the API has for them; the first means "not set". */
export type CatalogTier =
  | "CATALOG_TIER_UNSPECIFIED"
  | "CATALOG_TIER_APPLICATION"
  | "CATALOG_TIER_BASE"
  | "CATALOG_TIER_FIPS"
  | "CATALOG_TIER_AI"
  | "CATALOG_TIER_DEVTOOLS"
  | "CATALOG_TIER_COMMERCIAL";

/** Values of `status`, by the names that the API has for them; the first means "not set". */
export type AccountCheckStatus = "CHECK_STATUS_UNSPECIFIED" | "CHECK_STATUS_READY" | "CHECK_STATUS_NOT_READY";

/** Values of `result`, by the names that the API has for them; the first means "not set". */
export type StigVerdict =
  | "STIG_RESULT_UNSPECIFIED"
  | "STIG_RESULT_PASS"
  | "STIG_RESULT_FAIL"
  | "STIG_RESULT_ERROR"
  | "STIG_RESULT_UNKNOWN"
  | "STIG_RESULT_NOT_APPLICABLE"
  | "STIG_RESULT_NOT_CHECKED"
  | "STIG_RESULT_NOT_SELECTED"
  | "STIG_RESULT_FIXED"
  | "STIG_RESULT_INFORMATIONAL";

/** Values of `ecosystem`, by the names that the API has for them; the first means "not set". */
export type Ecosystem = "ECOSYSTEM_UNSPECIFIED" | "ECOSYSTEM_JAVA" | "ECOSYSTEM_PYTHON";

/** Values of `reviewState`, by the names that the API has for them; the first means "not set". */
export type ReviewState =
  | "REVIEW_STATE_UNSPECIFIED"
  | "REVIEW_STATE_PENDING"
  | "REVIEW_STATE_APPROVED"
  | "REVIEW_STATE_REQUEST_CHANGES"
  | "REVIEW_STATE_REJECTED";

/** Values of `type`, by the names that the API has for them; the first means "not set". */
export type FalsePositiveReason =
  | "TYPE_UNSPECIFIED"
  | "TYPE_VULNERABILITY_RECORD_ANALYSIS_CONTESTED"
  | "TYPE_COMPONENT_VULNERABILITY_MISMATCH"
  | "TYPE_VULNERABLE_CODE_VERSION_NOT_USED"
  | "TYPE_VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE"
  | "TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH"
  | "TYPE_VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY"
  | "TYPE_INLINE_MITIGATIONS_EXIST";

/** Values of `type`, by the names that the API has for them; the first means "not set". */
export type SeverityType = "TYPE_UNSPECIFIED" | "TYPE_CVSS_V2" | "TYPE_CVSS_V3" | "TYPE_CVSS_V4";

/** Values of `type`, by the names that the API has for them; the first means "not set". */
export type ReferenceType =
  | "TYPE_UNSPECIFIED"
  | "TYPE_ADVISORY"
  | "TYPE_ARTICLE"
  | "TYPE_DETECTION"
  | "TYPE_DISCUSSION"
  | "TYPE_REPORT"
  | "TYPE_FIX"
  | "TYPE_INTRODUCED"
  | "TYPE_PACKAGE"
  | "TYPE_EVIDENCE"
  | "TYPE_WEB";

/** Values of `severity`, by the names that the API has for them; the first means "not set". */
export type SeverityLevel =
  | "SEVERITY_LEVEL_UNSPECIFIED"
  | "SEVERITY_LEVEL_LOW"
  | "SEVERITY_LEVEL_MEDIUM"
  | "SEVERITY_LEVEL_HIGH"
  | "SEVERITY_LEVEL_CRITICAL"
  | "SEVERITY_LEVEL_NEGLIGIBLE"
  | "SEVERITY_LEVEL_UNKNOWN";

/** Values of `kind`, by the names that the API has for them; the first means "not set". */
export type Kind =
  | "ORG_KIND_UNSPECIFIED"
  | "ORG_KIND_STARTER"
  | "ORG_KIND_CUSTOMER"
  | "ORG_KIND_DEV"
  | "ORG_KIND_INFRA"
  | "ORG_KIND_AWS_MARKETPLACE";

/** Values of `status`, by the names that the API has for them; the first means "not set". */
export type Status = "ORG_STATUS_UNSPECIFIED" | "ORG_STATUS_INITIALIZING" | "ORG_STATUS_READY" | "ORG_STATUS_SUSPENDED";

/** A group, as the platform returns it. */
export interface GroupResult extends Entity {
  /** Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. */
  name: string;
  /** Description, in one line of text. */
  description?: string | undefined;
  /** Kind of the organization that contains the group, taken from its root. */
  kind?: OrganizationKind | undefined;
  /**
   * State of the organization of the group: `INITIALIZING` until it is set up, then `READY`. Members cannot use a
   * `SUSPENDED` one.
   */
  status?: OrganizationStatus | undefined;
  /** Whether the platform's staff has verified the organization. */
  verified?: boolean | undefined;
  /** Greatest number of resources, by kind of resource. */
  resourceLimits?: Record<string, number> | undefined;
  /** When the group was created, UTC. */
  createTime: string;
  /** When the group was last changed, UTC. */
  updateTime: string;
}

/** Rule for OIDC tokens: their claims must match. The caller passes the uid of the identity in the token exchange. */
export interface ClaimMatchResult {
  /** Exact issuer URL of the token (`iss`). */
  issuer?: string | undefined;
  /** Pattern (RE2) of accepted issuers. Write `^…$`, because the platform may also match a part of the value. */
  issuerPattern?: string | undefined;
  /** Exact subject of the token (`sub`). */
  subject?: string | undefined;
  /** Pattern (RE2) of accepted subjects. Write `^…$`, because the platform may also match a part of the value. */
  subjectPattern?: string | undefined;
  /**
   * Exact audience of the token (`aud`). Default, if there is no pattern either: the host name of the platform's
   * issuer.
   */
  audience?: string | undefined;
  /** Pattern (RE2) of accepted audiences. Write `^…$`, because the platform may also match a part of the value. */
  audiencePattern?: string | undefined;
  /** Other claims and their exact values. */
  claims?: Record<string, string> | undefined;
  /** Other claims and the patterns (RE2) of their values. Write `^…$`. */
  claimPatterns?: Record<string, string> | undefined;
}

/**
 * Rule for AWS callers, who send a signed GetCallerIdentity request. This way is old. Prefer `claimMatch` with an OIDC
 * token of AWS.
 */
export interface AwsIdentityResult {
  /** Account number of twelve digits. */
  awsAccount: string;
  /** Exact UserId of GetCallerIdentity. A role needs a pattern, because its UserId is `ROLE_UNIQUE_ID:SESSION`. */
  userId?: string | undefined;
  /** Pattern (RE2) of accepted UserIds. Write `^…$`, because the platform may also match a part of the value. */
  userIdPattern?: string | undefined;
  /**
   * Exact ARN of GetCallerIdentity. A role needs a pattern, because its ARN is
   * `arn:aws:sts::ACCOUNT:assumed-role/ROLE/SESSION`.
   */
  arn?: string | undefined;
  /** Pattern (RE2) of accepted ARNs. Write `^…$`, because the platform may also match a part of the value. */
  arnPattern?: string | undefined;
}

/**
 * Rule for tokens of an issuer that the platform cannot reach, such as a private cluster. You register the keys of the
 * issuer here. The identity stops working when the issuer rotates them.
 */
export interface StaticKeysResult {
  /** Issuer of the token (`iss`). */
  issuer: string;
  /** Exact subject of the token (`sub`). */
  subject: string;
  /** JSON Web Key Set of the issuer, as JSON text. */
  issuerKeys: string;
  /**
   * When the identity expires, UTC: at most 365 days ahead, which is the default. An expired identity is still listed.
   */
  expirationTime?: string | undefined;
  /** Audience of the token, exactly one. */
  audiences?: string[] | undefined;
}

/** An identity, as the platform returns it. */
export interface IdentityResult extends Entity {
  /** Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. */
  name: string;
  /** Description, in one line of text. */
  description?: string | undefined;
  /** Rule for OIDC tokens: their claims must match. The caller passes the uid of the identity in the token exchange. */
  claimMatch?: ClaimMatchResult | undefined;
  /**
   * Rule for AWS callers, who send a signed GetCallerIdentity request. This way is old. Prefer `claimMatch` with an
   * OIDC token of AWS.
   */
  awsIdentity?: AwsIdentityResult | undefined;
  /**
   * Rule for tokens of an issuer that the platform cannot reach, such as a private cluster. You register the keys of
   * the
   * issuer here. The identity stops working when the issuer rotates them.
   */
  staticKeys?: StaticKeysResult | undefined;
  /** Service of the platform that may act as this identity. `serviceBindings` of an account association refer to it. */
  servicePrincipal?: ServicePrincipal | undefined;
  /** E-mail address of a person, if the token of the last sign-in contained it as verified. */
  email?: string | undefined;
  /** E-mail address of a person, if the token of the last sign-in contained it as unverified. */
  emailUnverified?: string | undefined;
  /** Company of the identity. A person can set their own, so it stays unchanged when omitted. */
  company?: string | undefined;
  /** When a token was last exchanged for the identity, UTC. Initially, when the identity was created. */
  lastSeenTime?: string | undefined;
  /** When the identity was created, UTC. */
  createTime: string;
  /** When the identity was last changed, UTC. */
  updateTime: string;
}

/** A role, as the platform returns it. A built-in role has no parent. */
export interface RoleResult extends Entity {
  /** Name: lower-case letters, digits, space, dot, `_` and `-`. */
  name: string;
  /** Description, in one line of text. */
  description?: string | undefined;
  /**
   * Capabilities, in any order, at least one. A change holds for everybody within an hour. Those only for staff are
   * refused.
   */
  capabilities: Capability[];
  /** When the role was created, UTC. */
  createTime: string;
  /** When the role was last changed, UTC. */
  updateTime: string;
}

/** The identity, as it was when the binding was last read. */
export interface RoleBindingIdentityResult {
  /** uid of the identity. */
  uid: string;
  /** Name of the identity. */
  name: string;
  /** Description of the identity. */
  description?: string | undefined;
  /** Subject in the `claimMatch` of the identity. Empty for other kinds of identity. */
  subject?: string | undefined;
  /** Issuer in the `claimMatch` of the identity. Empty for other kinds of identity. */
  issuer?: string | undefined;
  /** Verified e-mail address of a person. */
  email?: string | undefined;
}

/** The group, as it was when the binding was last read. */
export interface RoleBindingGroupResult {
  /** uid of the group. */
  uid: string;
  /** Name of the group. */
  name: string;
  /** Description of the group. */
  description?: string | undefined;
}

/** The role, as it was when the binding was last read. */
export interface RoleBindingRoleResult {
  /** uid of the role. */
  uid: string;
  /** Name of the role. */
  name: string;
  /** Description of the role. */
  description?: string | undefined;
}

/** A role binding, as the platform returns it, with its identity, group and role. */
export interface RoleBindingResult extends Entity {
  /** uid of the identity that gets the role. */
  identityUid: string;
  /** uid of the role that the identity gets. */
  roleUid: string;
  /** The identity, as it was when the binding was last read. */
  identity: RoleBindingIdentityResult;
  /** The group, as it was when the binding was last read. */
  group: RoleBindingGroupResult;
  /** The role, as it was when the binding was last read. */
  role: RoleBindingRoleResult;
  /** Who manages the binding. The platform refuses changes of one that SCIM manages. */
  managedBy?: ManagedBy | undefined;
  /** uid of the identity provider whose SCIM manages the binding. */
  managedByUidp?: string | undefined;
  /** When the binding was created, UTC. */
  createTime: string;
}

/**
 * The OpenID Connect provider. It needs a public discovery endpoint, only the authorization-code grant, and the
 * redirect address `https://<issuer host>/oauth/callback`.
 */
export interface OidcResult {
  /** Issuer URL of the provider. */
  issuer: string;
  /** Client id that the provider has given to the platform. */
  clientId: string;
  /**
   * Scopes besides `openid`, in any order. Sign-in works fully only with `email` and `profile`. The groups claim may
   * need another one.
   */
  additionalScopes?: string[] | undefined;
  /**
   * Claim that lists a person's groups. Without it, mappings have no effect. Entra omits the claim for people in more
   * than 200 groups, so configure it to send only the mapped groups.
   */
  groupsClaim?: string | undefined;
  /** How the client secret is sent to the token endpoint: by HTTP Basic, or in the body. */
  tokenEndpointAuthMethod?: TokenEndpointAuthMethod | undefined;
  /** Whether to use Proof Key for Code Exchange, with or without a client secret. The provider must support it. */
  pkceEnabled?: boolean | undefined;
  /**
   * Claim that must equal the externalId which SCIM sent for the person. The default `SUB` fits Okta. `OID` fits Entra,
   * and is unsafe if users can edit that claim. The rule can never be changed.
   */
  correlationRule?: CorrelationRule | undefined;
}

/** Provisioning of people by SCIM. It provisions no groups and no roles. */
export interface ScimResult {
  /** Whether people are provisioned now. Switching it off keeps the token, the people and their bindings. */
  enabled?: boolean | undefined;
  /** URL for the SCIM client of the provider. */
  endpointUrl?: string | undefined;
  /**
   * When the token expires, UTC. Unset: there is no token, or it never expires. In the past: it expired or was revoked.
   */
  tokenExpireTime?: string | undefined;
  /** When the former token expires, UTC. Set only while a rotation overlaps. */
  previousTokenExpireTime?: string | undefined;
  /** State of the token. It is independent of whether SCIM is switched on. */
  credentialState?: CredentialState | undefined;
  /** Version of the SCIM settings. */
  etag?: string | undefined;
}

/** An identity provider, as the platform returns it, without its client secret. `scim` is returned by uid only. */
export interface IdentityProviderResult extends Entity {
  /** Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. */
  name: string;
  /** Description, in one line of text. */
  description?: string | undefined;
  /**
   * uid of the role that people get at their first sign-in. A change does not affect people who already have an
   * identity. The caller must have every capability of the role. Required until SCIM is switched on, which clears it
   * on the platform. That is no drift, and only a change in the program sets a role again.
   */
  defaultRole?: string | undefined;
  /**
   * The OpenID Connect provider. It needs a public discovery endpoint, only the authorization-code grant, and the
   * redirect address `https://<issuer host>/oauth/callback`.
   */
  oidc: OidcResult;
  /** Provisioning of people by SCIM. It provisions no groups and no roles. */
  scim?: ScimResult | undefined;
  /** When the identity provider was created, UTC. */
  createTime: string;
  /** When the identity provider was last changed, UTC. */
  updateTime: string;
}

/** A mapping of a group of an identity provider to a role, as the platform returns it. */
export interface ExternalGroupRoleMappingResult extends Entity {
  /** Value of the group in the groups claim, exactly as sent: its name at Okta, its object id at Entra by default. */
  externalGroupId: string;
  /**
   * uid of the role that people of the group get for each session, in addition to their own roles. Lists of role
   * bindings do not show it. The caller must have every capability of the role.
   */
  roleUid: string;
  /**
   * uid of the group in which they get the role. It must be the root group of the organization, which is the default.
   */
  scope: string;
  /** uid of the identity provider, as the platform returns it. */
  identityProviderUid: string;
  /** When the mapping was created, UTC. */
  createTime: string;
}

/** The role, as it was when the invite was last read. */
export interface GroupInviteRoleResult {
  /** uid of the role. */
  uid: string;
  /** Name of the role. */
  name: string;
  /** Description of the role. */
  description?: string | undefined;
  /** Capabilities of the role. */
  capabilities?: Capability[] | undefined;
}

/** An invite, as the platform returns it. Its code was shown once, when it was created. */
export interface GroupInviteResult extends Entity {
  /** uid of the role that a person gets who redeems the invite. */
  roleUid: string;
  /** The only e-mail address that can redeem the invite. Without it, everybody who has the code can. */
  email?: string | undefined;
  /** Whether the invite can be redeemed only once. */
  singleUse?: boolean | undefined;
  /** Id of the key that verifies the code. Treat it as sensitive. */
  keyId?: string | undefined;
  /** When the invite expires, UTC. */
  expirationTime?: string | undefined;
  /** The role, as it was when the invite was last read. */
  role?: GroupInviteRoleResult | undefined;
  /** When the invite was created, UTC. */
  createTime: string;
}

/** Account at Amazon. */
export interface AmazonAccountResult {
  /** Account number of twelve digits. */
  account: string;
}

/** Project at Google. */
export interface GoogleProjectResult {
  /** Id of the project. */
  projectId: string;
  /** Number of the project. */
  projectNumber: string;
}

/** Tenant at Azure. */
export interface AzureTenantResult {
  /** Id of the tenant. */
  tenantId: string;
  /** Application (client) ids, by the component of the platform that uses them. */
  clientIds: Record<string, string>;
}

/** Account in which the app is installed. */
export interface GithubInstallationResult {
  /** Id of the installation. */
  installationId: string;
  /** Name of the account, stored for convenience only. */
  name?: string | undefined;
}

/** Installations, by the id of the app. */
export interface GithubAppResult {
  /** Account in which the app is installed. */
  installations?: GithubInstallationResult[] | undefined;
}

/** Installations of the platform's apps at GitHub. */
export interface GithubAppsResult {
  /** Installations, by the id of the app. */
  appInstallations: Record<string, GithubAppResult>;
}

/** The platform's own services. The setting `platform:vendor` names this block in requests. */
export interface VendorServicesResult {
  /**
   * uid of the identity that each service acts as, by the service. It lies directly in this group, with the service as
   * `servicePrincipal`.
   */
  serviceBindings: Record<string, string>;
}

/** An account association, as the platform returns it. */
export interface AccountAssociationResult extends Entity {
  /** Name: lower-case letters, digits, space, dot, `_` and `-`. */
  name: string;
  /** Description, in one line of text. */
  description?: string | undefined;
  /** Account at Amazon. */
  amazon?: AmazonAccountResult | undefined;
  /** Project at Google. */
  google?: GoogleProjectResult | undefined;
  /** Tenant at Azure. */
  azure?: AzureTenantResult | undefined;
  /** Installations of the platform's apps at GitHub. */
  github?: GithubAppsResult | undefined;
  /** The platform's own services. The setting `platform:vendor` names this block in requests. */
  vendor?: VendorServicesResult | undefined;
  /** When the association was created, UTC. */
  createTime: string;
  /** When the association was last changed, UTC. */
  updateTime: string;
}

/** Settings to sync the repo from another one. */
export interface SyncConfigResult {
  /**
   * Repo to sync from: its uid, `organization/name`, or a full image reference. The server replaces it by the uid.
   * Your organization needs an entitlement for that repo, or you need pull access to it.
   */
  source: string;
  /**
   * Repository in Google Artifact Registry that gets a copy of the images. The platform creates a repository with the
   * source's name in it.
   */
  google?: string | undefined;
  /**
   * Repository in Amazon ECR that gets a copy of the images. The platform creates a repository with the source's name
   * in it.
   */
  amazon?: string | undefined;
  /**
   * Repository in Azure Container Registry that gets a copy of the images. The platform creates a repository with the
   * source's name in it.
   */
  azure?: string | undefined;
  /** Build overlay, as JSON, for images that are rebuilt during the sync. Only the platform's staff can set it. */
  apkoOverlay?: string | undefined;
  /** When the sync stops, UTC: 14 days after its creation. */
  expirationTime?: string | undefined;
  /** Whether each synced tag gets the time of the image as a suffix. This is a setting of the organization. */
  uniqueTags?: boolean | undefined;
  /**
   * Whether the sync continues with images past their end of life, for a grace period. This is a setting of the
   * organization.
   */
  gracePeriod?: boolean | undefined;
}

/** Public keys of those repositories, added to `/etc/apk/keys`: 512 KB in total. */
export interface OverlayKeyResult {
  /** File name of the key, as in the index signature of the repository. Each name must be unique. */
  name: string;
  /** The key: one PEM block `PUBLIC KEY` (RSA). */
  content: string;
}

/** Packages and their repositories. */
export interface OverlayContentsResult {
  /** Packages to add, in any order. The organization must be entitled to them, and their versions must be supported. */
  packages?: string[] | undefined;
  /**
   * Package repositories of the image at run time (`/etc/apk/repositories`). They replace the default ones. Each must
   * be
   * an https URL of a public host, and unique. Building does not use them.
   */
  runtimeRepositories?: string[] | undefined;
  /** Public keys of those repositories, added to `/etc/apk/keys`: 512 KB in total. */
  runtimeKeyring?: OverlayKeyResult[] | undefined;
}

/** Users to add. */
export interface OverlayUserResult {
  /** Name of the user. */
  username: string;
  /** Numeric user id. */
  uid?: number | undefined;
  /** Numeric id of the user's primary group. */
  gid?: number | undefined;
  /** Name of the user's group. */
  groupName?: string | undefined;
  /** Home directory. */
  homeDir?: string | undefined;
  /** Login shell. */
  shell?: string | undefined;
}

/** Groups to add. */
export interface OverlayGroupResult {
  /** Name of the group. */
  groupname: string;
  /** Numeric group id. */
  gid?: number | undefined;
  /** Names of the members, in any order. */
  members?: string[] | undefined;
}

/** Users and groups of the image. */
export interface OverlayAccountsResult {
  /** User that runs the image. */
  runAs?: string | undefined;
  /** Users to add. */
  users?: OverlayUserResult[] | undefined;
  /** Groups to add. */
  groups?: OverlayGroupResult[] | undefined;
}

/** Certificates to add to the trust stores of the system and of Java: 50 KB in total. */
export interface OverlayCertificateResult {
  /** File name of the certificate. */
  name: string;
  /** The certificate: one PEM block (X.509 v3), without a private key. */
  content: string;
}

/** Certificates that the image trusts. */
export interface OverlayCertificatesResult {
  /** Certificates to add to the trust stores of the system and of Java: 50 KB in total. */
  additional?: OverlayCertificateResult[] | undefined;
  /** Packages that provide certificates, in any order. */
  providers?: string[] | undefined;
}

/**
 * Additions to each image that is built for the repo, which must have `syncConfig`. An overlay cannot remove anything.
 * The
 * organization needs custom assembly. `contents.runtimeRepositories` and `certificates` need an entitlement of their
 * own. A
 * build follows each change, and this API does not show whether it fails.
 */
export interface CustomOverlayResult {
  /** Packages and their repositories. */
  contents?: OverlayContentsResult | undefined;
  /** Environment variables of the image. */
  environment?: Record<string, string> | undefined;
  /** Annotations of the image. */
  annotations?: Record<string, string> | undefined;
  /** Users and groups of the image. */
  accounts?: OverlayAccountsResult | undefined;
  /** Certificates that the image trusts. */
  certificates?: OverlayCertificatesResult | undefined;
}

/** A repo, as the platform returns it. getRepoReadme returns its readme. */
export interface RepoResult extends Entity {
  /** Name of the repo, the last part of the pull path. It is in lower case and may contain slashes. */
  name: string;
  /** Description of the repo. The default for a syncing repo is that of its source. */
  description?: string | undefined;
  /** Tier of the catalog. A syncing repo has that of its source. */
  catalogTier?: CatalogTier | undefined;
  /**
   * Labels that group repos for sales, in any order: `application`, `base`, `fips` and others. A syncing repo has those
   * of its source.
   */
  bundles?: string[] | undefined;
  /**
   * Equivalent image names with tags, such as `team/web:latest`, in any order. A syncing repo has those of its source.
   */
  aliases?: string[] | undefined;
  /** Tags that are maintained, in any order. A syncing repo has those of its source. */
  activeTags?: string[] | undefined;
  /** Settings to sync the repo from another one. */
  syncConfig?: SyncConfigResult | undefined;
  /**
   * Additions to each image that is built for the repo, which must have `syncConfig`. An overlay cannot remove
   * anything. The
   * organization needs custom assembly. `contents.runtimeRepositories` and `certificates` need an entitlement of their
   * own. A
   * build follows each change, and this API does not show whether it fails.
   */
  customOverlay?: CustomOverlayResult | undefined;
  /** When the repo was created, UTC. */
  createTime: string;
  /** When the repo was last changed, UTC. */
  updateTime: string;
}

/** A tag, as the platform returns it. */
export interface TagResult extends Entity {
  /** Name of the tag, such as `latest`. */
  name: string;
  /** Digest of a manifest that is already in the repo: `sha256:` and 64 hex digits. */
  digest: string;
  /** Labels that group tags for sales, in any order, with the same values as those of repos. */
  bundles?: string[] | undefined;
  /** Whether the tag has reached its end of life. */
  deprecated?: boolean | undefined;
  /** When the tag was last moved, UTC. */
  updateTime: string;
}

/** A subscription, as the platform returns it. */
export interface SubscriptionResult extends Entity {
  /** URL that receives the events by POST: https, of a public host. The preview warns about any other. */
  sink: string;
}

/** That a document of the terms was accepted, by whom and when. */
export interface TermsAcceptanceResult {
  /** Id of the document. */
  docId: string;
  /** Subject of the identity that accepted it. */
  acceptedBy: string;
  /** When it was accepted, UTC. */
  createTime: string;
  /** uid of the organization where it was accepted. It may be an ancestor. */
  orgUid: string;
}

/** Whether people are provisioned by SCIM. */
export interface ScimEnabledResult {
  /** uid of the identity provider. */
  identityProviderUid: string;
  /** Whether SCIM provisions people. */
  enabled: boolean;
  /** New version of the SCIM settings. */
  etag: string;
}

/** What the caller has said about themselves. */
export interface IdentityMetadataResult {
  /** uid of the caller's identity. */
  uid: string;
  /** Name of the person. */
  name?: string | undefined;
  /** Given name of the person. */
  givenName?: string | undefined;
  /** Family name of the person. */
  familyName?: string | undefined;
  /** Company that the person works for. */
  company?: string | undefined;
  /** Role of the person at the company. */
  jobTitle?: string | undefined;
  /** Product that interests the person. */
  product?: string | undefined;
  /** Whether the person signed up without help. */
  selfServe?: boolean | undefined;
  /** Whether the person wants news by e-mail. */
  updatesOptIn?: boolean | undefined;
  /** Token of the form service for the person. */
  hubspotUtk?: string | undefined;
  /** Last form page that the person sent. */
  latestFormSubmitUrl?: string | undefined;
  /** Last page of the platform that led the person here. */
  latestInternalReferringUrl?: string | undefined;
  /** Campaign that led the person here. */
  utmCampaign?: string | undefined;
  /** Advertisement that led the person here. */
  utmContent?: string | undefined;
  /** Kind of channel that led the person here. */
  utmMedium?: string | undefined;
  /** Site that led the person here. */
  utmSource?: string | undefined;
  /** Words that the person searched for. */
  utmTerm?: string | undefined;
}

/** Whether the platform can work with an account. */
export interface AccountCheckResult {
  /** Whether the account can be used. `READY`: it is configured, and the exchange of credentials worked. */
  status: AccountCheckStatus;
  /** Short code of the reason why it cannot be used: `not configured`. */
  reason?: string | undefined;
  /** Error of the other cloud. */
  message?: string | undefined;
}

/** How large an image is. */
export interface ImageSizeResult {
  /** Size in bytes of all layers and the config for this architecture. */
  size: number;
  /** Architecture of the measured image. */
  architecture: string;
}

/** The verdicts on all rules. */
export interface StigRuleResult {
  /** Identifier of the rule, such as `xccdf_mil.disa.stig_rule_SV-263659r982563_rule`. */
  ruleId: string;
  /** Severity, such as `high`. It is `unknown` if the scan did not record it. */
  severity: string;
  /** The verdict. Only `STIG_RESULT_FAIL` is a finding. */
  result: StigVerdict;
  /** Title of the rule. */
  title?: string | undefined;
  /** Description of the rule. */
  description?: string | undefined;
  /** Id of the innermost group that contains the rule. */
  groupId?: string | undefined;
  /** Title of that group. */
  groupTitle?: string | undefined;
}

/** Number of the group's rules by verdict. */
export interface StigResultCountResult {
  /** The verdict. */
  result: StigVerdict;
  /** Number of rules. */
  count: number;
}

/** The verdicts by group of rules, sorted by the group's id. */
export interface StigGroupResult {
  /** Id of the group. */
  groupId: string;
  /** Title of the group. */
  groupTitle?: string | undefined;
  /** Number of the group's rules by verdict. */
  resultCounts: StigResultCountResult[];
}

/** The verdicts of a scan of an image on the rules of a STIG. */
export interface StigReportResult {
  /** Profile that the scan evaluated. */
  profileId: string;
  /** Start of the scan, UTC. */
  startTime?: string | undefined;
  /** End of the scan, UTC. */
  endTime?: string | undefined;
  /** Image of the scanner. */
  scannerImage?: string | undefined;
  /** Version of the rules. */
  datastreamVersion?: string | undefined;
  /** The verdicts on all rules. */
  rules: StigRuleResult[];
  /** Number of rules by verdict. */
  resultCounts: StigResultCountResult[];
  /** Digest of the manifest that was scanned. A rebuilt image has the report of the image that it was built from. */
  scannedDigest: string;
  /** The verdicts by group of rules, sorted by the group's id. */
  groups: StigGroupResult[];
  /** Architecture of the scanned manifest. */
  architecture?: string | undefined;
  /** SHA-256 of the whole report (XCCDF), in hex digits. */
  xccdfSha256: string;
}

/** A library of one ecosystem. */
export interface ArtifactResult {
  /** Identifier of the artifact, which is part of the path of its versions. */
  uid: string;
  /** Name of the artifact in its ecosystem, such as `com.example:parser`. */
  name: string;
  /** Description of the artifact, from its latest version. */
  description?: string | undefined;
  /** Ecosystem of the artifact. */
  ecosystem: Ecosystem;
  /** Latest version of the artifact. */
  latestVersion?: string | undefined;
  /** Number of versions. */
  versionCount?: number | undefined;
  /** When the first version was published, UTC. */
  createTime: string;
  /** When the latest version was published, UTC. */
  updateTime: string;
}

/** A version of a library. */
export interface ArtifactVersionResult {
  /** Identifier of the version. */
  uid: string;
  /** Name of the artifact. */
  name: string;
  /** The version, such as `1.2.3`. */
  version: string;
  /** Description of the version. */
  description?: string | undefined;
  /** Estimated size in bytes. */
  sizeBytes: number;
  /** When the version was first published, UTC. */
  createTime: string;
  /** When the version was last published, UTC. */
  updateTime: string;
}

/** How many artifacts an ecosystem has. */
export interface EcosystemCountResult {
  /** The ecosystem. */
  ecosystem: Ecosystem;
  /** Number of artifacts. */
  totalCount: number;
}

/** A comparison with names of the National Vulnerability Database found the vulnerability. */
export interface NvdFindingResult {
  /** Name or keyword of the search. */
  cpeSearched?: string | undefined;
  /** Name in the database. */
  cpeFound?: string | undefined;
}

/** A scanner found the vulnerability. */
export interface ScannerFindingResult {
  /** Part of the package that contains the component. */
  subpackage?: string | undefined;
  /** Vulnerable component. */
  component?: string | undefined;
  /** Name of the scanner. */
  scanner?: string | undefined;
  /** Id that the scanner gave the component. */
  componentId?: string | undefined;
  /** Version of the component. */
  componentVersion?: string | undefined;
  /** Language ecosystem of the component, such as `go-module`. */
  componentType?: string | undefined;
  /** Path of the component in the package. */
  componentLocation?: string | undefined;
  /** Version of the scanned package. */
  artifactVersion?: string | undefined;
  /** Version of the scanner. */
  scannerVersion?: string | undefined;
  /** When the scanner's database was built, as RFC 3339. */
  grypeDbBuilt?: string | undefined;
  /** Checksum of the scanner's database. */
  grypeDbChecksum?: string | undefined;
}

/** A scanner or a person found the vulnerability. */
export interface AdvisoryDetectionResult {
  /** A person found the vulnerability. There is no more data. */
  manual?: object | undefined;
  /** A comparison with names of the National Vulnerability Database found the vulnerability. */
  nvdapi?: NvdFindingResult | undefined;
  /** A scanner found the vulnerability. */
  scanv1?: ScannerFindingResult | undefined;
}

/** A version of the artifact contains the fix. An image is safe only after a rebuild with it. */
export interface AdvisoryFixResult {
  /** First version of the artifact without the vulnerability. */
  fixedVersion?: string | undefined;
  /** Note about the fix. */
  note?: string | undefined;
  /** Version of the scanner. */
  scannerVersion?: string | undefined;
  /** When the scanner's database was built, as RFC 3339. */
  grypeDbBuilt?: string | undefined;
  /** Checksum of the scanner's database. */
  grypeDbChecksum?: string | undefined;
}

/** A patch was added to exactly these versions. Other versions are still vulnerable. */
export interface AdvisoryPatchResult {
  /** Patched versions. */
  patchedVersions?: string[] | undefined;
  /** Note about the patches. */
  note?: string | undefined;
}

/** The vulnerable component moved in the artifact. The status of the advisory stays that of the event before. */
export interface AdvisoryMoveResult {
  /** Path of the component before. */
  previousLocation?: string | undefined;
  /** Path of the component now. */
  newLocation?: string | undefined;
  /** Note about the move. */
  note?: string | undefined;
}

/** Value of `truePositiveDetermination`, `analysisNotPlanned`, `fixNotPlanned`, `pendingUpstreamFix`. */
export interface AdvisoryDecisionResult {
  /** Note about the decision. */
  note?: string | undefined;
}

/** The vulnerability does not affect this artifact. The advisory is closed. */
export interface FalsePositiveDeterminationResult {
  /** Why the vulnerability does not affect the artifact. */
  type?: FalsePositiveReason | undefined;
  /** Note about the decision. */
  note?: string | undefined;
}

/** Events of the advisory, in no particular order. `isOpenAdvisory` uses them to decide whether it is open. */
export interface AdvisoryEventResult {
  /** uid of the event. */
  uid: string;
  /** When the event was recorded, UTC. */
  createTime: string;
  /** Person or service account that recorded the event. */
  author: string;
  /** Person who reviewed the event. */
  reviewer?: string | undefined;
  /** State of the review. Only `APPROVED` events count, and the newest decides. `APPROVED` and `REJECTED` are final. */
  reviewState: ReviewState;
  /** Issue about the event. */
  issue?: string | undefined;
  /** Findings of a scanner: JSON, encoded as base64. */
  findings?: string | undefined;
  /** A scanner or a person found the vulnerability. */
  detection?: AdvisoryDetectionResult | undefined;
  /** A version of the artifact contains the fix. An image is safe only after a rebuild with it. */
  fixed?: AdvisoryFixResult | undefined;
  /** A patch was added to exactly these versions. Other versions are still vulnerable. */
  patched?: AdvisoryPatchResult | undefined;
  /** The vulnerable component moved in the artifact. The status of the advisory stays that of the event before. */
  componentLocationChanged?: AdvisoryMoveResult | undefined;
  /** The vulnerability affects this artifact. The advisory is open. */
  truePositiveDetermination?: AdvisoryDecisionResult | undefined;
  /** The vulnerability does not affect this artifact. The advisory is closed. */
  falsePositiveDetermination?: FalsePositiveDeterminationResult | undefined;
  /** Nobody will analyze the vulnerability. The advisory stays open. */
  analysisNotPlanned?: AdvisoryDecisionResult | undefined;
  /**
   * The vulnerability will not be fixed, because the artifact is unsupported or near its end. The advisory stays open.
   */
  fixNotPlanned?: AdvisoryDecisionResult | undefined;
  /** A fix must come from upstream first. The advisory stays open. */
  pendingUpstreamFix?: AdvisoryDecisionResult | undefined;
}

/** Severity by scoring scheme. */
export interface SeverityResult {
  /** Scoring scheme. */
  type: SeverityType;
  /** Score: a CVSS vector or a number, depending on the type. */
  score: string;
}

/** A vulnerability advisory about one component of one artifact. */
export interface AdvisoryResult extends Entity {
  /**
   * Identifier that the platform gave the advisory. Several records can share it. Use `aliases` to find all packages
   * with a CVE.
   */
  advisoryId: string;
  /** Identifier of the same advisory in the former scheme. */
  legacyAdvisoryId?: string | undefined;
  /** Name of the artifact: a package, an image or a library. */
  artifactName: string;
  /** Kind of artifact, such as `apk`, `wheel` or `jar`. */
  artifactType: string;
  /** Architecture of the artifact, such as `x86_64`. */
  artifactArchitecture: string;
  /** Vulnerable component of the artifact. */
  componentName: string;
  /** Language ecosystem of the component, such as `go-module`. */
  componentType: string;
  /** Path of the component in the artifact. */
  componentLocation: string;
  /** Other identifiers of the vulnerability (CVE, GHSA). */
  aliases: string[];
  /** Events of the advisory, in no particular order. `isOpenAdvisory` uses them to decide whether it is open. */
  events: AdvisoryEventResult[];
  /** Severity by scoring scheme, from the vulnerability metadata. */
  severities: SeverityResult[];
  /** Authors of the advisory. */
  author: string;
  /** When the record was created, UTC. The vulnerability may have been known before. */
  createTime: string;
  /** When the record was last changed, UTC. */
  updateTime: string;
  /** When the record was deleted, UTC. */
  deleteTime?: string | undefined;
}

/** A scanner found the vulnerability. */
export interface FeedScannerFindingResult {
  /** Part of the package that contains the component. */
  subpackageName?: string | undefined;
  /** Vulnerable component. */
  componentName?: string | undefined;
  /** Name of the scanner. */
  scanner?: string | undefined;
  /** Id that the scanner gave the component. */
  componentId?: string | undefined;
  /** Version of the component. */
  componentVersion?: string | undefined;
  /** Language ecosystem of the component, such as `go-module`. */
  componentType?: string | undefined;
  /** Path of the component in the package. */
  componentLocation?: string | undefined;
  /** Version of the scanned package. */
  artifactVersion?: string | undefined;
  /** Version of the scanner. */
  scannerVersion?: string | undefined;
  /** When the scanner's database was built, as RFC 3339. */
  grypeDbBuilt?: string | undefined;
  /** Checksum of the scanner's database. */
  grypeDbChecksum?: string | undefined;
}

/** A scanner or a person found the vulnerability. */
export interface FeedDetectionResult {
  /** A person found the vulnerability. There is no more data. */
  manual?: object | undefined;
  /** A comparison with names of the National Vulnerability Database found the vulnerability. */
  nvdapi?: NvdFindingResult | undefined;
  /** A scanner found the vulnerability. */
  scanv1?: FeedScannerFindingResult | undefined;
}

/** A version of the package contains the fix. */
export interface FeedFixResult {
  /** First version without the vulnerability. */
  fixedVersion?: string | undefined;
  /** Version of the scanner. */
  scannerVersion?: string | undefined;
  /** When the scanner's database was built, as RFC 3339. */
  grypeDbBuilt?: string | undefined;
  /** Checksum of the scanner's database. */
  grypeDbChecksum?: string | undefined;
}

/** Events of the advisory. The order is not defined, so sort by `timestamp`. The feed has no review states. */
export interface FeedEventResult {
  /** Time of the event, UTC. */
  timestamp: string;
  /** A scanner or a person found the vulnerability. */
  detection?: FeedDetectionResult | undefined;
  /** A version of the package contains the fix. */
  fixed?: FeedFixResult | undefined;
  /** The vulnerability affects this artifact. The advisory is open. */
  truePositiveDetermination?: AdvisoryDecisionResult | undefined;
  /** The vulnerability does not affect this artifact. The advisory is closed. */
  falsePositiveDetermination?: FalsePositiveDeterminationResult | undefined;
  /** Nobody will analyze the vulnerability. The advisory stays open. */
  analysisNotPlanned?: AdvisoryDecisionResult | undefined;
  /**
   * The vulnerability will not be fixed, because the artifact is unsupported or near its end. The advisory stays open.
   */
  fixNotPlanned?: AdvisoryDecisionResult | undefined;
  /** A fix must come from upstream first. The advisory stays open. */
  pendingUpstreamFix?: AdvisoryDecisionResult | undefined;
}

/** Advisories about the package. */
export interface FeedAdvisoryResult {
  /** Identifier of the advisory. */
  id: string;
  /** Other identifiers of the vulnerability (CVE, GHSA). */
  aliases: string[];
  /** Events of the advisory. The order is not defined, so sort by `timestamp`. The feed has no review states. */
  events: FeedEventResult[];
  /** Distribution that contains the package. */
  packageNamespace?: string | undefined;
}

/** All advisories on one package, as the public feed has them. */
export interface AdvisoryDocumentResult {
  /** Name of the source package (the origin). */
  id: string;
  /** Advisories about the package. */
  advisories: FeedAdvisoryResult[];
}

/** Links to more information. */
export interface ReferenceResult {
  /** Kind of link. */
  type: ReferenceType;
  /** URL of the link. */
  url: string;
}

/** What is known about a vulnerability, whatever it is in. */
export interface VulnerabilityMetadataResult {
  /** Identifier of the vulnerability (CVE or GHSA). */
  id: string;
  /** Summary of the vulnerability in one sentence. */
  summary?: string | undefined;
  /** Full description of the vulnerability. */
  details?: string | undefined;
  /** Links to more information. */
  references: ReferenceResult[];
  /** Severity by scoring scheme. */
  severities: SeverityResult[];
}

/** Vulnerabilities that were resolved on the day. */
export interface ResolvedVulnerabilityResult {
  /** Identifier of the advisory, not of the vulnerability. */
  id: string;
  /** Identifiers of the vulnerability (CVE, GHSA). */
  aliases: string[];
  /** Severity by scoring scheme. */
  cvssSeverities: SeverityResult[];
}

/** The vulnerabilities that images got rid of on one day. */
export interface ResolvedVulnerabilitiesResult {
  /** The day, as a time in UTC. */
  date: string;
  /** Vulnerabilities that were resolved on the day. */
  resolvedVulns: ResolvedVulnerabilityResult[];
}

/** Number of vulnerabilities by severity. */
export interface VulnerabilityCountResult {
  /** The severity. */
  severity: SeverityLevel;
  /** Number of vulnerabilities. */
  count: number;
}

/** How many vulnerabilities an image had on one day. */
export interface VulnerabilityCountsResult {
  /** Full name of the image without a tag, such as `registry.example.com/org/nginx`. */
  repo: string;
  /** Tag of the image. */
  tag: string;
  /** The day, as a time in UTC. */
  date: string;
  /** Number of vulnerabilities by severity. */
  vulnCounts: VulnerabilityCountResult[];
  /** Size of the image in bytes. */
  sizeBytes: number;
  /** Identifiers of all vulnerabilities (CVE). */
  cveIds: string[];
  /** Those of low severity. */
  lowCveIds: string[];
  /** Those of medium severity. */
  medCveIds: string[];
  /** Those of high severity. */
  highCveIds: string[];
  /** Those of critical severity. */
  critCveIds: string[];
  /** Those of negligible severity. */
  negligibleCveIds: string[];
  /** Those of unknown severity. */
  unknownCveIds: string[];
}

/**
 * The OpenID Connect provider. It needs a public discovery endpoint, only the authorization-code grant, and the
 * redirect address `https://<issuer host>/oauth/callback`.
 */
export interface OidcOutput extends OidcResult {
  /**
   * Client secret for the client id. The API never returns it. It is sent when it changes, and encrypted in the state.
   */
  clientSecret?: string | undefined;
}

/** Who accepted which document, and when. */
export interface AcceptanceResult {
  /** Id of the document. */
  docId: string;
  /** Subject of the identity that accepted it. */
  acceptedBy?: string | undefined;
  /** When it was accepted, UTC. */
  createTime: string;
}
