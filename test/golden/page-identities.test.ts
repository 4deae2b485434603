import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Emulator, IdTokenClaims } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { anchorsOf, pages, readPage, samplesOf } from "../support/pages";
import { SamplePrograms } from "../support/sample-programs";
import { repositoryRoot } from "../support/workspace";

const PAGE = "docs/identities-for-ci.md";
const UUID = "01234567-89ab-cdef-0123-456789abcdef";
const OTHER_UUID = "fedcba98-7654-3210-fedc-ba9876543210";

const examples = readdirSync(join(repositoryRoot, "examples"), { recursive: true, encoding: "utf8" })
  .filter((path) => !path.includes("node_modules") && /\.(md|yml)$/.test(path))
  .map((path) => `examples/${path}`);

/** What the tokens of a CI system say. Those of `strangers` are of other jobs there. */
interface Tokens {
  readonly heading: string;
  readonly issuer: string;
  readonly subject: string;
  /** The host of the platform's issuer when left out. */
  readonly audience?: string;
  readonly claims?: Readonly<Record<string, string>>;
  readonly strangers: readonly Partial<IdTokenClaims>[];
}

const github = { issuer: "https://token.actions.githubusercontent.com" };
const issuerUrl = "https://issuer.example.com";
/** One entry for each program of the page, in its order. */
const programs: readonly Tokens[] = [
  {
    ...github,
    heading: "GitHub Actions",
    subject: "repo:acme@1234/web@5678:ref:refs/heads/main",
    strangers: [
      { subject: "repo:acme/web:ref:refs/heads/main" },
      { subject: "repo:acme@1234/web@5678:ref:refs/heads/other" },
      { subject: "repo:acme@1234/web@5678:pull_request" },
      { audience: "sts.cloud.example.com" },
    ],
  },
  {
    ...github,
    heading: "GitHub Actions",
    subject: "repo:acme/web:ref:refs/heads/main",
    strangers: [
      { subject: "repo:acme@1/web@5678:ref:refs/heads/main" },
      { subject: "repo:acme/web-x:ref:refs/heads/main" },
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

describe("the page on identities for CI", function () {
  this.timeout(60_000);
  const runner = new SamplePrograms();
  after(() => runner.end());
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(() => emulator.close());

  const samples = samplesOf(PAGE);
  /** The names of the repos that the holder of an ID token sees as an identity, or the status of the refused exchange. */
  async function reposSeen(identity: string, claims: IdTokenClaims): Promise<string[] | number> {
    const query = new URLSearchParams({ aud: emulator.url, identity });
    const idToken = await emulator.idToken(claims);
    const exchanged = await fetch(`${emulator.url}/sts/exchange?${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}` },
    });
    if (!exchanged.ok) return exchanged.status;
    const { token } = (await exchanged.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${emulator.url}/registry/v2/repos`, { headers });
    const { repos = [] } = (await answer.json()) as { repos?: { name: string }[] };
    return repos.map(({ name }) => name);
  }

  it("says where tokens are exchanged, as each recipe does that says where the API is (row 250)", () => {
    const recipes = [...pages(), ...examples].filter((path) => /^ *PLATFORM_BASE_URL: /m.test(readPage(path)));
    assert.ok(recipes.length >= 3, recipes.join(" "));
    const without = recipes.filter((path) => !/^ *PLATFORM_ISSUER_URL: /m.test(readPage(path)));
    assert.deepEqual(without, []);
    assert.match(readPage("examples/ci/gitlab/.gitlab-ci.yml"), /aud: \$PLATFORM_ISSUER_URL/);
    for (const page of [PAGE, "examples/ci/README.md"]) assert.match(readPage(page), /^\| `PLATFORM_ISSUER_URL` \|/m);
  });

  it("has a section for each system of its table, and a program in each", () => {
    const listed = [...readPage(PAGE).matchAll(/^\| \[.*\]\(#([\w-]+)\)/gm)].map(([, anchor]) => anchor);
    const anchors = anchorsOf(PAGE);
    const sections = new Set(programs.map(({ heading }) => heading.toLowerCase().replaceAll(" ", "-")));
    assert.ok(listed.length >= 10);
    for (const anchor of listed) assert.ok(anchors.has(anchor ?? "") && sections.has(anchor ?? ""), anchor);
    assert.equal(samples.length, programs.length);
  });

  for (const [i, { heading, strangers, issuer, subject, claims, ...given }] of programs.entries()) {
    it(`lets the job of ${heading} (program ${i + 1}) see its team's group, and no other job (row 247)`, async () => {
      const { text = "" } = samples[i] ?? {};
      const before = readPage(PAGE).split(text)[0] ?? "";
      assert.equal([...before.matchAll(/^###? (.*)$/gm)].at(-1)?.[1], heading);
      const keys = JSON.stringify(await emulator.jwks());
      const kinds = await runner.runText(emulator, text.replace('config.require("issuerKeys")', JSON.stringify(keys)));
      assert.ok(kinds.includes("iam:RoleBinding"));

      const [identity] = emulator.list("iam:Identity");
      const uid = String(identity?.uid);
      const root = emulator.organization.uid;
      assert.equal(uid.slice(0, uid.lastIndexOf("/")), root, "the identity belongs to the root group");
      const [team] = emulator.list("iam:Group").filter(({ name }) => name === "platform-team");
      emulator.put("registry:Repo", String(team?.uid), { name: "ours" });
      emulator.put("registry:Repo", root, { name: "theirs" });

      const token = { issuer, subject, audience: given.audience ?? new URL(emulator.url).host, claims: claims ?? {} };
      assert.deepEqual(await reposSeen(uid, token), ["ours"]);
      for (const stranger of strangers)
        assert.equal(await reposSeen(uid, { ...token, ...stranger }), 401, JSON.stringify(stranger));
    });
  }
});
