import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

// The uid of the root group of your organization. The emulator sets the variable.
const config = new Config();
const organization = config.get("organization") || process.env.PLATFORM_ORGANIZATION || config.require("organization");

const team = new platform.Group("team", { parentUid: organization, description: "The web team" });
const deployer = new platform.Role("deployer", {
  parentUid: organization,
  capabilities: ["CAP_REPO_CREATE", "CAP_REPO_UPDATE"],
});

// A job of GitHub Actions, which signs in with its own ID token: `gh api repos/acme/web --jq '.owner.id, .id'` prints the ids.
new platform.CiIdentity("web-ci", {
  parentUid: organization,
  issuer: platform.githubActionsIssuer,
  subject: platform.githubActionsSubject({
    owner: "acme",
    repo: "web",
    ids: { owner: 1234, repo: 5678 },
    ref: "refs/heads/main",
  }),
  roles: [{ roleUid: deployer.id, groupUid: team.id }],
});

export const repoUid = new platform.Repo("web", { parentUid: team.id, description: "The shop" }).id;
