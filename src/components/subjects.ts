import { ConfigurationError } from "../api/errors";

/**
 * Builders of token subjects, to the letter: an identity's `subject` must equal the token's `sub` exactly
 * (platform API: IAM-4). Each throws ConfigurationError for parts that no such token can have.
 */

/** A part of a subject, without separators, white space or wildcards. */
function part(what: string, value: string, allowed: RegExp): string {
  if (!allowed.test(value))
    throw new ConfigurationError(`${what} cannot be part of a token's subject: it must match ${allowed.source}`);
  return value;
}

const NAME = /^[A-Za-z0-9._-]+$/;
const REF = /^refs\/(heads|tags)\/[^\s*?[\\^~:]+$/;
const NUMBER = /^\d{1,19}$/;

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
  const path = part("project path", projectPath, /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/);
  return `project_path:${path}:ref_type:${refType}:ref:${part("ref", ref, /^[^\s*?[\\^~:]+$/)}`;
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
    `:ref:${part("ref", ref, REF)}:commit:${part("commit", commit, /^[0-9a-f]{40}$/)}:step:${part("step", step, /^[A-Za-z0-9._-]*$/)}`
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
  const label = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;
  return `system:serviceaccount:${part("namespace", namespace, label)}:${part("name", name, label)}`;
}
