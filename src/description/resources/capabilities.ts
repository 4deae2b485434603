import type { VerbNeeds } from "../spec/resource";

type Status = "usual" | "staff" | "deprecated";

/** Returns the capabilities of an area: `CAP_IAM_ROLES_CREATE` for IAM_ROLES and CREATE. */
export const capabilitiesOf = <const Area extends string, const Verb extends string>(
  area: Area,
  ...verbs: readonly Verb[]
) => verbs.map((verb) => `CAP_${area}_${verb}` as const);

const withStatus =
  <const S extends Status>(status: S) =>
  <const Area extends string, const Verb extends string>(area: Area, ...verbs: readonly Verb[]) =>
    // The keys are those of the area.
    Object.fromEntries(capabilitiesOf(area, ...verbs).map((name) => [name, status])) as {
      readonly [Name in `CAP_${Area}_${Verb}`]: S;
    };

const usual = withStatus("usual");
const staff = withStatus("staff");
const deprecated = withStatus("deprecated");

/** Every capability of a role in the order of the enum, with its status (platform API: IAM-9, PERM-3). */
const table = {
  CAP_INTERNAL: "staff",
  ...usual("IAM_GROUPS", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("IAM_GROUP_INVITES", "CREATE", "LIST", "DELETE"),
  ...usual("IAM_ROLES", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("IAM_ROLE_BINDINGS", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...deprecated("TENANT_CLUSTERS", "CREATE", "UPDATE", "LIST", "DELETE", "DISCOVER"),
  ...deprecated("TENANT", "RECORDS_LIST", "RECORD_CONTEXTS_LIST"),
  ...usual("TENANT", "RECORD_SIGNATURES_LIST"),
  ...deprecated("TENANT", "RECORD_POLICY_RESULTS_LIST", "RISKS_LIST"),
  ...usual("TENANT", "SBOMS_LIST", "VULN_REPORTS_LIST", "ATTESTATIONS_LIST"),
  ...usual("IAM_ACCOUNT_ASSOCIATIONS", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...deprecated("IAM_POLICY", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("IAM_IDENTITY", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...deprecated("TENANT", "NODES_LIST", "NAMESPACES_LIST", "WORKLOADS_LIST"),
  ...usual("IAM_IDENTITY_PROVIDERS", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("IAM_SCIM", "MANAGE"),
  ...usual("EVENTS_SUBSCRIPTION", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("REPO", "BLOBS_GET", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("MANIFEST", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("TAG", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("MANIFEST", "METADATA_LIST"),
  ...usual("REFERRERS", "LIST"),
  ...staff("REPO", "INTERNAL_ADMIN"),
  ...usual("APK", "BLOBS_GET", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("VERSION", "LIST"),
  ...usual("VULN", "REPORT_CREATE", "REPORT_LIST", "CREATE"),
  ...usual("BUILD_REPORT", "LIST"),
  ...usual("LIBRARIES_ENTITLEMENTS", "CREATE", "LIST", "DELETE"),
  ...usual("LIBRARIES_ARTIFACTS", "LIST"),
  ...usual("LIBRARIES_PYTHON", "LIST", "CREATE"),
  ...usual("LIBRARIES_JAVA", "LIST", "CREATE"),
  ...usual("LIBRARIES_JAVASCRIPT", "LIST", "CREATE"),
  ...usual("LIBRARIES_DOTNET", "LIST", "CREATE"),
  ...usual("LIBRARIES_GO", "LIST", "CREATE"),
  ...usual("LIBRARIES_CACHE", "INVALIDATE", "LIST"),
  ...staff("LIBRARIES_REBUILDER_REQUESTS", "CREATE", "LIST", "CANCEL", "GROUP_UPDATE"),
  ...staff("LIBRARIES_REBUILDER", "ARTIFACTS_INVALIDATE", "EXCLUSIONS_MANAGE"),
  ...staff("LIBRARIES_REBUILDER_BUILDS", "READ", "TOKENS_FETCH", "UNTRUSTED"),
  ...staff("LIBRARIES_REBUILDER", "REMEDIATED_ARTIFACTS_READ"),
  ...staff("LIBRARIES_REBUILDER_NEW_VERSIONS", "READ", "REFRESH"),
  ...staff("LIBRARIES_REBUILDER", "MALWARE_STATUS_READ"),
  ...staff("LIBRARIES_REBUILDER_CVE_REMEDIATIONS", "LIST", "UPDATE"),
  ...staff("LIBRARIES_REBUILDER_SOURCE_COORDINATES", "WRITE", "RESOLVE"),
  ...usual("LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS", "CREATE", "UPDATE", "LIST"),
  ...usual("LIBRARIES_REQUEST_GROUPS", "CREATE", "LIST", "UPDATE", "DELETE", "SUBMIT", "ITEMS_UPDATE"),
  ...staff("LIBRARIES_REQUEST_GROUPS", "REFRESH_COVERAGE", "DELETE_SUBMITTED"),
  ...usual("REGISTRY_ENTITLEMENTS", "LIST", "CREATE", "DELETE", "IMAGES_ADD", "IMAGES_REMOVE", "IMAGES_SWAP"),
  ...usual("REGISTRY_SETTINGS", "LIST", "UPDATE"),
  ...usual("REGISTRY_OVERLAYS", "LIST", "EDIT"),
  ...deprecated("SIGSTORE", "CREATE", "UPDATE", "LIST", "DELETE", "CERTIFICATE_CREATE"),
  ...usual("ADVISORIES", "CREATE", "UPDATE", "LIST", "DELETE", "APPROVE"),
  ...usual("REGISTRY_DEPLOYMENTS", "CREATE"),
  ...staff("REGISTRY_DEPLOYMENTS", "UPDATE"),
  ...usual("REGISTRY_DEPLOYMENTS", "LIST"),
  ...usual("POLICIES_POLICY", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("POLICIES_BINDING", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("POLICIES_DECISION", "LIST"),
  ...usual("POLICIES_OVERRIDE", "CREATE", "LIST", "DELETE"),
  ...usual("REPO", "CHECK_POLICIES"),
  ...usual("PACKAGES_ENTITLEMENTS", "LIST"),
  ...usual("TERMS", "ACCEPT", "LIST"),
  CAP_GULFSTREAM: "usual",
  ...usual("GUARDENER", "DFC_CONVERT", "ASSOCIATION_MANAGE", "ASSOCIATION_LIST"),
  ...staff("GUARDENER", "ENTITLEMENT_MANAGE"),
  ...usual("GUARDENER", "ENTITLEMENT_LIST", "ACTIONS_MIGRATE", "SCAN_LIST", "SCAN_GET"),
  ...usual("MCP_TOOL", "CALL"),
  ...usual("SKILLS", "PUBLISH", "ENTITLEMENTS_CREATE", "ENTITLEMENTS_LIST", "ENTITLEMENTS_DELETE", "LIST"),
  ...staff("SKILLS", "WRITE", "DELETE"),
  ...usual("SKILLS_HARDEN", "READ", "WRITE", "CANCEL"),
  ...usual("ARGOS_DOCUMENTS", "CREATE", "LIST", "DELETE"),
  ...usual("ARGOS_OSV", "READ", "DUMP"),
  ...usual("LIBRARIES_POLICY", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("LIBRARIES_POLICY_BINDING", "CREATE", "UPDATE", "LIST", "DELETE"),
  ...usual("LIBRARIES_POLICY_BLOCK_EVENT", "LIST"),
  ...staff("BUILDAPI", "BUILD_CREATE", "BUILD_LIST", "WORKER_SYNC", "BUILD_CANCEL"),
  ...staff("CASSIE", "CAS_READ", "CAS_WRITE", "AC_READ", "AC_WRITE"),
  ...staff("LOGGIE_LOGS", "READ", "WRITE", "CREATE"),
  ...staff("REX", "EXECUTIONS_CREATE", "EXECUTIONS_LIST", "WORKERS_CONNECT", "CLASS_USE", "CLASS_SERVE"),
  ...usual("ACTIONS", "LIST"),
  ...usual("LIBRARIES_REMOTE_REGISTRIES", "CREATE", "LIST", "DELETE"),
  ...usual("IAM_SCIM_USERS", "LIST"),
} as const satisfies Record<`CAP_${string}`, Status>;

/** Name of a capability, or the zero value of the enum. */
export type Capability = "UNKNOWN" | keyof typeof table;

const names = Object.keys(table) as (keyof typeof table)[]; // The keys are literals of this file.

/** Every capability of a role. The first is the zero value of the enum. */
export const capabilities: readonly Capability[] = ["UNKNOWN", ...names];

/** The needs of a kind whose capabilities have the names of its verbs: `CAP_IAM_ROLES_LIST` and others for IAM_ROLES. */
export const needsOf = (area: string): Required<VerbNeeds> => ({
  see: [`CAP_${area}_LIST`],
  create: [`CAP_${area}_CREATE`],
  update: [`CAP_${area}_UPDATE`],
  delete: [`CAP_${area}_DELETE`],
});

/** Capability that allows a role the staff-only ones too. No customer's role may have it. */
export const INTERNAL = "CAP_INTERNAL" satisfies Capability;

/** Capabilities of the platform's staff. A role without CAP_INTERNAL cannot have them. */
export const staffCapabilities: readonly Capability[] = names.filter(
  (name) => table[name] === "staff" && name !== INTERNAL,
);

export const deprecatedCapabilities: readonly Capability[] = names.filter((name) => table[name] === "deprecated");

/** Warnings that a preview shows for a capability in a role. Most have none. */
export const capabilityWarnings: Readonly<Record<string, string>> = Object.fromEntries([
  ...[INTERNAL, ...staffCapabilities].map((name) => [
    name,
    `is ${name}, which is reserved for roles of the platform's staff. The platform refuses it in any other role. Remove it from the role`,
  ]),
  ...deprecatedCapabilities.map((name) => [name, `is ${name}, which is deprecated`]),
]);
