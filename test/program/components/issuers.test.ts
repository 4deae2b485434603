import assert from "node:assert/strict";
import {
  awsIssuer,
  azureIssuer,
  bitbucketIssuer,
  buildkiteIssuer,
  circleciIssuer,
  githubActionsIssuer,
  gitlabIssuer,
  gkeIssuer,
  jenkinsIssuer,
} from "../../../src/program/components/issuers";

const uuid = "01234567-89ab-cdef-0123-456789abcdef";

describe("the issuer of a CI system", () => {
  for (const [issuer, expected] of [
    [githubActionsIssuer, "https://token.actions.githubusercontent.com"],
    [gitlabIssuer, "https://gitlab.com"],
    [buildkiteIssuer, "https://agent.buildkite.com"],
    [
      bitbucketIssuer({ workspace: "acme" }),
      "https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc",
    ],
    [circleciIssuer({ organizationId: uuid }), `https://oidc.circleci.com/org/${uuid}`],
    [jenkinsIssuer({ url: "https://ci.example.com/jenkins/" }), "https://ci.example.com/jenkins/oidc"],
    [
      gkeIssuer({ project: "acme", location: "europe-west1", cluster: "prod" }),
      "https://container.googleapis.com/v1/projects/acme/locations/europe-west1/clusters/prod",
    ],
    [awsIssuer({ issuerId: uuid }), `https://${uuid}.tokens.sts.global.api.aws`],
    [azureIssuer({ tenantId: uuid }), `https://login.microsoftonline.com/${uuid}/v2.0`],
  ] as const)
    it(`is ${expected}`, () => assert.equal(issuer, expected));

  for (const [call, says] of [
    [() => bitbucketIssuer({ workspace: "acme/x" }), /^workspace must be a name/],
    [() => circleciIssuer({ organizationId: "acme" }), /^organizationId must be a UUID/],
    [() => jenkinsIssuer({ url: "http://ci.example.com" }), /^url must be an https URL/],
    [() => gkeIssuer({ project: "a", location: "", cluster: "c" }), /^location must be a name/],
    [() => awsIssuer({ issuerId: "evil.example.com/" }), /^issuerId must be a UUID/],
    [() => azureIssuer({ tenantId: "common" }), /^tenantId must be a UUID/],
  ] as const)
    it(`is refused in words: ${says.source}`, () => {
      assert.throws(call, { name: "ConfigurationError", message: says });
    });
});
