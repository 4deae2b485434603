import type { Emulator } from "../../src/emulator";

/** Puts an object under a parent and answers its uid. */
type Put = (type: string, parentUid: string, body: Readonly<Record<string, unknown>>) => string;

const putInto =
  (emulator: Emulator): Put =>
  (type, parentUid, body) =>
    String(emulator.put(type, parentUid, body).uid);

/** uid of a built-in role. */
const builtIn = (emulator: Emulator, name: string): string =>
  String(emulator.list("iam:Role").find((role) => role.name === name && !String(role.uid).includes("/"))?.uid);

/** An organization as people have it: a mirror, a team with a group inside, CI, sign-in, and a grant from group to group. */
export function smallOrganization(emulator: Emulator): void {
  const put = putInto(emulator);
  const root = emulator.organization.uid;
  const viewer = builtIn(emulator, "viewer");
  const web = put("iam:Group", root, { name: "web", description: 'The "web" team' });
  const frontend = put("iam:Group", web, { name: "frontend" });
  const data = put("iam:Group", root, { name: "data platform" });
  const deployer = put("iam:Role", root, {
    name: "deployer",
    description: "Pushes images",
    capabilities: [
      "CAP_REPO_LIST",
      "CAP_REPO_UPDATE",
      "CAP_TAG_LIST",
      "CAP_MANIFEST_LIST",
      "CAP_TAG_CREATE",
      "CAP_TAG_UPDATE",
    ],
  });
  const ci = put("iam:Identity", web, {
    name: "web-ci",
    description: "Deploys from the main branch",
    claimMatch: {
      issuer: "https://token.actions.example.com",
      subject: "repo:acme/web:ref:refs/heads/main",
      audiencePattern: "^https://.*\\.example\\.com$",
      claims: { environment: "production", "job-workflow": "deploy" },
    },
  });
  const robot = put("iam:Identity", data, {
    name: "nightly",
    awsIdentity: {
      awsAccount: "123456789012",
      userIdPattern: "^AROA.*",
      arn: "arn:aws:sts::123456789012:assumed-role/n/i",
    },
  });
  for (const roleUid of [deployer, viewer]) put("iam:RoleBinding", web, { identityUid: ci, roleUid });
  put("iam:RoleBinding", frontend, { identityUid: robot, roleUid: viewer });
  const login = put("iam:IdentityProvider", root, {
    name: "acme login",
    defaultRole: viewer,
    oidc: {
      issuer: "https://login.example.com",
      clientId: "platform",
      additionalScopes: ["groups"],
      pkceEnabled: true,
    },
  });
  put("iam:ExternalGroupRoleMapping", login, { externalGroupId: "web-people", roleUid: deployer, scope: root });
  const shop = put("registry:Repo", frontend, {
    name: "web/shop",
    bundles: ["application", "featured"],
    catalogTier: "CATALOG_TIER_APPLICATION",
  });
  emulator.edit(shop, { readme: "# shop\n\nRun `make` with ${HOME} set.\n" }, "registry:Repo");
  put("registry:Tag", shop, { name: "stable", digest: `sha256:${"a".repeat(64)}` });
  const source = emulator.list("registry:Repo").find(({ name }) => name === "python");
  put("registry:Repo", data, {
    name: "python",
    sync_config: { source: String(source?.uid) },
    customOverlay: {
      contents: { packages: ["curl", "busybox"] },
      environment: { LOG_LEVEL: "info" },
      certificates: {
        additional: [
          { name: "one.pem", content: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n" },
          { name: "two.pem", content: "-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----\n" },
        ],
      },
    },
  });
  put("iam:AccountAssociation", data, { name: "cloud", amazon: { account: "123456789012" } });
  put("events:Subscription", root, { sink: "https://audit.acme.example.com/events" });
}

/** Further objects: so many groups with what lies in groups, about seven to each. */
export function manyGroups(emulator: Emulator, count: number): void {
  const put = putInto(emulator);
  const root = emulator.organization.uid;
  const editor = builtIn(emulator, "editor");
  const shared = put("iam:Identity", root, { name: "shared ci", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
  let last = shared;
  for (let number = 1; number <= count; number++) {
    const team = put("iam:Group", root, { name: `team ${number}` });
    const inner = put("iam:Group", team, { name: "inner" });
    const identity = put("iam:Identity", team, {
      name: `ci ${number}`,
      claimMatch: {
        issuer: "https://ci.example.com",
        subject: `job:${number}`,
        claimPatterns: { ref: "^refs/(heads|tags)/.*$" },
      },
    });
    const repo = put("registry:Repo", inner, { name: "app", description: `The application of team ${number}` });
    put("registry:Tag", repo, { name: "v1", digest: `sha256:${"b".repeat(64)}`, bundles: ["base"] });
    put("iam:RoleBinding", team, { identityUid: identity, roleUid: editor });
    // The identity of the group before: a grant from one group to another.
    put("iam:RoleBinding", inner, { identityUid: last, roleUid: editor });
    put("events:Subscription", inner, { sink: `https://team-${number}.example.com/hook` });
    last = identity;
  }
}
