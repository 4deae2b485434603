import assert from "node:assert/strict";
import {
  buildkiteSubject,
  githubActionsSubject,
  gitlabSubject,
  kubernetesServiceAccountSubject,
} from "../../../src/components/subjects";

const owner = "acme";
const built = { organization: owner, pipeline: "web", ref: "refs/heads/main", commit: "a".repeat(40), step: "" };

/** A call that is refused, what its message says, and the same call as the message would have it. */
const refused: readonly (readonly [call: () => string, says: RegExp, corrected: () => string])[] = [
  [
    () => githubActionsSubject({ owner, repo: "web", ref: "main" }),
    /^ref cannot be part of a token's subject: it must be a full ref without wildcards, like refs\/heads\/main or /,
    () => githubActionsSubject({ owner, repo: "web", ref: "refs/heads/main" }),
  ],
  [
    () => githubActionsSubject({ owner, repo: "acme/web", pullRequest: true }),
    /^repo cannot be .*: it must be a name of letters, digits, "\.", "_" and "-", without slashes$/,
    () => githubActionsSubject({ owner, repo: "web", pullRequest: true }),
  ],
  [
    () => githubActionsSubject({ owner, repo: "web", ids: { owner: "a", repo: "2" }, pullRequest: true }),
    /^id of the owner cannot be .*: it must be a number$/,
    () => githubActionsSubject({ owner, repo: "web", ids: { owner: "1", repo: "2" }, pullRequest: true }),
  ],
  [
    () => gitlabSubject({ projectPath: "web", refType: "branch", ref: "main" }),
    /^projectPath cannot be .*: it must be a path of groups and project, like acme\/web$/,
    () => gitlabSubject({ projectPath: "acme/web", refType: "branch", ref: "main" }),
  ],
  [
    () => gitlabSubject({ projectPath: "acme/web", refType: "branch", ref: "release/*" }),
    /^ref cannot be .*: it must be the name of a branch or tag without wildcards, like main or v1\.2$/,
    () => gitlabSubject({ projectPath: "acme/web", refType: "branch", ref: "release/1" }),
  ],
  [
    () => buildkiteSubject({ ...built, commit: "HEAD" }),
    /^commit cannot be .*: it must be 40 lower-case hex digits$/,
    () => buildkiteSubject(built),
  ],
  [
    () => buildkiteSubject({ ...built, step: "a b" }),
    /^step cannot be .*: it must be a key of letters/,
    () => buildkiteSubject(built),
  ],
  [
    () => kubernetesServiceAccountSubject({ namespace: "Web", name: "ci" }),
    /^namespace cannot be .*: it must be a name of lower-case letters, digits, "\." and "-"/,
    () => kubernetesServiceAccountSubject({ namespace: "web", name: "ci" }),
  ],
];

describe("a part that no subject can have", () => {
  for (const [call, says, corrected] of refused) {
    it(`is refused in words: ${says.source}`, () => {
      assert.throws(call, { name: "ConfigurationError", message: says });
      assert.ok(corrected().length > 0);
    });
  }
});
