import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new Config();
/** uid of the organization's root group: `pulumi config set organization <uid>`. */
const organization = config.require("organization");

// One group per team, and one for shared objects. An owner of the organization deploys this program, because it grants the
// role `owner`.
const groups = Object.fromEntries(
  ["web", "data", "shared"].map((name) => [
    name,
    new platform.Group(name, { parentUid: organization, description: `Objects of the ${name} team` }),
  ]),
);
const { web, data, shared } = groups;
if (!web || !data || !shared) throw new Error("every team has a group");

// A role with exactly the capabilities to push images. The identity must also be on the platform's allow-list for pushes.
const pusher = new platform.Role("pusher", {
  parentUid: organization,
  description: "Pushes and reads images",
  capabilities: [
    "CAP_REPO_CREATE",
    "CAP_REPO_UPDATE",
    "CAP_REPO_DELETE",
    "CAP_REPO_LIST",
    "CAP_REPO_BLOBS_GET",
    "CAP_MANIFEST_CREATE",
    "CAP_MANIFEST_UPDATE",
    "CAP_MANIFEST_DELETE",
    "CAP_MANIFEST_LIST",
    "CAP_MANIFEST_METADATA_LIST",
    "CAP_TAG_CREATE",
    "CAP_TAG_UPDATE",
    "CAP_TAG_DELETE",
    "CAP_TAG_LIST",
    "CAP_REFERRERS_LIST",
    // Pushing to a nested path also creates its groups.
    "CAP_IAM_GROUPS_CREATE",
    "CAP_IAM_GROUPS_LIST",
  ],
});
const viewer = platform.getRoleOutput({ name: "viewer" });
const owner = platform.getRoleOutput({ name: "owner" });

// CI: one identity per workload. It belongs to the root group, because other identities cannot reach the registry. Its roles
// allow it to push in its team's group and to read shared objects.
const webCi = new platform.CiIdentity("web-ci", {
  parentUid: organization,
  description: "Deployments of the web team, from the main branch",
  issuer: platform.githubActionsIssuer,
  subject: platform.githubActionsSubject({
    owner: "acme",
    repo: "web",
    ids: { owner: "1234", repo: "5678" }, // gh api repos/acme/web --jq '.owner.id, .id'
    ref: "refs/heads/main",
  }),
  roles: [
    { roleUid: pusher.id, groupUid: web.id },
    { roleUid: viewer.uid, groupUid: shared.id },
  ],
});
const dataCi = new platform.CiIdentity("data-ci", {
  parentUid: organization,
  description: "Nightly jobs of the data team, in the cluster",
  issuer: "https://oidc.cluster.example.com",
  subject: platform.kubernetesServiceAccountSubject({ namespace: "etl", name: "nightly" }),
  roles: [{ roleUid: pusher.id, groupUid: data.id }],
});

// People sign in with the company's identity provider, and its groups decide about their roles. The roles apply in the whole
// organization, because the platform accepts no smaller scope yet.
const sso = new platform.IdentityProvider("sso", {
  parentUid: organization,
  description: "The company's directory",
  defaultRole: viewer.uid,
  oidc: {
    issuer: "https://login.acme.example.com",
    clientId: "platform",
    clientSecret: config.requireSecret("ssoClientSecret"),
    additionalScopes: ["groups"],
    groupsClaim: "groups",
  },
});
new platform.ExternalGroupRoleMapping("admins", {
  parentUid: sso.id,
  externalGroupId: "platform-admins",
  roleUid: owner.uid,
});
new platform.ExternalGroupRoleMapping("developers", {
  parentUid: sso.id,
  externalGroupId: "developers",
  roleUid: pusher.id,
});

// The auditor has no account yet and gets an invite. Its code is a secret output.
const invite = new platform.GroupInvite("auditor", {
  parentUid: shared.id,
  roleUid: viewer.uid,
  ttl: "7d",
  email: "auditor@example.com",
  singleUse: true,
});

export const webCiIdentity = webCi.identityUid;
export const dataCiIdentity = dataCi.identityUid;
export const auditorCode = invite.code;
