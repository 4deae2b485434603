/** Recipes 1 to 8: identities of workloads, each with what it may do. */
import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";
import { OtherCloud } from "./other-cloud";

const config = new Config();
const parentUid = config.require("organization");
const pull = platform.getRoleOutput({ name: "registry.pull" });
const viewer = platform.getRoleOutput({ name: "viewer" });
const editor = platform.getRoleOutput({ name: "editor" });

// 1: a function that copies each new image, and is called by events.
const copier = new OtherCloud("copier-function", {
  first: "AROAEXAMPLECOPIER0001",
  second: "https://copier0001.lambda-url.eu-west-1.on.aws/",
});
const copierIdentity = new platform.Identity("image-copier", {
  parentUid,
  description: "The function that copies images into our own registry",
  awsIdentity: {
    awsAccount: "123456789012",
    userIdPattern: copier.first.apply((roleId) => `^${roleId}:.*$`),
    arnPattern: "^arn:aws:sts::123456789012:assumed-role/image-copier/.*$",
  },
});
new platform.RoleBinding("image-copier-pulls", { parentUid, identityUid: copierIdentity.id, roleUid: pull.uid });
new platform.Subscription("image-copier-events", { parentUid, sink: copier.second });

// 2: a scanner with a role of the cloud, whose issuer and ARN other resources know.
const account = new OtherCloud("scanner-account", {
  first: platform.awsIssuer({ issuerId: "0f8fad5b-d9cb-469f-a165-70867728950e" }),
  second: platform.awsRoleSubject({ account: "123456789012", role: "scanner" }),
});
new platform.CiIdentity("scanner", {
  parentUid,
  issuer: account.first,
  subject: account.second,
  audience: "platform-scanner",
  roles: [{ roleUid: viewer.uid }],
});

// 3: a managed identity with two roles.
new platform.CiIdentity("build-agents", {
  parentUid,
  issuer: platform.azureIssuer({ tenantId: "7c9e6679-7425-40de-944b-e07fc1f90ae7" }),
  subject: platform.azureManagedIdentitySubject({ principalId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" }),
  audience: "api://AzureADTokenExchange",
  roles: [{ roleUid: pull.uid }, { roleUid: viewer.uid }],
});

// 4: a service that pulls, and may do one thing more by a role of our own.
const lists = new platform.Role("lists-advisories", { parentUid, capabilities: ["CAP_ADVISORIES_LIST"] });
new platform.CiIdentity("run-service", {
  parentUid,
  issuer: "https://accounts.google.com",
  subject: "104857600000000000001",
  roles: [{ roleUid: pull.uid }, { roleUid: lists.id }],
});

// 5: an updater in all of our clusters, by patterns of issuer and subject.
const updater = new platform.Identity("cluster-updater", {
  parentUid,
  claimMatch: {
    issuerPattern: "^https://oidc\\.eks\\.[a-z0-9-]+\\.amazonaws\\.com/id/[0-9A-F]{32}$",
    subjectPattern: "^system:serviceaccount:updater:(updater|updater-canary)$",
    audience: "sts.amazonaws.com",
  },
});
new platform.RoleBinding("cluster-updater-edits", { parentUid, identityUid: updater.id, roleUid: editor.uid });

// 6: a cluster that the platform cannot reach: its keys, and an end in the time of our office.
const cellar = new platform.Identity("cellar-cluster", {
  parentUid,
  staticKeys: {
    issuer: "https://kubernetes.default.svc",
    subject: platform.kubernetesServiceAccountSubject({ namespace: "default", name: "puller" }),
    issuerKeys: JSON.stringify({
      keys: [{ kty: "RSA", use: "sig", alg: "RS256", kid: "k1", n: "sXchDaQ", e: "AQAB" }],
    }),
    expirationTime: config.require("ends"),
  },
});
new platform.RoleBinding("cellar-cluster-pulls", { parentUid, identityUid: cellar.id, roleUid: pull.uid });

// 7: the jobs of five CI systems.
const uuid = "123e4567-e89b-12d3-a456-426614174000";
const jobs: Record<
  string,
  Pick<platform.CiIdentityArgs, "issuer" | "subject" | "subjectPattern" | "audience" | "claims">
> = {
  bitbucket: {
    issuer: platform.bitbucketIssuer({ workspace: "acme" }),
    subjectPattern: platform.bitbucketSubjectPattern({ repositoryUuid: uuid }),
    audience: platform.bitbucketAudience({ workspaceUuid: uuid }),
  },
  buildkite: {
    issuer: platform.buildkiteIssuer,
    subjectPattern: platform.buildkiteSubjectPattern({ organization: "acme", pipeline: "web", ref: "refs/heads/main" }),
  },
  gitlab: {
    issuer: platform.gitlabIssuer,
    subject: platform.gitlabSubject({ projectPath: "acme/web", refType: "branch", ref: "main" }),
    claims: platform.gitlabClaims({ isProtected: true }),
  },
  // All repositories of the owner.
  github: { issuer: platform.githubActionsIssuer, subjectPattern: "^repo:acme/[^/:]+:.*$" },
  keycloak: { issuer: "https://login.acme.example.com/realms/builds", subject: uuid, claims: { azp: "builds" } },
};
for (const [name, job] of Object.entries(jobs))
  new platform.CiIdentity(`${name}-jobs`, { parentUid, ...job, roles: [{ roleUid: pull.uid }] });

// 8: whoever signs in to our help desk.
const support = new platform.Role("support", { parentUid, capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"] });
const helpers = new platform.Identity("help-desk", {
  parentUid,
  claimMatch: { issuer: "https://help.acme.example.com", subjectPattern: "^.+$", audience: "platform" },
});
new platform.RoleBinding("help-desk-supports", { parentUid, identityUid: helpers.id, roleUid: support.id });
