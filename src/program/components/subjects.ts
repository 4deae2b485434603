import { ConfigurationError } from "../../client/api/errors";
import { assertMembers, membersOf } from "./members";
import {
  ACCOUNT,
  COMMIT,
  escaped,
  LABEL,
  NAME,
  NUMBER,
  ONE_LINE,
  PROJECT_PATH,
  part,
  REF,
  ROLE,
  SHORT_REF,
  STEP,
  UUID,
} from "./subject-parts";

/**
 * Subjects (`sub`) of the ID tokens that CI systems and clouds give to their jobs. An identity's `subject` must equal the
 * token's exactly, and a `subjectPattern` must match it (platform API: IAM-4). Each pattern here begins with `^` and ends
 * with `$`, because the platform may also match a part of a subject. Each function throws ConfigurationError for parts that
 * no such token has, and for unknown members.
 */

/** Returns a pattern (RE2) that matches only the given subjects. */
export function subjectsPattern(...subjects: readonly string[]): string {
  if (subjects.length === 0) throw new ConfigurationError("subjectsPattern needs at least one subject");
  return `^(${subjects.map((subject) => escaped(part("subject", subject, ONE_LINE))).join("|")})$`;
}

/** Runs of a workflow: of one ref, of one environment, or of pull requests. */
export type GithubActionsRuns =
  | { readonly ref: string; readonly environment?: never; readonly pullRequest?: never }
  | { readonly ref?: never; readonly environment: string; readonly pullRequest?: never }
  | { readonly ref?: never; readonly environment?: never; readonly pullRequest: true };

/** A number from GitHub, as `gh api` prints it or as text. */
type GithubId = string | number;

/**
 * A repository and its ids, which stay the same when it is renamed. `gh api repos/OWNER/REPO --jq '.owner.id, .id'` prints the
 * owner's id first. `withoutIds` is for a repository whose tokens have the older form of subjects.
 */
export type GithubRepository = {
  readonly owner: string;
  readonly repo: string;
} & (
  | { readonly ids: { readonly owner: GithubId; readonly repo: GithubId }; readonly withoutIds?: false }
  | { readonly ids?: { readonly owner: GithubId; readonly repo: GithubId }; readonly withoutIds: true }
);

/**
 * Returns the subject of a GitHub Actions token: `repo:OWNER@OWNER_ID/REPO@REPO_ID:ref:refs/heads/main`. Other runs have
 * `environment:NAME` or `pull_request` after the repository. Repositories created after 15 July 2026, and older ones that opted
 * in, send the ids. All others send `repo:OWNER/REPO:…`, which `withoutIds: true` returns. One form never matches the other.
 */
export function githubActionsSubject(runs: GithubRepository & GithubActionsRuns): string {
  assertMembers("githubActionsSubject", runs, GITHUB);
  return `repo:${githubRepository(runs)}:${githubRun(runs)}`;
}

/** Returns a pattern (RE2) of the subjects of a GitHub Actions token with and without ids, while repositories change to ids. */
export function githubActionsSubjectPattern(
  runs: GithubRepository & { readonly ids: object } & GithubActionsRuns,
): string {
  assertMembers("githubActionsSubjectPattern", runs, GITHUB);
  return subjectsPattern(
    githubActionsSubject({ ...runs, withoutIds: false }),
    githubActionsSubject({ ...runs, withoutIds: true }),
  );
}

const GITHUB = membersOf<GithubRepository & GithubActionsRuns>({
  owner: true,
  repo: true,
  ids: true,
  withoutIds: true,
  ref: true,
  environment: true,
  pullRequest: true,
});
const GITHUB_IDS = membersOf<NonNullable<GithubRepository["ids"]>>({ owner: true, repo: true });

function githubRepository({ owner, repo, ids, withoutIds }: GithubRepository): string {
  const [ownerName, repoName] = [part("owner", owner, NAME), part("repo", repo, NAME)];
  assertBoolean("githubActionsSubject", "withoutIds", withoutIds);
  if (withoutIds) return `${ownerName}/${repoName}`;
  if (ids === undefined) {
    throw new ConfigurationError(
      "githubActionsSubject: ids is required, because subjects contain the ids of owner and repository. Set the ids that " +
        `gh api repos/${ownerName}/${repoName} prints, or withoutIds: true for the older form`,
    );
  }
  assertMembers("githubActionsSubject", ids, GITHUB_IDS, "ids.");
  const [ownerId, repoId] = [part("ids.owner", String(ids.owner), NUMBER), part("ids.repo", String(ids.repo), NUMBER)];
  return `${ownerName}@${ownerId}/${repoName}@${repoId}`;
}

function githubRun({ ref, environment, pullRequest }: GithubActionsRuns): string {
  const given = [ref, environment, pullRequest].filter((value) => value !== undefined);
  if (given.length !== 1 || (pullRequest !== undefined && pullRequest !== true)) {
    throw new ConfigurationError(
      "githubActionsSubject: exactly one of ref, environment and pullRequest: true is required",
    );
  }
  if (ref !== undefined) return `ref:${part("ref", ref, REF)}`;
  if (pullRequest) return "pull_request";
  // GitHub escapes colons in names of environments, because a colon separates the parts.
  return `environment:${part("environment", environment, ONE_LINE).replaceAll(":", "%3A")}`;
}

/** Throws ConfigurationError for a switch other than true, false or undefined. */
function assertBoolean(where: string, name: string, value: unknown): void {
  if (value === undefined || typeof value === "boolean") return;
  throw new ConfigurationError(`${where}: ${name} must be true or false`);
}

/** A project of GitLab and the kind of its refs. */
export interface GitlabRefs {
  /** Path of the project with its groups, `acme/web`. */
  readonly projectPath: string;
  readonly refType: "branch" | "tag";
}

/**
 * Returns the subject of a GitLab CI token: `project_path:GROUP/PROJECT:ref_type:branch:ref:main`. A pipeline of a merge request
 * has the branch of the merge request. The subject does not show whether the branch is protected, so add `gitlabClaims`.
 */
export function gitlabSubject(ref: GitlabRefs & { readonly ref: string }): string {
  assertMembers("gitlabSubject", ref, [...GITLAB, "ref"]);
  return `${gitlabStart(ref)}${part("ref", ref.ref, SHORT_REF)}`;
}

/** Returns a pattern (RE2) of the subjects of all branches, or of all tags, of a GitLab project. */
export function gitlabSubjectPattern(refs: GitlabRefs): string {
  assertMembers("gitlabSubjectPattern", refs, GITLAB);
  return `^${escaped(gitlabStart(refs))}[^\\s:]+$`;
}

const GITLAB = membersOf<GitlabRefs>({ projectPath: true, refType: true });

const gitlabStart = ({ projectPath, refType }: GitlabRefs): string =>
  `project_path:${part("projectPath", projectPath, PROJECT_PATH)}:ref_type:${part("refType", refType, REF_TYPE)}:ref:`;

const REF_TYPE = { pattern: /^(branch|tag)$/, says: "must be branch or tag" };

/** Other claims of a GitLab CI token. */
interface GitlabClaims {
  readonly projectId?: string | number;
  readonly isProtected?: boolean;
  readonly environment?: string;
}

const GITLAB_CLAIMS = membersOf<GitlabClaims>({ projectId: true, isProtected: true, environment: true });

/**
 * Returns other claims of a GitLab CI token, for the `claims` of an identity. Omitted claims are not checked. At least one is
 * required.
 *
 * @param claims `projectId` stays the same when the project is renamed, and `isProtected` is about the ref
 */
export function gitlabClaims(claims: GitlabClaims): Record<string, string> {
  assertMembers("gitlabClaims", claims, GITLAB_CLAIMS);
  const { projectId, isProtected, environment } = claims;
  assertBoolean("gitlabClaims", "isProtected", isProtected);
  if (projectId === undefined && isProtected === undefined && environment === undefined)
    throw new ConfigurationError(`gitlabClaims needs at least one of ${GITLAB_CLAIMS.join(", ")}`);
  return {
    ...(projectId === undefined ? {} : { project_id: part("projectId", String(projectId), NUMBER) }),
    ...(isProtected === undefined ? {} : { ref_protected: String(isProtected) }),
    ...(environment === undefined ? {} : { environment: part("environment", environment, ONE_LINE) }),
  };
}

/** Returns a pattern (RE2) of the subjects of all steps of a Bitbucket repository, by its UUID. Each step has its own subject. */
export function bitbucketSubjectPattern(repository: { readonly repositoryUuid: string }): string {
  assertMembers("bitbucketSubjectPattern", repository, ["repositoryUuid"]);
  return `^\\{${part("repositoryUuid", repository.repositoryUuid, UUID)}\\}:.+$`;
}

/** Returns the audience of the tokens of a Bitbucket workspace, by its UUID. Pipelines cannot choose another. */
export function bitbucketAudience(workspace: { readonly workspaceUuid: string }): string {
  assertMembers("bitbucketAudience", workspace, ["workspaceUuid"]);
  return `ari:cloud:bitbucket::workspace/${part("workspaceUuid", workspace.workspaceUuid, UUID)}`;
}

/** A ref of a Buildkite pipeline. */
export interface BuildkiteRef {
  readonly organization: string;
  readonly pipeline: string;
  readonly ref: string;
}

const BUILDKITE = membersOf<BuildkiteRef>({ organization: true, pipeline: true, ref: true });

const buildkiteStart = ({ organization, pipeline, ref }: BuildkiteRef): string =>
  `organization:${part("organization", organization, NAME)}:pipeline:${part("pipeline", pipeline, NAME)}:ref:${part("ref", ref, REF)}`;

/**
 * Returns the subject of one step of one Buildkite build: `organization:ORG:pipeline:PIPELINE:ref:REF:commit:COMMIT:step:STEP`.
 * Commit and step differ from build to build, so use `buildkiteSubjectPattern` for all builds of a ref.
 */
export function buildkiteSubject(ran: BuildkiteRef & { readonly commit: string; readonly step: string }): string {
  assertMembers("buildkiteSubject", ran, [...BUILDKITE, "commit", "step"]);
  return `${buildkiteStart(ran)}:commit:${part("commit", ran.commit, COMMIT)}:step:${part("step", ran.step, STEP)}`;
}

/** Returns a pattern (RE2) of the subjects of all builds of one ref of a Buildkite pipeline. */
export function buildkiteSubjectPattern(ref: BuildkiteRef): string {
  assertMembers("buildkiteSubjectPattern", ref, BUILDKITE);
  return `^${escaped(buildkiteStart(ref))}:commit:[0-9a-f]+:step:.*$`;
}

/** Returns a pattern (RE2) of the subjects of all jobs of a CircleCI organization, or of one of its projects, by their ids. */
export function circleciSubjectPattern(jobs: { readonly organizationId: string; readonly projectId?: string }): string {
  assertMembers("circleciSubjectPattern", jobs, ["organizationId", "projectId"]);
  const { organizationId, projectId } = jobs;
  const project = projectId === undefined ? "" : `${part("projectId", projectId, UUID)}/`;
  return `^org/${part("organizationId", organizationId, UUID)}/project/${project}.+$`;
}

/** Returns the subject of the token of a Kubernetes service account: `system:serviceaccount:NAMESPACE:NAME`. */
export function kubernetesServiceAccountSubject(account: {
  readonly namespace: string;
  readonly name: string;
}): string {
  assertMembers("kubernetesServiceAccountSubject", account, ["namespace", "name"]);
  const { namespace, name } = account;
  return `system:serviceaccount:${part("namespace", namespace, LABEL)}:${part("name", name, LABEL)}`;
}

/** Returns the subject of a token that an AWS role gets from `GetWebIdentityToken`: the ARN of the role, not of its session. */
export function awsRoleSubject(arn: { readonly account: string; readonly role: string }): string {
  assertMembers("awsRoleSubject", arn, ["account", "role"]);
  const { account, role } = arn;
  return `arn:aws:iam::${part("account", account, ACCOUNT)}:role/${part("role", role, ROLE)}`;
}

/** Returns the subject of the token of an Azure managed identity: its principal id, not its client id. */
export function azureManagedIdentitySubject(identity: { readonly principalId: string }): string {
  assertMembers("azureManagedIdentitySubject", identity, ["principalId"]);
  return part("principalId", identity.principalId, UUID);
}
