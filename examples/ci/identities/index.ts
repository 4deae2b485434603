import { all, Config, interpolate } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new Config();
/** uid of the organization's root group. */
const organization = config.require("organization");
/** uid of the group that the stack's program makes things in; the whole organization when left out. */
const group = config.get("group") ?? organization;
/** Audience of the tokens that the jobs ask for, PLATFORM_ISSUER_URL. A token for another service is refused. */
const audience = config.require("audience");
/** The repository of the stack's program, `acme/access`, and its id, which survives a renaming. */
const repository = config.require("repository");
const repositoryId = config.require("repositoryId");

/** For each host, its issuer, what the tokens of the jobs on main say, and the subjects of the jobs that only look. */
const jobs = {
  github: () => {
    const [owner = "", repo = ""] = repository.split("/");
    const ids = { owner: config.require("ownerId"), repo: repositoryId };
    const main = platform.githubActionsSubject({ owner, repo, ids, ref: "refs/heads/main" });
    const pullRequest = platform.githubActionsSubject({ owner, repo, ids, pullRequest: true });
    const claims = {};
    const looking = platform.subjectsPattern(main, pullRequest);
    return { issuer: platform.githubActionsIssuer, main, claims, looking, lookingClaims: claims };
  },
  // A merge request comes with the name of its branch, which may be any of the project. A fork may have a branch of the
  // name main, and no protected one here.
  gitlab: () => ({
    issuer: platform.gitlabIssuer,
    main: platform.gitlabSubject({ projectPath: repository, refType: "branch", ref: "main" }),
    claims: platform.gitlabClaims({ projectId: repositoryId, isProtected: true }),
    looking: platform.gitlabSubjectPattern({ projectPath: repository, refType: "branch" }),
    lookingClaims: platform.gitlabClaims({ projectId: repositoryId }),
  }),
};
const host = config.get("host") ?? "github";
if (host !== "github" && host !== "gitlab") throw new Error("host must be github or gitlab");
const { main, claims, looking, lookingClaims, ...of } = jobs[host]();
const issuer = config.get("issuer") ?? of.issuer;

// Looks at everything, and changes nothing: pull requests, and each night main.
const reader = new platform.CiIdentity("ci-reader", {
  parentUid: organization,
  description: `Looks for ${repository}`,
  issuer,
  audience,
  subjectPattern: looking,
  claims: lookingClaims,
  roles: [{ roleUid: platform.getRoleOutput({ name: "viewer", inRoot: true }).uid }],
});

// What the program of the stack declares, and no more: give it the kinds of yours. Who may create role bindings may take any role
// in their group, so this is for main alone. Above a group of the stack's own, where its identity lies, it may change nothing.
const deploy = new platform.Role("ci-deploy", {
  parentUid: organization,
  description: `What ${repository} declares`,
  capabilities: [
    "CAP_IAM_GROUPS_CREATE",
    "CAP_IAM_GROUPS_UPDATE",
    "CAP_IAM_GROUPS_LIST",
    "CAP_IAM_GROUPS_DELETE",
    "CAP_IAM_IDENTITY_CREATE",
    "CAP_IAM_IDENTITY_UPDATE",
    "CAP_IAM_IDENTITY_LIST",
    "CAP_IAM_IDENTITY_DELETE",
    // To look up the roles that it binds.
    "CAP_IAM_ROLES_LIST",
    "CAP_IAM_ROLE_BINDINGS_CREATE",
    "CAP_IAM_ROLE_BINDINGS_UPDATE",
    "CAP_IAM_ROLE_BINDINGS_LIST",
    "CAP_IAM_ROLE_BINDINGS_DELETE",
  ],
});
const deployer = new platform.CiIdentity("ci-deployer", {
  parentUid: organization,
  description: `Deploys main of ${repository}`,
  issuer,
  audience,
  subject: main,
  claims,
  roles: [{ roleUid: deploy.id, groupUid: group }],
});

/** What the jobs have as PLATFORM_READER and PLATFORM_DEPLOYER. */
export const readerUid = reader.identityUid;
export const deployerUid = deployer.identityUid;

// The nightly look for what nobody declared finds what lies in the group and is made here.
const bindings = (some: readonly platform.CiIdentity[]) =>
  some.flatMap(({ roleBindings }) => roleBindings.map(({ id }) => interpolate`iam:RoleBinding ${id}`));
const inOrganization = [reader, deployer].map(({ identityUid }) => interpolate`iam:Identity ${identityUid}`);
const inGroup =
  group === organization
    ? [interpolate`iam:Role ${deploy.id}`, ...inOrganization, ...bindings([reader, deployer])]
    : bindings([deployer]);
/** Rules for the ignore file of the stack. */
export const ignoreRules = all(inGroup).apply((rules) => rules.join("\n"));
