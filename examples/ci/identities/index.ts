import { all, Config, interpolate } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new Config();
/** uid of the organization's root group. */
const organization = config.require("organization");
/** uid of the group that the stack manages. Default: the whole organization. */
const group = config.get("group") ?? organization;
/** Audience of the jobs' tokens, PLATFORM_ISSUER_URL. A token for another service is refused. */
const audience = config.require("audience");
/** The repository of the stack's program, `acme/access`, and its id, which stays the same when it is renamed. */
const repository = config.require("repository");
const repositoryId = config.require("repositoryId");

/** For each CI host: its issuer, the claims of jobs on main, and the subjects of jobs that only read. */
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
  // A merge request has the name of its branch, which may be any branch of the project. A fork can have a branch with the
  // name main, but no protected branch here.
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

// Reads everything and changes nothing, for pull requests and for main each night.
const reader = new platform.CiIdentity("ci-reader", {
  parentUid: organization,
  description: `Reads for ${repository}`,
  issuer,
  audience,
  subjectPattern: looking,
  claims: lookingClaims,
  roles: [{ roleUid: platform.getRoleOutput({ name: "viewer", inRoot: true }).uid }],
});

// Capabilities for the kinds in the stack's program. Replace them by those for your kinds. A caller who may create role
// bindings can take any role in the group, so this is for main only. Its identity is in the root group, where it may change nothing.
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

/** Values for the jobs' PLATFORM_READER and PLATFORM_DEPLOYER. */
export const readerUid = reader.identityUid;
export const deployerUid = deployer.identityUid;

// The nightly check for unmanaged objects would report the objects that this program creates in the group.
const bindings = (some: readonly platform.CiIdentity[]) =>
  some.flatMap(({ roleBindings }) => roleBindings.map(({ id }) => interpolate`iam:RoleBinding ${id}`));
const inOrganization = [reader, deployer].map(({ identityUid }) => interpolate`iam:Identity ${identityUid}`);
const inGroup =
  group === organization
    ? [interpolate`iam:Role ${deploy.id}`, ...inOrganization, ...bindings([reader, deployer])]
    : bindings([deployer]);
/** Rules for the ignore file of the stack. */
export const ignoreRules = all(inGroup).apply((rules) => rules.join("\n"));
