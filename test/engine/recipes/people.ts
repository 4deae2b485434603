/** Recipes 9 to 12: people, before and after they sign in. */
import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new Config();
const parentUid = config.require("organization");
const issuer = "https://login.acme.example.com";
const owner = platform.getRoleOutput({ name: "owner" });
const viewer = platform.getRoleOutput({ name: "viewer" });
const pullTokenCreator = platform.getRoleOutput({ name: "registry.pull_token_creator" });

// 9: the people of a team have their roles before they sign in for the first time.
const team = new platform.Group("payments", { parentUid, description: "Everything of the payments team" });
for (const subject of ["ines", "jonas", "kim"]) {
  const identityUid = platform.getIdentityUidOutput({ issuer, subject });
  new platform.RoleBinding(`${subject}-views`, { parentUid: team.id, identityUid, roleUid: viewer.uid });
}

// 12: two owners who do not depend on the directory. SCIM waits for them.
const owners = ["lena", "mo"].map((subject) => {
  const identityUid = platform.getIdentityUidOutput({ issuer: "https://accounts.acme.example.com", subject });
  return new platform.RoleBinding(`${subject}-owns`, { parentUid, identityUid, roleUid: owner.uid });
});

// 10: sign-in with the directory, which also says who is in which group and provisions the people.
const login = new platform.IdentityProvider("acme login", {
  parentUid,
  description: "The directory of the company",
  defaultRole: pullTokenCreator.uid,
  oidc: {
    issuer,
    clientId: "platform",
    clientSecret: config.requireSecret("clientSecret"),
    additionalScopes: ["email", "profile", "groups"],
    groupsClaim: "groups",
  },
});
const mapped = { "platform-admins": owner, everybody: viewer };
for (const [externalGroupId, { uid }] of Object.entries(mapped))
  new platform.ExternalGroupRoleMapping(externalGroupId, { parentUid: login.id, externalGroupId, roleUid: uid });
const scim = new platform.ScimToken(
  "directory",
  { identityProviderUid: login.id, provisioning: true },
  { dependsOn: owners },
);

// 11: invites, one for everybody who has its code, and one for one auditor.
const invite = new platform.GroupInvite("newcomers", { parentUid: team.id, roleUid: viewer.uid, ttl: "7d" });
new platform.GroupInvite("auditor", {
  parentUid,
  roleUid: viewer.uid,
  ttl: "24h",
  email: "auditor@example.com",
  singleUse: true,
});

export const scimToken = scim.token;
export const inviteCode = invite.code;
