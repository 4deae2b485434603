import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new Config();
/** uid of the organisation's root group: `pulumi config set organization <uid>`, or PLATFORM_ORGANIZATION. */
const organization = config.get("organization") ?? process.env.PLATFORM_ORGANIZATION;
if (organization === undefined)
  throw new Error("set the uid of your organisation: pulumi config set organization <uid>");

const team = new platform.Group("team", { parentUid: organization, name: "team", description: "The web team" });

// Who may act: a GitHub Actions workflow, and a person's laptop that signs in with the company's identity provider.
const ci = new platform.Identity("web-ci", {
  parentUid: team.id,
  description: "Deploys from the main branch",
  claimMatch: { issuer: "https://token.actions.example.com", subject: "repo:acme/web:ref:refs/heads/main" },
});
const developer = new platform.Identity("developer", {
  parentUid: team.id,
  claimMatch: { issuer: "https://login.example.com", subjectPattern: "^user:.*@acme\\.example$" },
});

// What they may do.
const editor = platform.getRoleOutput({ name: "editor" });
const viewer = platform.getRoleOutput({ name: "viewer" });
new platform.RoleBinding("ci-edits", { parentUid: team.id, identityUid: ci.id, roleUid: editor.uid });
new platform.RoleBinding("developer-views", { parentUid: team.id, identityUid: developer.id, roleUid: viewer.uid });

const web = new platform.Repo("web", {
  parentUid: team.id,
  description: "The shop",
  catalogTier: "CATALOG_TIER_APPLICATION",
  bundles: ["application", "featured"],
  readme: "# web\n\nThe shop's front end.\n",
});
new platform.Subscription("audit", { parentUid: team.id, sink: "https://audit.acme.example.com/events" });

export const teamUid = team.id;
export const repoUid = web.id;
/** The image that builds start from, pinned to what `latest` was at a known time. */
export const baseImage = platform
  .getTagDigestOutput({ image: "nginx", tag: "latest", at: "2026-01-01T00:00:00Z" })
  .apply((digest) => `nginx@${digest}`);
export const openAdvisories = platform
  .getAdvisoriesOutput({ artifactNames: ["nginx"] })
  .apply((found) => found.filter(platform.isOpenAdvisory).length);
