import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { letSecondsPass } from "../support/clock";
import { type Project, startProject } from "../support/command";
import { repositoryRoot, writeFiles } from "../support/workspace";

export interface Furnished {
  /** `acme/team-a`. */
  readonly team: string;
  /** `acme/team-a/web`. */
  readonly web: string;
  /** `acme/ops`. */
  readonly ops: string;
  /** Identity in `acme/team-a`: `puller` there. */
  readonly deploy: string;
  /** Identity in `acme`: `owner` of all. */
  readonly admin: string;
  /** uid of the role `puller`. */
  readonly puller: string;
}

const ISSUER = "https://ci.example.com";

/** Puts groups, identities and role bindings into the organization of an emulator, and one of each kind that may give access too. */
export function furnish(emulator: Emulator): Furnished {
  const root = emulator.organization.uid;
  const put = (type: string, parentUid: string, body: Record<string, unknown>): string =>
    String(emulator.put(type, parentUid, body).uid);
  const builtIn = (wanted: string) => emulator.list("iam:Role").find(({ name }) => name === wanted)?.uid;
  const team = put("iam:Group", root, { name: "team-a" });
  const web = put("iam:Group", team, { name: "web" });
  const ops = put("iam:Group", root, { name: "ops" });
  const identity = (parentUid: string, name: string) =>
    put("iam:Identity", parentUid, { name, claimMatch: { issuer: ISSUER, subject: `repo:acme/${name}` } });
  const [deploy, admin] = [identity(team, "deploy"), identity(root, "admin")];
  // It may see groups, identities, roles and role bindings in its group and nowhere else.
  const reader = identity(team, "reader");
  const puller = put("iam:Role", team, { name: "puller", capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"] });
  const lists = ["GROUPS", "IDENTITY", "ROLES", "ROLE_BINDINGS"].map((kind) => `CAP_IAM_${kind}_LIST`);
  const looker = put("iam:Role", team, { name: "looker", capabilities: lists });
  put("iam:RoleBinding", team, { identityUid: deploy, roleUid: puller });
  put("iam:RoleBinding", root, { identityUid: admin, roleUid: builtIn("owner") });
  put("iam:RoleBinding", team, { identityUid: reader, roleUid: looker });
  put("iam:GroupInvite", web, { roleUid: puller, ttl: "86400s" });
  const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
  const provider = put("iam:IdentityProvider", root, { name: "people", defaultRole: puller, oidc });
  put("iam:ExternalGroupRoleMapping", provider, { externalGroupId: "e", roleUid: puller, scope: root });
  return { team, web, ops, deploy, admin, puller };
}

/** An access token of an identity that `furnish` made, issued some seconds after all that is in the emulator. */
export async function tokenOf(emulator: Emulator, name: string): Promise<string> {
  letSecondsPass();
  const idToken = await emulator.idToken({
    issuer: ISSUER,
    subject: `repo:acme/${name}`,
    audience: new URL(emulator.url).host,
  });
  const identity = emulator.list("iam:Identity").find((one) => one.name === name)?.uid;
  const query = new URLSearchParams({ aud: emulator.url, identity: String(identity) });
  const answer = await fetch(`${emulator.url}/sts/exchange?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}` },
  });
  const { token } = (await answer.json()) as { token?: unknown };
  if (typeof token !== "string") throw new Error(`no token for ${name}: ${answer.status}`);
  return token;
}

/** A project whose program, which was never deployed, lets `deploy` delete repos in `acme/team-a/web`. */
export async function grantingProject({ team, web, deploy }: Furnished): Promise<Project> {
  const project = await startProject();
  symlinkSync(join(repositoryRoot, "node_modules"), join(project.directory, "node_modules"));
  writeFiles(project.directory, {
    "package.json": { name: "site", main: "index.js" },
    "index.js": `
const platform = require("pulumi-platform");
const deleter = new platform.Role("deleter", { parentUid: ${JSON.stringify(team)}, capabilities: ["CAP_REPO_DELETE"] });
new platform.RoleBinding("deploy-deletes", {
  parentUid: ${JSON.stringify(web)},
  identityUid: ${JSON.stringify(deploy)},
  roleUid: deleter.id,
});
`,
  });
  return project;
}
