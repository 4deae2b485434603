import { capabilitiesOf as all, type Capability } from "../../description/resources/capabilities";

/** Capabilities of the built-in roles (platform API: PERM-5). Each role includes those of the role that it builds on. */

const seeing = <const Area extends string>(...areas: readonly Area[]) =>
  areas.map((area) => `CAP_${area}_LIST` as const);

const changing = <const Area extends string>(...areas: readonly Area[]) =>
  areas.flatMap((area) => all(area, "CREATE", "UPDATE", "DELETE"));

const consoleViewer: readonly Capability[] = [
  ...seeing("IAM_GROUPS", "IAM_GROUP_INVITES", "IAM_ROLES", "IAM_ROLE_BINDINGS"),
  ...seeing("IAM_ACCOUNT_ASSOCIATIONS", "IAM_IDENTITY", "IAM_IDENTITY_PROVIDERS"),
  ...seeing("TENANT_RECORD_SIGNATURES", "TENANT_SBOMS", "TENANT_VULN_REPORTS"),
  ...seeing("EVENTS_SUBSCRIPTION", "REPO", "MANIFEST", "MANIFEST_METADATA", "TAG", "REFERRERS", "APK", "VERSION"),
  ...seeing("VULN_REPORT", "BUILD_REPORT", "ADVISORIES", "ACTIONS", "PACKAGES_ENTITLEMENTS"),
  ...seeing("LIBRARIES_ENTITLEMENTS", "LIBRARIES_ARTIFACTS", "LIBRARIES_CACHE", "LIBRARIES_REQUEST_GROUPS"),
  ...seeing("LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS", "LIBRARIES_REMOTE_REGISTRIES"),
  ...seeing("LIBRARIES_POLICY", "LIBRARIES_POLICY_BINDING", "LIBRARIES_POLICY_BLOCK_EVENT"),
  ...seeing("REGISTRY_ENTITLEMENTS", "REGISTRY_SETTINGS", "REGISTRY_OVERLAYS", "REGISTRY_DEPLOYMENTS"),
  ...seeing("POLICIES_POLICY", "POLICIES_BINDING", "POLICIES_DECISION", "POLICIES_OVERRIDE"),
  ...seeing("GUARDENER_ENTITLEMENT", "GUARDENER_SCAN", "SKILLS_ENTITLEMENTS", "SKILLS"),
  "CAP_GUARDENER_SCAN_GET",
];

const viewer: readonly Capability[] = [
  ...consoleViewer,
  ...all("REPO", "BLOBS_GET"),
  ...all("APK", "BLOBS_GET"),
  ...seeing("TERMS"),
  ...all("GUARDENER", "DFC_CONVERT", "ASSOCIATION_LIST", "ACTIONS_MIGRATE"),
];

const editor: readonly Capability[] = [
  ...viewer,
  ...changing("EVENTS_SUBSCRIPTION", "REPO", "LIBRARIES_REQUEST_GROUPS"),
  "CAP_LIBRARIES_REQUEST_GROUPS_ITEMS_UPDATE",
  "CAP_REGISTRY_OVERLAYS_EDIT",
];

const owner: readonly Capability[] = [
  ...editor,
  ...changing("IAM_GROUPS", "IAM_ROLES", "IAM_ROLE_BINDINGS", "IAM_ACCOUNT_ASSOCIATIONS", "IAM_IDENTITY"),
  ...changing("IAM_IDENTITY_PROVIDERS", "MANIFEST", "TAG", "POLICIES_POLICY", "POLICIES_BINDING"),
  ...changing("LIBRARIES_POLICY", "LIBRARIES_POLICY_BINDING"),
  ...all("IAM", "GROUP_INVITES_CREATE", "GROUP_INVITES_DELETE", "SCIM_MANAGE"),
  ...all("APK", "CREATE", "DELETE"),
  ...all("VULN", "CREATE", "REPORT_CREATE"),
  ...all("LIBRARIES_ENTITLEMENTS", "CREATE", "DELETE"),
  ...all("LIBRARIES", "PYTHON_LIST", "JAVA_LIST", "JAVASCRIPT_LIST", "DOTNET_LIST", "GO_LIST"),
  ...all("LIBRARIES", "PYTHON_CREATE", "JAVA_CREATE", "JAVASCRIPT_CREATE", "DOTNET_CREATE", "GO_CREATE"),
  ...all("LIBRARIES", "CACHE_INVALIDATE", "REQUEST_GROUPS_SUBMIT"),
  ...all("LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS", "CREATE", "UPDATE"),
  ...all("LIBRARIES_REMOTE_REGISTRIES", "CREATE", "DELETE"),
  ...all("REGISTRY_ENTITLEMENTS_IMAGES", "ADD", "REMOVE", "SWAP"),
  ...all("POLICIES_OVERRIDE", "CREATE", "DELETE"),
  "CAP_REPO_CHECK_POLICIES",
  "CAP_TERMS_ACCEPT",
  "CAP_GUARDENER_ASSOCIATION_MANAGE",
  "CAP_MCP_TOOL_CALL",
  ...all("SKILLS", "PUBLISH", "ENTITLEMENTS_CREATE", "ENTITLEMENTS_DELETE"),
  ...all("SKILLS_HARDEN", "READ", "WRITE", "CANCEL"),
];

const pull: readonly Capability[] = [
  ...seeing("IAM_GROUPS", "TENANT_RECORD_SIGNATURES", "TENANT_SBOMS", "TENANT_VULN_REPORTS"),
  ...seeing("REPO", "MANIFEST", "MANIFEST_METADATA", "TAG", "REFERRERS"),
  "CAP_REPO_BLOBS_GET",
];

const push: readonly Capability[] = [...pull, "CAP_IAM_GROUPS_CREATE", ...changing("REPO", "MANIFEST", "TAG")];

const registryEditor: readonly Capability[] = [
  ...pull,
  ...changing("REPO"),
  ...all("REGISTRY_OVERLAYS", "LIST", "EDIT"),
];

/** What creating a pull token takes beside the access that the token gets. */
const creatingPullTokens = all("IAM", "GROUPS_LIST", "IDENTITY_CREATE", "ROLE_BINDINGS_CREATE", "ROLES_LIST");

/** A published recipe for a role of its own that equals this one (platform API: PERM-7). */
const pullTokenCreator: readonly Capability[] = [
  ...creatingPullTokens,
  ...seeing("TENANT_RECORD_SIGNATURES", "TENANT_SBOMS", "TENANT_VULN_REPORTS"),
  ...seeing("APK", "REPO", "MANIFEST", "MANIFEST_METADATA", "TAG"),
];

/** What is public: that of a viewer, and creating pull tokens with their role bindings (platform API: PERM-7). */
const limitedOwner: readonly Capability[] = [...viewer, ...all("IAM", "IDENTITY_CREATE", "ROLE_BINDINGS_CREATE")];

/** The roles of one language. Their capabilities are not public, so these are the fewest with which a pull token can be made. */
const ofLanguage = (language: "JAVA" | "JAVASCRIPT" | "PYTHON"): typeof builtInRoles => {
  const area = `libraries.${language.toLowerCase()}`;
  const list = `CAP_LIBRARIES_${language}_LIST` as const;
  return [
    [`${area}.pull`, GUESSED, ["CAP_IAM_GROUPS_LIST", list]],
    [`${area}.pull_token_creator`, GUESSED, [...creatingPullTokens, list]],
  ];
};

const GUESSED = "Built-in role, whose capabilities the emulator guesses";

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
  ...ofLanguage("JAVA"),
  ...ofLanguage("JAVASCRIPT"),
  ...ofLanguage("PYTHON"),
];
