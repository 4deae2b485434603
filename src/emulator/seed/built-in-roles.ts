import type { Capability } from "../gateway/route";

/** Capabilities of the built-in roles (platform API: PERM-5). Each role includes those of the role that it builds on. */

/** Returns the capabilities of one area: `CAP_IAM_ROLES_CREATE` for IAM_ROLES and CREATE. */
const all = <Area extends string, Verb extends string>(area: Area, ...verbs: readonly Verb[]) =>
  verbs.map((verb) => `CAP_${area}_${verb}` as const);

const consoleViewer: readonly Capability[] = [
  ...all("IAM", "GROUPS_LIST", "GROUP_INVITES_LIST", "ROLES_LIST", "ROLE_BINDINGS_LIST"),
  ...all("TENANT", "RECORD_SIGNATURES_LIST", "SBOMS_LIST", "VULN_REPORTS_LIST"),
  ...all("IAM", "ACCOUNT_ASSOCIATIONS_LIST", "IDENTITY_LIST", "IDENTITY_PROVIDERS_LIST"),
  "CAP_EVENTS_SUBSCRIPTION_LIST",
  "CAP_REPO_LIST",
  "CAP_MANIFEST_LIST",
  "CAP_TAG_LIST",
  "CAP_MANIFEST_METADATA_LIST",
  "CAP_REFERRERS_LIST",
  "CAP_APK_LIST",
  "CAP_VERSION_LIST",
  "CAP_VULN_REPORT_LIST",
  "CAP_BUILD_REPORT_LIST",
  ...all("LIBRARIES", "ENTITLEMENTS_LIST", "ARTIFACTS_LIST", "CACHE_LIST", "AWS_MARKETPLACE_SUBSCRIPTIONS_LIST"),
  "CAP_LIBRARIES_REQUEST_GROUPS_LIST",
  ...all("REGISTRY", "ENTITLEMENTS_LIST", "SETTINGS_LIST", "OVERLAYS_LIST"),
  "CAP_ADVISORIES_LIST",
  "CAP_REGISTRY_DEPLOYMENTS_LIST",
  ...all("POLICIES", "POLICY_LIST", "BINDING_LIST", "DECISION_LIST", "OVERRIDE_LIST"),
  "CAP_PACKAGES_ENTITLEMENTS_LIST",
  "CAP_GUARDENER_ENTITLEMENT_LIST",
  ...all("GUARDENER_SCAN", "LIST", "GET"),
  ...all("SKILLS", "ENTITLEMENTS_LIST", "LIST"),
  ...all("LIBRARIES", "POLICY_LIST", "POLICY_BINDING_LIST", "POLICY_BLOCK_EVENT_LIST"),
  "CAP_ACTIONS_LIST",
  "CAP_LIBRARIES_REMOTE_REGISTRIES_LIST",
];

const viewer: readonly Capability[] = [
  ...consoleViewer,
  "CAP_REPO_BLOBS_GET",
  "CAP_APK_BLOBS_GET",
  "CAP_TERMS_LIST",
  ...all("GUARDENER", "DFC_CONVERT", "ASSOCIATION_LIST", "ACTIONS_MIGRATE"),
];

const editor: readonly Capability[] = [
  ...viewer,
  ...all("EVENTS_SUBSCRIPTION", "CREATE", "UPDATE", "DELETE"),
  ...all("REPO", "CREATE", "UPDATE", "DELETE"),
  ...all("LIBRARIES_REQUEST_GROUPS", "CREATE", "UPDATE", "DELETE"),
  "CAP_LIBRARIES_REQUEST_GROUPS_ITEMS_UPDATE",
  "CAP_REGISTRY_OVERLAYS_EDIT",
];

const owner: readonly Capability[] = [
  ...editor,
  ...all("IAM_GROUPS", "CREATE", "UPDATE", "DELETE"),
  ...all("IAM_GROUP_INVITES", "CREATE", "DELETE"),
  ...all("IAM_ROLES", "CREATE", "UPDATE", "DELETE"),
  ...all("IAM_ROLE_BINDINGS", "CREATE", "UPDATE", "DELETE"),
  ...all("IAM_ACCOUNT_ASSOCIATIONS", "CREATE", "UPDATE", "DELETE"),
  ...all("IAM_IDENTITY", "CREATE", "UPDATE", "DELETE"),
  ...all("IAM_IDENTITY_PROVIDERS", "CREATE", "UPDATE", "DELETE"),
  "CAP_IAM_SCIM_MANAGE",
  ...all("MANIFEST", "CREATE", "UPDATE", "DELETE"),
  ...all("TAG", "CREATE", "UPDATE", "DELETE"),
  ...all("APK", "CREATE", "DELETE"),
  "CAP_VULN_REPORT_CREATE",
  "CAP_VULN_CREATE",
  ...all("LIBRARIES_ENTITLEMENTS", "CREATE", "DELETE"),
  ...all("LIBRARIES_PYTHON", "LIST", "CREATE"),
  ...all("LIBRARIES_JAVA", "LIST", "CREATE"),
  ...all("LIBRARIES_JAVASCRIPT", "LIST", "CREATE"),
  ...all("LIBRARIES_DOTNET", "LIST", "CREATE"),
  ...all("LIBRARIES_GO", "LIST", "CREATE"),
  "CAP_LIBRARIES_CACHE_INVALIDATE",
  ...all("LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS", "CREATE", "UPDATE"),
  "CAP_LIBRARIES_REQUEST_GROUPS_SUBMIT",
  ...all("REGISTRY_ENTITLEMENTS_IMAGES", "ADD", "REMOVE", "SWAP"),
  ...all("POLICIES_POLICY", "CREATE", "UPDATE", "DELETE"),
  ...all("POLICIES_BINDING", "CREATE", "UPDATE", "DELETE"),
  ...all("POLICIES_OVERRIDE", "CREATE", "DELETE"),
  "CAP_REPO_CHECK_POLICIES",
  "CAP_TERMS_ACCEPT",
  "CAP_GUARDENER_ASSOCIATION_MANAGE",
  "CAP_MCP_TOOL_CALL",
  "CAP_SKILLS_PUBLISH",
  ...all("SKILLS_ENTITLEMENTS", "CREATE", "DELETE"),
  ...all("SKILLS_HARDEN", "READ", "WRITE", "CANCEL"),
  ...all("LIBRARIES_POLICY", "CREATE", "UPDATE", "DELETE"),
  ...all("LIBRARIES_POLICY_BINDING", "CREATE", "UPDATE", "DELETE"),
  ...all("LIBRARIES_REMOTE_REGISTRIES", "CREATE", "DELETE"),
];

const pull: readonly Capability[] = [
  "CAP_IAM_GROUPS_LIST",
  ...all("TENANT", "RECORD_SIGNATURES_LIST", "SBOMS_LIST", "VULN_REPORTS_LIST"),
  ...all("REPO", "BLOBS_GET", "LIST"),
  "CAP_MANIFEST_LIST",
  "CAP_TAG_LIST",
  "CAP_MANIFEST_METADATA_LIST",
  "CAP_REFERRERS_LIST",
];

const push: readonly Capability[] = [
  ...pull,
  "CAP_IAM_GROUPS_CREATE",
  ...all("REPO", "CREATE", "UPDATE", "DELETE"),
  ...all("MANIFEST", "CREATE", "UPDATE", "DELETE"),
  ...all("TAG", "CREATE", "UPDATE", "DELETE"),
];

const registryEditor: readonly Capability[] = [
  ...pull,
  ...all("REPO", "CREATE", "UPDATE", "DELETE"),
  ...all("REGISTRY_OVERLAYS", "LIST", "EDIT"),
];

/** A published recipe for a role of its own that equals this one (platform API: PERM-7). */
const pullTokenCreator: readonly Capability[] = [
  "CAP_APK_LIST",
  ...all("IAM", "GROUPS_LIST", "IDENTITY_CREATE", "ROLE_BINDINGS_CREATE", "ROLES_LIST"),
  "CAP_MANIFEST_LIST",
  "CAP_MANIFEST_METADATA_LIST",
  "CAP_REPO_LIST",
  "CAP_TAG_LIST",
  ...all("TENANT", "RECORD_SIGNATURES_LIST", "SBOMS_LIST", "VULN_REPORTS_LIST"),
];

/** What is public: that of a viewer, and creating pull tokens with their role bindings (platform API: PERM-7). */
const limitedOwner: readonly Capability[] = [...viewer, ...all("IAM", "IDENTITY_CREATE", "ROLE_BINDINGS_CREATE")];

/** The roles of one language. Their capabilities are not public, so these are the fewest with which a pull token can be made. */
const ofLanguage = (language: "java" | "javascript" | "python"): typeof builtInRoles => {
  const list = `CAP_LIBRARIES_${upper(language)}_LIST` as const;
  const creates = all("IAM", "GROUPS_LIST", "IDENTITY_CREATE", "ROLE_BINDINGS_CREATE", "ROLES_LIST");
  return [
    [`libraries.${language}.pull`, GUESSED, ["CAP_IAM_GROUPS_LIST", list]],
    [`libraries.${language}.pull_token_creator`, GUESSED, [...creates, list]],
  ];
};

const GUESSED = "Built-in role, whose capabilities the emulator guesses";

// The type of toUpperCase is string.
const upper = <Name extends string>(name: Name): Uppercase<Name> => name.toUpperCase() as Uppercase<Name>;

export const builtInRoles: readonly (readonly [name: string, description: string, granted: readonly Capability[]])[] = [
  ["viewer", "Viewer Role (built-in)", viewer],
  ["editor", "Editor Role (built-in)", editor],
  ["owner", "Owner Role (built-in)", owner],
  ["registry.pull", "Registry pull Role (built-in)", pull],
  ["apk.pull", "APK pull Role (built-in)", ["CAP_IAM_GROUPS_LIST", "CAP_APK_LIST", "CAP_APK_BLOBS_GET"]],
  ["registry.push", "Registry push Role (built-in)", push],
  ["registry.editor", "Registry editor Role (built-in)", registryEditor],
  ["console_viewer", "Console viewer Role (built-in)", consoleViewer],
  ["registry.pull_token_creator", "Registry pull token creator Role (built-in)", pullTokenCreator],
  ["limited_owner", GUESSED, limitedOwner],
  ...ofLanguage("java"),
  ...ofLanguage("javascript"),
  ...ofLanguage("python"),
];
