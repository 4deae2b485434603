import assert from "node:assert/strict";
import {
  awsRoleSubject,
  azureManagedIdentitySubject,
  bitbucketAudience,
  bitbucketSubjectPattern,
  buildkiteSubject,
  buildkiteSubjectPattern,
  circleciSubjectPattern,
  githubActionsSubject,
  githubActionsSubjectPattern,
  gitlabClaims,
  gitlabSubject,
  gitlabSubjectPattern,
  kubernetesServiceAccountSubject,
  subjectsPattern,
} from "../../../src/program/components/subjects";

const owner = "acme";
const ids = { owner: "11", repo: 22 };
const web = { owner, repo: "web", ids };
const main = { ref: "refs/heads/main" };
const uuid = "01234567-89ab-cdef-0123-456789abcdef";
const built = { organization: owner, pipeline: "web", ref: "refs/heads/main", commit: "a".repeat(40), step: "" };

describe("the subject of a CI token", () => {
  for (const [subject, expected] of [
    [githubActionsSubject({ ...web, ...main }), "repo:acme@11/web@22:ref:refs/heads/main"],
    [githubActionsSubject({ ...web, environment: "eu:prod" }), "repo:acme@11/web@22:environment:eu%3Aprod"],
    [githubActionsSubject({ ...web, pullRequest: true }), "repo:acme@11/web@22:pull_request"],
    [githubActionsSubject({ owner, repo: "web", withoutIds: true, ...main }), "repo:acme/web:ref:refs/heads/main"],
    [
      githubActionsSubjectPattern({ owner, repo: "web.js", ids, ...main }),
      "^(repo:acme@11/web\\.js@22:ref:refs/heads/main|repo:acme/web\\.js:ref:refs/heads/main)$",
    ],
    [
      gitlabSubject({ projectPath: "acme/a/web", refType: "tag", ref: "v1.2" }),
      "project_path:acme/a/web:ref_type:tag:ref:v1.2",
    ],
    [
      gitlabSubjectPattern({ projectPath: "acme/web.js", refType: "branch" }),
      "^project_path:acme/web\\.js:ref_type:branch:ref:[^\\s:]+$",
    ],
    [bitbucketSubjectPattern({ repositoryUuid: uuid }), `^\\{${uuid}\\}:.+$`],
    [bitbucketAudience({ workspaceUuid: uuid }), `ari:cloud:bitbucket::workspace/${uuid}`],
    [
      buildkiteSubject({ ...built, step: "deploy:eu" }),
      `organization:acme:pipeline:web:ref:refs/heads/main:commit:${"a".repeat(40)}:step:deploy:eu`,
    ],
    [
      buildkiteSubjectPattern({ organization: owner, pipeline: "web", ref: "refs/tags/v1.2" }),
      "^organization:acme:pipeline:web:ref:refs/tags/v1\\.2:commit:[0-9a-f]+:step:.*$",
    ],
    [circleciSubjectPattern({ organizationId: uuid }), `^org/${uuid}/project/.+$`],
    [circleciSubjectPattern({ organizationId: uuid, projectId: uuid }), `^org/${uuid}/project/${uuid}/.+$`],
    [kubernetesServiceAccountSubject({ namespace: "etl", name: "nightly" }), "system:serviceaccount:etl:nightly"],
    [awsRoleSubject({ account: "123456789012", role: "ci/deploy" }), "arn:aws:iam::123456789012:role/ci/deploy"],
    [azureManagedIdentitySubject({ principalId: uuid }), uuid],
    [subjectsPattern("a+b", "c|d"), "^(a\\+b|c\\|d)$"],
  ] as const) {
    it(`is ${expected}`, () => assert.equal(subject, expected));
  }

  it("comes with further claims of GitLab, all as text", () => {
    assert.deepEqual(gitlabClaims({ projectId: 7, isProtected: true, environment: "prod" }), {
      project_id: "7",
      ref_protected: "true",
      environment: "prod",
    });
    assert.deepEqual(gitlabClaims({ isProtected: false }), { ref_protected: "false" });
  });
});

/** A function of one object, as the tables below call it. */
type OfSubjects = (given: never) => unknown;
// The tables have arguments that no type allows.
const callOf = (call: OfSubjects, given: object) => (call as (given: object) => unknown)(given);

const deploy = { account: "123456789012", role: "deploy" };
const onMain = { projectPath: "acme/web", refType: "branch", ref: "main" };
const pulled = { ...web, pullRequest: true };

/** Arguments that are right, a change that is refused, and what the message says. */
const refused: readonly (readonly [call: OfSubjects, right: object, wrong: object, says: RegExp])[] = [
  [
    githubActionsSubject,
    { ...web, ...main },
    { ref: "main" },
    /^ref must be a full ref without wildcards, like refs\/heads\/main or /,
  ],
  [
    githubActionsSubject,
    pulled,
    { repo: "acme/web" },
    /^repo must be a name of letters, digits, "\.", "_" and "-", without slashes$/,
  ],
  [githubActionsSubject, pulled, { ids: { owner: "a", repo: "2" } }, /^ids\.owner must be a number$/],
  [githubActionsSubject, pulled, { ids: { owner: 1, repo: Number.NaN } }, /^ids\.repo must be a number$/],
  [
    githubActionsSubject,
    { ...web, environment: "prod" },
    { environment: "" },
    /^environment must be one line of text$/,
  ],
  [gitlabSubject, onMain, { projectPath: "web" }, /^projectPath must be a path of groups and project, like acme\/web$/],
  [
    gitlabSubject,
    onMain,
    { ref: "release/*" },
    /^ref must be the name of a branch or tag without wildcards, like main or v1\.2$/,
  ],
  [
    gitlabSubjectPattern,
    { projectPath: "acme/web", refType: "branch" },
    { refType: "heads" },
    /^refType must be branch or tag$/,
  ],
  [gitlabClaims, { projectId: "7" }, { projectId: "acme/web" }, /^projectId must be a number$/],
  [
    bitbucketSubjectPattern,
    { repositoryUuid: uuid },
    { repositoryUuid: `{${uuid}}` },
    /^repositoryUuid must be a UUID in lower case without braces, like /,
  ],
  [bitbucketAudience, { workspaceUuid: uuid }, { workspaceUuid: "acme" }, /^workspaceUuid must be a UUID/],
  [buildkiteSubject, built, { commit: "HEAD" }, /^commit must be 40 lower-case hex digits$/],
  [buildkiteSubject, built, { step: "a b" }, /^step must be a key of letters/],
  [circleciSubjectPattern, { organizationId: uuid, projectId: uuid }, { projectId: ".*" }, /^projectId must be a UUID/],
  [
    kubernetesServiceAccountSubject,
    { namespace: "web", name: "ci" },
    { namespace: "Web" },
    /^namespace must be a name of lower-case letters, digits, "\." and "-"/,
  ],
  [awsRoleSubject, deploy, { account: "acme" }, /^account must be the 12 digits of an account number$/],
  [awsRoleSubject, deploy, { role: "deploy/*" }, /^role must be the name of a role/],
  [azureManagedIdentitySubject, { principalId: uuid }, { principalId: "deploy" }, /^principalId must be a UUID/],
];

const ofGithub = "owner, repo, ids, withoutIds, ref, environment, pullRequest";

/** Arguments whose last member is misspelled, without which the result would let in other jobs, and the members that there are. */
const strangers: readonly (readonly [call: OfSubjects, given: object, members: string])[] = [
  [githubActionsSubject, { ...web, branch: "main" }, ofGithub],
  [githubActionsSubject, { ...web, ...main, enviroment: "prod" }, ofGithub],
  [githubActionsSubjectPattern, { ...web, ...main, enviroment: "prod" }, ofGithub],
  [gitlabSubjectPattern, { projectPath: "acme/web", refType: "branch", ref: "main" }, "projectPath, refType"],
  [gitlabSubject, { ...onMain, branch: "main" }, "projectPath, refType, ref"],
  [gitlabClaims, { projectId: 7, protected: true }, "projectId, isProtected, environment"],
  [bitbucketSubjectPattern, { repositoryUuid: uuid, branch: "main" }, "repositoryUuid"],
  [bitbucketAudience, { workspaceUuid: uuid, repositoryUuid: uuid }, "workspaceUuid"],
  [buildkiteSubject, { ...built, branch: "main" }, "organization, pipeline, ref, commit, step"],
  [
    buildkiteSubjectPattern,
    { organization: owner, pipeline: "web", ref: "refs/heads/main", step: "deploy" },
    "organization, pipeline, ref",
  ],
  [circleciSubjectPattern, { organizationId: uuid, project: uuid }, "organizationId, projectId"],
  [kubernetesServiceAccountSubject, { namespace: "etl", name: "nightly", cluster: "a" }, "namespace, name"],
  [awsRoleSubject, { ...deploy, session: "a" }, "account, role"],
  [azureManagedIdentitySubject, { principalId: uuid, tenant: uuid }, "principalId"],
];

describe("an argument that every function of subjects refuses (row 266)", () => {
  for (const [call, given, members] of strangers) {
    const message = `${call.name}: ${Object.keys(given).at(-1)} is unknown. Must be one of: ${members}`;
    it(`is an unknown member: ${message}`, () =>
      assert.throws(() => callOf(call, given), { name: "ConfigurationError", message }));
  }

  it("is an unknown member of ids", () => {
    assert.throws(() => githubActionsSubject({ ...web, ids: { ...ids, org: 3 }, ...main } as never), {
      message: "githubActionsSubject: ids.org is unknown. Must be one of: owner, repo",
    });
  });

  for (const more of [
    {},
    { ...main, environment: "prod" },
    { ...main, pullRequest: true },
    { environment: "prod", pullRequest: true },
    { pullRequest: false },
    { pullRequest: "yes" },
    { pullRequest: null },
    { ref: undefined },
  ]) {
    it(`is a choice of runs that is not exactly one: ${JSON.stringify(more)}`, () => {
      const message = "githubActionsSubject: exactly one of ref, environment and pullRequest: true is required";
      assert.throws(() => githubActionsSubject({ ...web, ...more } as never), { name: "ConfigurationError", message });
    });
  }

  it("is another form of the subject", () => {
    assert.throws(() => githubActionsSubject({ ...web, ...main, withoutIds: "no" } as never), {
      message: "githubActionsSubject: withoutIds must be true or false",
    });
    assert.equal(
      githubActionsSubject({ ...web, ref: undefined, environment: "prod" } as never),
      "repo:acme@11/web@22:environment:prod",
    );
  });

  it("is an option for claims that would check nothing, or a wrong value", () => {
    for (const claims of [{}, { projectId: undefined }])
      assert.throws(() => gitlabClaims(claims as never), {
        name: "ConfigurationError",
        message: "gitlabClaims needs at least one of projectId, isProtected, environment",
      });
    assert.throws(() => gitlabClaims({ isProtected: "yes" } as never), {
      message: "gitlabClaims: isProtected must be true or false",
    });
  });

  it("is anything but an object", () => {
    for (const given of [undefined, null, "acme/web"])
      assert.throws(() => gitlabClaims(given as never), {
        name: "ConfigurationError",
        message: "gitlabClaims needs an object, { projectId, isProtected, environment }",
      });
  });
});

describe("a part that no subject can have", () => {
  it("is allowed once ids or withoutIds are given", () => {
    assert.throws(
      () => githubActionsSubject({ owner, repo: "web", pullRequest: true } as never),
      /contain the ids of owner and repository\. Set the ids that gh api repos\/acme\/web prints, or withoutIds: true for the/,
    );
    for (const more of [{ ids: { owner: 1, repo: 2 } }, { withoutIds: true as const }])
      assert.ok(githubActionsSubject({ owner, repo: "web", pullRequest: true, ...more }));
  });

  for (const [call, right, wrong, says] of refused) {
    it(`is refused in words: ${says.source}`, () => {
      assert.throws(() => callOf(call, { ...right, ...wrong }), { name: "ConfigurationError", message: says });
      assert.ok(callOf(call, right));
    });
  }

  it("is not in a list of subjects, of which there is at least one", () => {
    assert.throws(() => subjectsPattern("a\nb"), {
      name: "ConfigurationError",
      message: "subject must be one line of text",
    });
    assert.throws(() => subjectsPattern(), { message: "subjectsPattern needs at least one subject" });
  });
});
