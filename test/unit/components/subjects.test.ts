import assert from "node:assert/strict";
import fc from "fast-check";
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
} from "../../../src/components/subjects";

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

/** A call that is refused, what its message says, and the same call as the message would have it. */
const refused: readonly (readonly [call: () => unknown, says: RegExp, corrected: () => unknown])[] = [
  [
    () => githubActionsSubject({ ...web, ref: "main" }),
    /^ref must be a full ref without wildcards, like refs\/heads\/main or /,
    () => githubActionsSubject({ ...web, ref: "refs/heads/main" }),
  ],
  [
    () => githubActionsSubject({ ...web, repo: "acme/web", pullRequest: true }),
    /^repo must be a name of letters, digits, "\.", "_" and "-", without slashes$/,
    () => githubActionsSubject({ ...web, repo: "web", pullRequest: true }),
  ],
  [
    () => githubActionsSubject({ ...web, ids: { owner: "a", repo: "2" }, pullRequest: true }),
    /^ids\.owner must be a number$/,
    () => githubActionsSubject({ ...web, ids: { owner: "1", repo: "2" }, pullRequest: true }),
  ],
  [
    () => githubActionsSubject({ ...web, ids: { owner: 1, repo: Number.NaN }, pullRequest: true }),
    /^ids\.repo must be a number$/,
    () => githubActionsSubject({ ...web, ids: { owner: 1, repo: 2 }, pullRequest: true }),
  ],
  [
    () => githubActionsSubject({ owner, repo: "web", pullRequest: true } as never),
    /contain the ids of owner and repository\. Set the ids that gh api repos\/acme\/web prints, or withoutIds: true for the/,
    () => githubActionsSubject({ owner, repo: "web", withoutIds: true, pullRequest: true }),
  ],
  [
    () => githubActionsSubject({ ...web, environment: "" }),
    /^environment must be one line of text$/,
    () => githubActionsSubject({ ...web, environment: "prod" }),
  ],
  [
    () => gitlabSubject({ projectPath: "web", refType: "branch", ref: "main" }),
    /^projectPath must be a path of groups and project, like acme\/web$/,
    () => gitlabSubject({ projectPath: "acme/web", refType: "branch", ref: "main" }),
  ],
  [
    () => gitlabSubject({ projectPath: "acme/web", refType: "branch", ref: "release/*" }),
    /^ref must be the name of a branch or tag without wildcards, like main or v1\.2$/,
    () => gitlabSubject({ projectPath: "acme/web", refType: "branch", ref: "release/1" }),
  ],
  [
    () => gitlabSubjectPattern({ projectPath: "acme/web", refType: "heads" as never }),
    /^refType must be branch or tag$/,
    () => gitlabSubjectPattern({ projectPath: "acme/web", refType: "branch" }),
  ],
  [
    () => gitlabClaims({ projectId: "acme/web" }),
    /^projectId must be a number$/,
    () => gitlabClaims({ projectId: "7" }),
  ],
  [
    () => bitbucketSubjectPattern({ repositoryUuid: `{${uuid}}` }),
    /^repositoryUuid must be a UUID in lower case without braces, like /,
    () => bitbucketSubjectPattern({ repositoryUuid: uuid }),
  ],
  [
    () => bitbucketAudience({ workspaceUuid: "acme" }),
    /^workspaceUuid must be a UUID/,
    () => bitbucketAudience({ workspaceUuid: uuid }),
  ],
  [
    () => buildkiteSubject({ ...built, commit: "HEAD" }),
    /^commit must be 40 lower-case hex digits$/,
    () => buildkiteSubject(built),
  ],
  [() => buildkiteSubject({ ...built, step: "a b" }), /^step must be a key of letters/, () => buildkiteSubject(built)],
  [
    () => circleciSubjectPattern({ organizationId: uuid, projectId: ".*" }),
    /^projectId must be a UUID/,
    () => circleciSubjectPattern({ organizationId: uuid, projectId: uuid }),
  ],
  [
    () => kubernetesServiceAccountSubject({ namespace: "Web", name: "ci" }),
    /^namespace must be a name of lower-case letters, digits, "\." and "-"/,
    () => kubernetesServiceAccountSubject({ namespace: "web", name: "ci" }),
  ],
  [
    () => awsRoleSubject({ account: "acme", role: "deploy" }),
    /^account must be the 12 digits of an account number$/,
    () => awsRoleSubject({ account: "123456789012", role: "deploy" }),
  ],
  [
    () => awsRoleSubject({ account: "123456789012", role: "deploy/*" }),
    /^role must be the name of a role/,
    () => awsRoleSubject({ account: "123456789012", role: "deploy" }),
  ],
  [
    () => azureManagedIdentitySubject({ principalId: "deploy" }),
    /^principalId must be a UUID/,
    () => azureManagedIdentitySubject({ principalId: uuid }),
  ],
  [() => subjectsPattern("a\nb"), /^subject must be one line of text$/, () => subjectsPattern("a")],
  [() => subjectsPattern(), /^subjectsPattern needs at least one subject$/, () => subjectsPattern("a")],
];

/** Functions whose result would let in other jobs without a member that is misspelled, and the words of the refusal. */
const strangers: readonly (readonly [call: (more: object) => unknown, more: object, says: string])[] = [
  [
    (more) => githubActionsSubject({ ...web, ...more } as never),
    { branch: "main" },
    "githubActionsSubject: branch is unknown. Must be one of: owner, repo, ids, withoutIds, ref, environment, pullRequest",
  ],
  [
    (more) => githubActionsSubject({ ...web, ...more } as never),
    { ref: "refs/heads/main", enviroment: "prod" },
    "githubActionsSubject: enviroment is unknown. Must be one of: owner, repo, ids, withoutIds, ref, environment, pullRequest",
  ],
  [
    (more) => githubActionsSubjectPattern({ ...web, ...more } as never),
    { ref: "refs/heads/main", enviroment: "prod" },
    "githubActionsSubjectPattern: enviroment is unknown. Must be one of: owner, repo, ids, withoutIds, ref, environment, pullRequest",
  ],
  [
    (more) => githubActionsSubject({ owner, repo: "web", ids: { ...ids, ...more }, ...main } as never),
    { org: 3 },
    "githubActionsSubject: ids.org is unknown. Must be one of: owner, repo",
  ],
  [
    (more) => gitlabSubjectPattern({ projectPath: "acme/web", refType: "branch", ...more }),
    { ref: "main" },
    "gitlabSubjectPattern: ref is unknown. Must be one of: projectPath, refType",
  ],
  [
    (more) => gitlabSubject({ projectPath: "acme/web", refType: "branch", ref: "main", ...more }),
    { branch: "main" },
    "gitlabSubject: branch is unknown. Must be one of: projectPath, refType, ref",
  ],
  [
    (more) => gitlabClaims({ projectId: 7, ...more }),
    { protected: true },
    "gitlabClaims: protected is unknown. Must be one of: projectId, isProtected, environment",
  ],
  [
    (more) => bitbucketSubjectPattern({ repositoryUuid: uuid, ...more }),
    { branch: "main" },
    "bitbucketSubjectPattern: branch is unknown. Must be one of: repositoryUuid",
  ],
  [
    (more) => bitbucketAudience({ workspaceUuid: uuid, ...more }),
    { repositoryUuid: uuid },
    "bitbucketAudience: repositoryUuid is unknown. Must be one of: workspaceUuid",
  ],
  [
    (more) => buildkiteSubject({ ...built, ...more }),
    { branch: "main" },
    "buildkiteSubject: branch is unknown. Must be one of: organization, pipeline, ref, commit, step",
  ],
  [
    (more) => buildkiteSubjectPattern({ organization: owner, pipeline: "web", ref: "refs/heads/main", ...more }),
    { step: "deploy" },
    "buildkiteSubjectPattern: step is unknown. Must be one of: organization, pipeline, ref",
  ],
  [
    (more) => circleciSubjectPattern({ organizationId: uuid, ...more }),
    { project: uuid },
    "circleciSubjectPattern: project is unknown. Must be one of: organizationId, projectId",
  ],
  [
    (more) => kubernetesServiceAccountSubject({ namespace: "etl", name: "nightly", ...more }),
    { cluster: "a" },
    "kubernetesServiceAccountSubject: cluster is unknown. Must be one of: namespace, name",
  ],
  [
    (more) => awsRoleSubject({ account: "123456789012", role: "deploy", ...more }),
    { session: "a" },
    "awsRoleSubject: session is unknown. Must be one of: account, role",
  ],
  [
    (more) => azureManagedIdentitySubject({ principalId: uuid, ...more }),
    { tenant: uuid },
    "azureManagedIdentitySubject: tenant is unknown. Must be one of: principalId",
  ],
];

describe("an argument that every function of subjects refuses (row 266)", () => {
  for (const [call, more, says] of strangers) {
    it(`is an unknown member: ${says}`, () =>
      assert.throws(() => call(more), { name: "ConfigurationError", message: says }));
  }

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
      /\. Set the ids that .*, or withoutIds: true/,
    );
    for (const more of [{ ids: { owner: 1, repo: 2 } }, { withoutIds: true as const }])
      assert.ok(githubActionsSubject({ owner, repo: "web", pullRequest: true, ...more }));
  });

  for (const [call, says, corrected] of refused) {
    it(`is refused in words: ${says.source}`, () => {
      assert.throws(call, { name: "ConfigurationError", message: says });
      assert.ok(corrected());
    });
  }
});

describe("a pattern of subjects", () => {
  /** Names and refs of everything that may stand in them, characters of patterns above all. */
  const text = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 8 });
  const name = text("ab.-_");
  const ref = text("ab.+()|]{}$/-@").map((end) => `refs/heads/${end}`);
  const id = fc.nat();
  const github = fc.record({ owner: name, repo: name, ids: fc.record({ owner: id, repo: id }), ref });
  const matches = (pattern: string, subject: string) => new RegExp(pattern).test(subject);
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

  it("matches the subjects that it was made of and no others, whatever is in their names (row 245)", () => {
    fc.assert(
      fc.property(github, github, (mine, other) => {
        const pattern = githubActionsSubjectPattern(mine);
        const forms = (one: typeof mine) => [
          githubActionsSubject(one),
          githubActionsSubject({ ...one, withoutIds: true }),
        ];
        const [withIds = "", withoutIds = ""] = forms(mine);
        for (const subject of [withIds, withoutIds]) {
          assert.ok(matches(pattern, subject));
          for (const longer of [`x${subject}`, `${subject}x`, `${subject}\nx`, `x\n${subject}`])
            assert.ok(!matches(pattern, longer));
        }
        for (const subject of forms(other))
          assert.equal(matches(pattern, subject), [withIds, withoutIds].includes(subject));
      }),
    );
    const build = fc.record({ organization: name, pipeline: name, ref });
    fc.assert(
      fc.property(build, build, text("ab:.-"), (mine, other, step) => {
        const subject = buildkiteSubject({ ...other, commit: "0".repeat(40), step });
        assert.equal(matches(buildkiteSubjectPattern(mine), subject), same(mine, other));
        assert.ok(matches(buildkiteSubjectPattern(other), subject));
        assert.ok(!matches(buildkiteSubjectPattern(other), `x${subject}`));
      }),
    );
    const project = fc.record({
      projectPath: fc.tuple(name, name).map((names) => names.join("/")),
      refType: fc.constantFrom("branch" as const, "tag" as const),
    });
    fc.assert(
      fc.property(project, project, text("ab.+()|]{}$/-@"), (mine, other, end) => {
        const subject = gitlabSubject({ ...other, ref: end });
        assert.equal(matches(gitlabSubjectPattern(mine), subject), same(mine, other));
        assert.ok(matches(gitlabSubjectPattern(other), subject));
        assert.ok(!matches(gitlabSubjectPattern(other), `${subject}:x`));
      }),
    );
    const some = fc.array(
      fc.string({ minLength: 1, maxLength: 20 }).filter((one) => !/\p{Cc}/u.test(one)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(some, fc.string(), (subjects, other) => {
        const pattern = subjectsPattern(...subjects);
        for (const subject of subjects) assert.ok(matches(pattern, subject));
        assert.equal(matches(pattern, other), subjects.includes(other));
      }),
    );
  });

  it("of ids alone matches no other id (row 245)", () => {
    const other = uuid.replace("0", "1");
    for (const [pattern, own, others] of [
      [
        bitbucketSubjectPattern({ repositoryUuid: uuid }),
        `{${uuid}}:{${other}}`,
        [`{${other}}:{${uuid}}`, `{${uuid}}:`, `${uuid}:x`],
      ],
      [
        circleciSubjectPattern({ organizationId: uuid }),
        `org/${uuid}/project/p/user/u`,
        [`org/${other}/project/p`, `x/org/${uuid}/project/p`],
      ],
      [
        circleciSubjectPattern({ organizationId: uuid, projectId: uuid }),
        `org/${uuid}/project/${uuid}/user/u`,
        [`org/${uuid}/project/${other}/user/u`, `org/${uuid}/project/${uuid}x/user/u`],
      ],
    ] as const) {
      assert.ok(matches(pattern, own), own);
      for (const subject of others) assert.ok(!matches(pattern, subject), subject);
    }
  });
});
