import { Config, getStack, type Output, StackReference } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

interface Workload {
  /** GitHub repository whose jobs on main get access, `owner/name`. */
  readonly repository: string;
  /** Ids of owner and repository: `gh api repos/OWNER/NAME --jq '.owner.id, .id'` prints them in this order. */
  readonly ids: { readonly owner: number; readonly repo: number };
  /** Names of roles that the base stack exports. */
  readonly roles: readonly string[];
}

const config = new Config();
/** Name of the base stack, `organization/organization-base/prod`. */
const baseName = config.require("base");
const base = new StackReference(baseName);

/** Returns a uid that the base stack exports. A missing uid stops the preview. */
const fromBase = (output: "teamGroups" | "roles", name: string): Output<string> =>
  base.requireOutput(output).apply((uids: Readonly<Record<string, string>>) => {
    const uid = uids[name];
    if (uid === undefined) throw new Error(`${baseName} exports no ${name} in ${output}: deploy it there first`);
    return uid;
  });

const organization = base.requireOutput("organizationUid");
// The stack has the team's name.
const group = fromBase("teamGroups", getStack());

for (const { repository, ids, roles } of config.requireObject<Workload[]>("workloads")) {
  const [owner = "", repo = ""] = repository.split("/");
  new platform.CiIdentity(`${repo}-ci`, {
    // An identity in the team's group cannot reach the registry. Its roles apply only in the team's group.
    parentUid: organization,
    description: `Jobs of ${repository} on main`,
    issuer: platform.githubActionsIssuer,
    subject: platform.githubActionsSubject({ owner, repo, ids, ref: "refs/heads/main" }),
    roles: roles.map((name) => ({ name, roleUid: fromBase("roles", name), groupUid: group })),
  });
}

for (const name of config.getObject<string[]>("repos") ?? []) {
  new platform.Repo(name, { parentUid: group, description: `Images of ${name}` });
}
