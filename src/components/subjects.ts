import { ConfigurationError } from "../api/errors";

/**
 * Builders of token subjects, to the letter: an identity's `subject` must equal the token's `sub` exactly
 * (platform API: IAM-4). Each throws ConfigurationError for parts that no such token can have.
 */

/** A part of a subject, without separators, white space or wildcards. */
function part(what: string, value: string, { pattern, says }: Form): string {
  if (!pattern.test(value))
    throw new ConfigurationError(`${what} cannot be part of a token's subject: it must be ${says}`);
  return value;
}

/** What a part looks like, and the same in words. */
interface Form {
  readonly pattern: RegExp;
  readonly says: string;
}

const NAME: Form = {
  pattern: /^[A-Za-z0-9._-]+$/,
  says: `a name of letters, digits, ".", "_" and "-", without slashes`,
};
const REF: Form = {
  pattern: /^refs\/(heads|tags)\/[^\s*?[\\^~:]+$/,
  says: "a full ref without wildcards, like refs/heads/main or refs/tags/v1.2",
};
const NUMBER: Form = { pattern: /^\d{1,19}$/, says: "a number" };
const PROJECT_PATH: Form = {
  pattern: /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/,
  says: "a path of groups and project, like acme/web",
};
const SHORT_REF: Form = {
  pattern: /^[^\s*?[\\^~:]+$/,
  says: "the name of a branch or tag without wildcards, like main or v1.2",
};
const COMMIT: Form = { pattern: /^[0-9a-f]{40}$/, says: "40 lower-case hex digits" };
const STEP: Form = { pattern: /^[A-Za-z0-9._-]*$/, says: `a key of letters, digits, ".", "_" and "-"` };
const LABEL: Form = {
  pattern: /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
  says: `a name of lower-case letters, digits, "." and "-", with a letter or digit at both ends`,
};

/** Which runs of a workflow: of one ref, of one environment, or of pull requests. */
export type GithubActionsRuns =
  | { readonly ref: string }
  | { readonly environment: string }
  | { readonly pullRequest: true };

/** A repository, by name and, for the newer form of subjects, by the ids that survive a renaming. */
export type GithubRepository = {
  readonly owner: string;
  readonly repo: string;
  /** Numeric ids of owner and repository: then the subject is `repo:OWNER@ID/REPO@ID:…`. */
  readonly ids?: { readonly owner: string; readonly repo: string };
};

/**
 * Subject of a GitHub Actions token: `repo:OWNER/REPO:ref:refs/heads/main`, `repo:OWNER/REPO:environment:NAME` or
 * `repo:OWNER/REPO:pull_request`. Source: GitHub's documentation, "OpenID Connect reference", subject claims; the form with
 * immutable ids, `repo:OWNER@ID/REPO@ID:…`, is the newer one.
 */
export function githubActionsSubject(runs: GithubRepository & GithubActionsRuns): string {
  const { owner, repo, ids } = runs;
  const name = (what: string, value: string, id: string | undefined) =>
    part(what, value, NAME) + (id === undefined ? "" : `@${part(`id of the ${what}`, id, NUMBER)}`);
  const repository = `repo:${name("owner", owner, ids?.owner)}/${name("repo", repo, ids?.repo)}`;
  if ("ref" in runs) return `${repository}:ref:${part("ref", runs.ref, REF)}`;
  // GitHub escapes colons in names of environments, since a colon separates the parts.
  if ("environment" in runs) return `${repository}:environment:${runs.environment.replaceAll(":", "%3A")}`;
  return `${repository}:pull_request`;
}

/**
 * Subject of a GitLab CI token: `project_path:GROUP/PROJECT:ref_type:branch:ref:main`. Source: GitLab's documentation,
 * "OpenID Connect (OIDC) authentication using ID tokens", token payload.
 *
 * @param projectPath path of the project with its groups, `acme/web`
 */
export function gitlabSubject({
  projectPath,
  refType,
  ref,
}: {
  readonly projectPath: string;
  readonly refType: "branch" | "tag";
  readonly ref: string;
}): string {
  const path = part("projectPath", projectPath, PROJECT_PATH);
  return `project_path:${path}:ref_type:${refType}:ref:${part("ref", ref, SHORT_REF)}`;
}

/**
 * Subject of a Buildkite token: `organization:ORG:pipeline:PIPELINE:ref:REF:commit:COMMIT:step:STEP`. As commit and step
 * differ from build to build, an exact subject serves one build only; use it with a `subjectPattern` made by
 * `buildkiteSubjectPattern` for all builds of a ref. Source: Buildkite's documentation, "OIDC", claims.
 */
export function buildkiteSubject({
  organization,
  pipeline,
  ref,
  commit,
  step,
}: {
  readonly organization: string;
  readonly pipeline: string;
  readonly ref: string;
  readonly commit: string;
  readonly step: string;
}): string {
  return (
    `organization:${part("organization", organization, NAME)}:pipeline:${part("pipeline", pipeline, NAME)}` +
    `:ref:${part("ref", ref, REF)}:commit:${part("commit", commit, COMMIT)}:step:${part("step", step, STEP)}`
  );
}

/** Pattern (RE2) of the subjects of all builds of one ref of a Buildkite pipeline. */
export function buildkiteSubjectPattern({
  organization,
  pipeline,
  ref,
}: {
  readonly organization: string;
  readonly pipeline: string;
  readonly ref: string;
}): string {
  const start = `organization:${part("organization", organization, NAME)}:pipeline:${part("pipeline", pipeline, NAME)}:ref:${part("ref", ref, REF)}`;
  return `^${start.replace(/[.+()|[\]{}^$\\*?]/g, "\\$&")}:commit:[0-9a-f]{40}:step:[A-Za-z0-9._-]*$`;
}

/**
 * Subject of a Kubernetes service account's token: `system:serviceaccount:NAMESPACE:NAME`. Source: Kubernetes
 * documentation, "Managing Service Accounts"; names are DNS labels (RFC 1123).
 */
export function kubernetesServiceAccountSubject({
  namespace,
  name,
}: {
  readonly namespace: string;
  readonly name: string;
}): string {
  return `system:serviceaccount:${part("namespace", namespace, LABEL)}:${part("name", name, LABEL)}`;
}
