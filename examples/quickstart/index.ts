import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new Config();
/** uid of the organization's root group: `pulumi config set organization <uid>`, or PLATFORM_ORGANIZATION. */
const organization = config.get("organization") ?? process.env.PLATFORM_ORGANIZATION;
if (organization === undefined)
  throw new Error("set the uid of your organization: pulumi config set organization <uid>");

const team = new platform.Group("team", { parentUid: organization, name: "team", description: "The web team" });

// Workloads: a GitHub Actions workflow and a cluster. Their identities are in the root group, because others cannot reach the registry.
const ci = new platform.Identity("web-ci", {
  parentUid: organization,
  description: "Deploys from the main branch",
  claimMatch: {
    issuer: platform.githubActionsIssuer,
    subject: platform.githubActionsSubject({
      owner: "acme",
      repo: "web",
      ids: { owner: "1234", repo: "5678" }, // gh api repos/acme/web --jq '.owner.id, .id'
      ref: "refs/heads/main",
    }),
  },
});
const cluster = new platform.Identity("web-cluster", {
  parentUid: organization,
  description: "Pulls the images of the web team",
  claimMatch: {
    issuer: "https://oidc.cluster.example.com",
    subject: platform.kubernetesServiceAccountSubject({ namespace: "web", name: "default" }),
  },
});

// Their roles, only in the team's group.
const deployer = new platform.Role("deployer", {
  parentUid: organization,
  description: "Changes repos",
  capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_CREATE", "CAP_REPO_LIST", "CAP_REPO_UPDATE", "CAP_REPO_DELETE"],
});
const puller = platform.getRoleOutput({ name: "registry.pull" });
new platform.RoleBinding("ci-deploys", { parentUid: team.id, identityUid: ci.id, roleUid: deployer.id });
new platform.RoleBinding("cluster-pulls", { parentUid: team.id, identityUid: cluster.id, roleUid: puller.uid });

const web = new platform.Repo("web", { parentUid: team.id, description: "The shop" });
new platform.Subscription("audit", { parentUid: team.id, sink: "https://audit.acme.example.com/events" });

export const teamUid = team.id;
export const repoUid = web.id;
/** Base image of the builds, pinned to the digest of `latest` at a known time. */
export const baseImage = platform
  .getTagDigestOutput({ image: "nginx", tag: "latest", at: "2026-01-01T00:00:00Z" })
  .apply((digest) => `nginx@${digest}`);
export const openAdvisories = platform
  .getAdvisoriesOutput({ artifactNames: ["nginx"] })
  .apply((found) => found.filter(platform.isOpenAdvisory).length);
