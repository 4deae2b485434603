import assert from "node:assert/strict";
import * as functions from "../../../src/program/components/subjects";

const { githubActionsSubject, gitlabClaims, subjectsPattern } = functions;
const called = new Map(Object.entries(functions));

/** Calls a function of subjects with what no type may allow. */
const call = (name: string, given: object): unknown => (called.get(name) as (given: object) => unknown)(given);

const ids = { owner: "11", repo: 22 };
const web = { owner: "acme", repo: "web", ids };
const uuid = "01234567-89ab-cdef-0123-456789abcdef";
/** Objects that the tables name. */
const known: Readonly<Record<string, object>> = {
  web,
  main: { ...web, ref: "refs/heads/main" },
  pull: { ...web, pullRequest: true },
  built: { organization: "acme", pipeline: "web", ref: "refs/heads/main", commit: "a".repeat(40), step: "" },
  onMain: { projectPath: "acme/web", refType: "branch", ref: "main" },
  deploy: { account: "123456789012", role: "deploy" },
  repository: { repositoryUuid: uuid },
  workspace: { workspaceUuid: uuid },
  project: { organizationId: uuid, projectId: uuid },
  circle: { organizationId: uuid },
  principal: { principalId: uuid },
};

/** Lines like `awsRoleSubject deploy {"role":"x"} -> …`: a function, known objects or JSON, which are put together, and a text. */
const rows = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [asked = "", says = ""] = line.trim().split(" -> ");
      const [name = "", ...parts] = asked.replaceAll("$UUID", uuid).split(" ");
      const objects = parts.map((part) => known[part] ?? (JSON.parse(part) as object));
      return {
        name,
        asked,
        objects,
        given: Object.assign({}, ...objects) as object,
        says: says.replaceAll("$UUID", uuid),
      };
    });

describe("the subject of a CI token", () => {
  for (const { name, given, says } of rows(
    String.raw`
    githubActionsSubject main -> repo:acme@11/web@22:ref:refs/heads/main
    githubActionsSubject web {"environment":"eu:prod"} -> repo:acme@11/web@22:environment:eu%3Aprod
    githubActionsSubject pull -> repo:acme@11/web@22:pull_request
    githubActionsSubject {"owner":"acme","repo":"web","withoutIds":true,"ref":"refs/heads/main"} -> repo:acme/web:ref:refs/heads/main
    githubActionsSubjectPattern main {"repo":"web.js"} -> ^(repo:acme@11/web\.js@22:ref:refs/heads/main|repo:acme/web\.js:ref:refs/heads/main)$
    gitlabSubject {"projectPath":"acme/a/web","refType":"tag","ref":"v1.2"} -> project_path:acme/a/web:ref_type:tag:ref:v1.2
    gitlabSubjectPattern {"projectPath":"acme/web.js","refType":"branch"} -> ^project_path:acme/web\.js:ref_type:branch:ref:[^\s:]+$
    bitbucketSubjectPattern repository -> ^\{$UUID\}:.+$
    bitbucketAudience workspace -> ari:cloud:bitbucket::workspace/$UUID
    buildkiteSubject built {"step":"deploy:eu"} -> organization:acme:pipeline:web:ref:refs/heads/main:commit:${"a".repeat(40)}:step:deploy:eu
    buildkiteSubjectPattern {"organization":"acme","pipeline":"web","ref":"refs/tags/v1.2"} -> ^organization:acme:pipeline:web:ref:refs/tags/v1\.2:commit:[0-9a-f]+:step:.*$
    circleciSubjectPattern circle -> ^org/$UUID/project/.+$
    circleciSubjectPattern project -> ^org/$UUID/project/$UUID/.+$
    kubernetesServiceAccountSubject {"namespace":"etl","name":"nightly"} -> system:serviceaccount:etl:nightly
    awsRoleSubject {"account":"123456789012","role":"ci/deploy"} -> arn:aws:iam::123456789012:role/ci/deploy
    azureManagedIdentitySubject principal -> $UUID`,
  ))
    it(`is ${says}`, () => assert.equal(call(name, given), says));

  it("comes with further claims of GitLab, all as text", () => {
    assert.deepEqual(gitlabClaims({ projectId: 7, isProtected: true, environment: "prod" }), {
      project_id: "7",
      ref_protected: "true",
      environment: "prod",
    });
    assert.deepEqual(gitlabClaims({ isProtected: false }), { ref_protected: "false" });
  });
});

const ofGithub = "owner, repo, ids, withoutIds, ref, environment, pullRequest";

describe("an argument that every function of subjects refuses (row 266)", () => {
  // The last member is misspelled. Without it, the result would let in other jobs.
  for (const { name, given, says } of rows(`
    githubActionsSubject web {"branch":"main"} -> ${ofGithub}
    githubActionsSubject main {"enviroment":"prod"} -> ${ofGithub}
    githubActionsSubjectPattern main {"enviroment":"prod"} -> ${ofGithub}
    gitlabSubjectPattern onMain -> projectPath, refType
    gitlabSubject onMain {"branch":"main"} -> projectPath, refType, ref
    gitlabClaims {"projectId":7,"protected":true} -> projectId, isProtected, environment
    bitbucketSubjectPattern repository {"branch":"main"} -> repositoryUuid
    bitbucketAudience workspace {"repositoryUuid":"$UUID"} -> workspaceUuid
    buildkiteSubject built {"branch":"main"} -> organization, pipeline, ref, commit, step
    buildkiteSubjectPattern {"organization":"acme","pipeline":"web","ref":"refs/heads/main","step":"deploy"} -> organization, pipeline, ref
    circleciSubjectPattern circle {"project":"$UUID"} -> organizationId, projectId
    kubernetesServiceAccountSubject {"namespace":"etl","name":"nightly","cluster":"a"} -> namespace, name
    awsRoleSubject deploy {"session":"a"} -> account, role
    azureManagedIdentitySubject principal {"tenant":"$UUID"} -> principalId
  `)) {
    const message = `${name}: ${Object.keys(given).at(-1)} is unknown. Must be one of: ${says}`;
    it(`is an unknown member: ${message}`, () =>
      assert.throws(() => call(name, given), { name: "ConfigurationError", message }));
  }

  it("is an unknown member of ids", () => {
    assert.throws(() => githubActionsSubject({ ...web, ids: { ...ids, org: 3 }, ref: "refs/heads/main" } as never), {
      message: "githubActionsSubject: ids.org is unknown. Must be one of: owner, repo",
    });
  });

  for (const more of [{}, { ref: "refs/heads/main", environment: "prod" }, { pullRequest: false }, { ref: undefined }])
    it(`is a choice of runs that is not exactly one: ${JSON.stringify(more)}`, () => {
      const message = "githubActionsSubject: exactly one of ref, environment and pullRequest: true is required";
      assert.throws(() => githubActionsSubject({ ...web, ...more } as never), { name: "ConfigurationError", message });
    });

  it("is another form of the subject", () => {
    assert.throws(() => githubActionsSubject({ ...web, ref: "refs/heads/main", withoutIds: "no" } as never), {
      message: "githubActionsSubject: withoutIds must be true or false",
    });
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
  it("is a GitHub repository without its ids, unless withoutIds says so", () => {
    const asked = { owner: "acme", repo: "web", pullRequest: true } as const;
    const message =
      /contain the ids of owner and repository\. Set the ids that gh api repos\/acme\/web prints, or withoutIds: true/;
    assert.throws(() => githubActionsSubject(asked as never), message);
    assert.ok(githubActionsSubject({ ...asked, withoutIds: true }));
  });

  // What follows the right argument is wrong. Messages end where the text does, or go on.
  for (const { name, asked, objects, given, says } of rows(String.raw`
    githubActionsSubject main {"ref":"main"} -> ref must be a full ref without wildcards, like refs/heads/main or…
    githubActionsSubject pull {"repo":"acme/web"} -> repo must be a name of letters, digits, ".", "_" and "-", without slashes
    githubActionsSubject pull {"ids":{"owner":"a","repo":"2"}} -> ids.owner must be a number
    githubActionsSubject web {"environment":"prod"} {"environment":""} -> environment must be one line of text
    gitlabSubject onMain {"projectPath":"web"} -> projectPath must be a path of groups and project, like acme/web
    gitlabSubject onMain {"ref":"release/*"} -> ref must be the name of a branch or tag without wildcards, like main or v1.2
    gitlabSubjectPattern {"projectPath":"acme/web","refType":"branch"} {"refType":"heads"} -> refType must be branch or tag
    bitbucketSubjectPattern repository {"repositoryUuid":"{$UUID}"} -> repositoryUuid must be a UUID in lower case without braces, like…
    buildkiteSubject built {"step":"a"} {"step":"a\u0020b"} -> step must be a key of letters…
    circleciSubjectPattern project {"projectId":".*"} -> projectId must be a UUID…
    kubernetesServiceAccountSubject {"namespace":"web","name":"ci"} {"namespace":"Web"} -> namespace must be a name of lower-case letters, digits, "." and "-"…
    awsRoleSubject deploy {"role":"deploy/*"} -> role must be the name of a role…`))
    it(`is refused in words: ${asked}`, () => {
      const refusal = (error: Error) =>
        error.name === "ConfigurationError" &&
        (says.endsWith("…") ? error.message.startsWith(says.slice(0, -1)) : error.message === says);
      assert.throws(() => call(name, given), refusal);
      assert.ok(call(name, Object.assign({}, ...objects.slice(0, -1)) as object));
    });

  it("is not in a list of subjects, of which there is at least one", () => {
    assert.throws(() => subjectsPattern("a\nb"), {
      name: "ConfigurationError",
      message: "subject must be one line of text",
    });
    assert.throws(() => subjectsPattern(), { message: "subjectsPattern needs at least one subject" });
  });
});
