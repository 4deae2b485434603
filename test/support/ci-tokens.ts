import type { IdTokenClaims } from "../../src/emulator";

const UUID = "01234567-89ab-cdef-0123-456789abcdef";
const OTHER_UUID = "fedcba98-7654-3210-fedc-ba9876543210";

/** What the tokens of a CI system say. Those of `strangers` are of other jobs there. */
export interface CiTokens {
  readonly heading: string;
  readonly issuer: string;
  readonly subject: string;
  /** The host of the platform's issuer when left out. */
  readonly audience?: string;
  readonly claims?: Readonly<Record<string, string>>;
  readonly strangers: readonly Partial<IdTokenClaims>[];
}

const issuerUrl = "https://issuer.example.com";
/** One entry for each program of docs/identities-for-ci.md, in its order. */
export const ciPrograms: readonly CiTokens[] = [
  {
    heading: "GitHub Actions",
    issuer: "https://token.actions.githubusercontent.com",
    subject: "repo:acme@1234/web@5678:ref:refs/heads/main",
    strangers: [
      { subject: "repo:acme/web:ref:refs/heads/main" },
      { subject: "repo:acme@1234/web@5678:ref:refs/heads/other" },
      { subject: "repo:acme@1234/web@5678:pull_request" },
      { audience: "sts.cloud.example.com" },
    ],
  },
  {
    heading: "GitLab",
    issuer: "https://gitlab.com",
    subject: "project_path:acme/web:ref_type:branch:ref:main",
    audience: issuerUrl,
    claims: { project_id: "5678", ref_protected: "true" },
    strangers: [
      { claims: { project_id: "5678", ref_protected: "false" } },
      { claims: { project_id: "1", ref_protected: "true" } },
      { audience: "https://gitlab.com" },
    ],
  },
  {
    heading: "Bitbucket",
    issuer: "https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc",
    subject: `{${UUID}}:{${OTHER_UUID}}`,
    audience: `ari:cloud:bitbucket::workspace/${OTHER_UUID}`,
    strangers: [{ subject: `{${OTHER_UUID}}:{${UUID}}` }],
  },
  {
    heading: "Buildkite",
    issuer: "https://agent.buildkite.com",
    subject: `organization:acme:pipeline:web:ref:refs/heads/main:commit:${"a".repeat(40)}:step:deploy`,
    strangers: [{ subject: `organization:acme:pipeline:web:ref:refs/heads/x:commit:${"a".repeat(40)}:step:deploy` }],
  },
  {
    heading: "CircleCI",
    issuer: `https://oidc.circleci.com/org/${UUID}`,
    subject: `org/${UUID}/project/${OTHER_UUID}/user/${UUID}`,
    strangers: [{ subject: `org/${UUID}/project/${UUID}/user/${UUID}` }],
  },
  {
    heading: "Jenkins",
    issuer: "https://jenkins.example.com/oidc",
    subject: "https://jenkins.example.com/job/web/",
    audience: issuerUrl,
    strangers: [{ subject: "https://jenkins.example.com/job/other/" }],
  },
  {
    heading: "Kubernetes",
    issuer: "https://container.googleapis.com/v1/projects/acme/locations/europe-west1/clusters/prod",
    subject: "system:serviceaccount:etl:nightly",
    strangers: [{ subject: "system:serviceaccount:web:nightly" }],
  },
  {
    heading: "An issuer that the platform cannot reach",
    issuer: "https://kubernetes.default.svc.cluster.local",
    subject: "system:serviceaccount:etl:nightly",
    strangers: [{ subject: "system:serviceaccount:web:nightly" }],
  },
  {
    heading: "AWS",
    issuer: `https://${UUID}.tokens.sts.global.api.aws`,
    subject: "arn:aws:iam::123456789012:role/nightly",
    audience: issuerUrl,
    strangers: [{ subject: "arn:aws:sts::123456789012:assumed-role/nightly/session" }],
  },
  {
    heading: "Azure",
    issuer: `https://login.microsoftonline.com/${UUID}/v2.0`,
    subject: OTHER_UUID,
    audience: "00112233-4455-6677-8899-aabbccddeeff",
    strangers: [{ subject: UUID }],
  },
  {
    heading: "Google and others",
    issuer: "https://token.ci.example.com",
    subject: "deploy",
    strangers: [{ issuer: "https://token.example.com" }],
  },
];
