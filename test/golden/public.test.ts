import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { resources } from "../../src/resources";
import { nameOf } from "../../src/spec/resource";
import { quickStart } from "../support/workspace";

const root = join(__dirname, "..", "..");

/** Runs a program against the built package in a Node of its own, and parses what it prints. */
const run = (program: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ["--require", quickStart, "-e", program], { cwd: root, encoding: "utf8" }));

describe("the public names of the package", () => {
  it("equal the recorded list", () => {
    assert.deepEqual(run('console.log(JSON.stringify(Object.keys(require("pulumi-platform")).sort()))'), [
      "AccountAssociation",
      "AlreadyExistsError",
      "ApiError",
      "ArgumentError",
      "CiIdentity",
      "ConfigurationError",
      "ExternalGroupRoleMapping",
      "Group",
      "GroupInvite",
      "Identity",
      "IdentityProvider",
      "InvalidArgumentError",
      "NoSingleAnswerError",
      "NotFoundError",
      "Organization",
      "PermissionDeniedError",
      "PlatformError",
      "PreconditionError",
      "ProtocolError",
      "Provider",
      "PullToken",
      "RateLimitError",
      "RegistryError",
      "Repo",
      "Role",
      "RoleBinding",
      "ScimToken",
      "Subscription",
      "Tag",
      "TermsAcceptance",
      "TransportError",
      "UnauthenticatedError",
      "UnavailableError",
      "awsIssuer",
      "awsRoleSubject",
      "azureIssuer",
      "azureManagedIdentitySubject",
      "batchCreateRoleBindings",
      "batchCreateRoleBindingsOutput",
      "batchDeleteExternalGroupRoleMappings",
      "batchDeleteExternalGroupRoleMappingsOutput",
      "bitbucketAudience",
      "bitbucketIssuer",
      "bitbucketSubjectPattern",
      "buildkiteIssuer",
      "buildkiteSubject",
      "buildkiteSubjectPattern",
      "checkAccountAssociation",
      "checkAccountAssociationOutput",
      "checkEligibility",
      "checkEligibilityOutput",
      "circleciIssuer",
      "circleciSubjectPattern",
      "getAccountAssociation",
      "getAccountAssociationOutput",
      "getAccountAssociations",
      "getAccountAssociationsOutput",
      "getAdvisories",
      "getAdvisoriesOutput",
      "getAdvisory",
      "getAdvisoryDocuments",
      "getAdvisoryDocumentsOutput",
      "getAdvisoryOutput",
      "getArtifactCount",
      "getArtifactCountOutput",
      "getArtifactVersions",
      "getArtifactVersionsOutput",
      "getArtifacts",
      "getArtifactsOutput",
      "getCount",
      "getCountOutput",
      "getExternalGroupRoleMapping",
      "getExternalGroupRoleMappingOutput",
      "getExternalGroupRoleMappings",
      "getExternalGroupRoleMappingsOutput",
      "getGroup",
      "getGroupInvite",
      "getGroupInviteOutput",
      "getGroupInvites",
      "getGroupInvitesOutput",
      "getGroupOutput",
      "getGroups",
      "getGroupsOutput",
      "getIdentities",
      "getIdentitiesOutput",
      "getIdentity",
      "getIdentityOutput",
      "getIdentityProvider",
      "getIdentityProviderOutput",
      "getIdentityProviders",
      "getIdentityProvidersOutput",
      "getIdentityUid",
      "getIdentityUidOutput",
      "getImageArchitectures",
      "getImageArchitecturesOutput",
      "getImageSize",
      "getImageSizeOutput",
      "getRepo",
      "getRepoOutput",
      "getRepoReadme",
      "getRepoReadmeOutput",
      "getRepos",
      "getReposOutput",
      "getResolvedVulnerabilities",
      "getResolvedVulnerabilitiesOutput",
      "getRole",
      "getRoleBinding",
      "getRoleBindingOutput",
      "getRoleBindings",
      "getRoleBindingsOutput",
      "getRoleOutput",
      "getRoles",
      "getRolesOutput",
      "getSubscription",
      "getSubscriptionOutput",
      "getSubscriptions",
      "getSubscriptionsOutput",
      "getTag",
      "getTagDigest",
      "getTagDigestOutput",
      "getTagHistory",
      "getTagHistoryOutput",
      "getTagOutput",
      "getTags",
      "getTagsOutput",
      "getTermsAcceptances",
      "getTermsAcceptancesOutput",
      "getVulnerabilityMetadata",
      "getVulnerabilityMetadataOutput",
      "githubActionsIssuer",
      "githubActionsSubject",
      "githubActionsSubjectPattern",
      "gitlabClaims",
      "gitlabIssuer",
      "gitlabSubject",
      "gitlabSubjectPattern",
      "gkeIssuer",
      "isOpenAdvisory",
      "jenkinsIssuer",
      "kubernetesServiceAccountSubject",
      "lookupGroup",
      "lookupGroupOutput",
      "ping",
      "pingOutput",
      "requestGroupAccess",
      "requestGroupAccessOutput",
      "setScimEnabled",
      "setScimEnabledOutput",
      "subjectsPattern",
      "updateIdentityMetadata",
      "updateIdentityMetadataOutput",
    ]);
  });

  it("include a class for every resource", () => {
    const names = run('console.log(JSON.stringify(Object.keys(require("pulumi-platform"))))') as string[];
    assert.deepEqual(
      Object.values(resources)
        .map(nameOf)
        .filter((name) => !names.includes(name)),
      [],
    );
  });

  it("are available to ES modules too", () => {
    const program =
      'import { Group, getRole } from "pulumi-platform"; console.log(JSON.stringify([typeof Group, typeof getRole]))';
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: root,
      encoding: "utf8",
    });
    assert.deepEqual(JSON.parse(printed), ["function", "function"]);
  });
});

describe("an import of the package", () => {
  it("loads 59 files at most: no HTTP client, no emulator, no command and nothing of the provider", () => {
    const loaded = run(`
      require("@pulumi/pulumi");
      const before = new Set(Object.keys(require.cache));
      require("pulumi-platform");
      console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !before.has(file))));
    `) as string[];
    const own = loaded.map((file) => file.replaceAll("\\\\", "/"));
    // Each file costs a program's start a fraction of a millisecond. One more is no mistake, but has its reason.
    assert.ok(own.length > 0 && own.length <= 59, `${own.length} files`);
    assert.deepEqual(
      own.filter((file) =>
        /undici|zod|jose|commander|\/emulator\/|\/cli\/|\/core\/|\/lookups\/(?!errors\.)|\/api\/(?!errors|short-stack|status|token-form)|\/dynamic\/provider\.js/.test(
          file,
        ),
      ),
      [],
    );
  });

  it("loads neither zod nor the emulator, also with the provider", () => {
    const loaded = run(
      'require("pulumi-platform/provider"); console.log(JSON.stringify(Object.keys(require.cache)))',
    ) as string[];
    assert.ok(loaded.some((file) => file.includes("provider")));
    assert.deepEqual(
      loaded.filter((file) => /[\\/](zod|jose|commander|emulator|cli)[\\/]/.test(file)),
      [],
    );
  });
});

describe("the text by which state names the provider", () => {
  // State of every release holds these: they may never change.
  const texts: Record<string, string> = {
    "events:Subscription": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("events:Subscription")',
    "iam:AccountAssociation":
      'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:AccountAssociation")',
    "iam:ExternalGroupRoleMapping":
      'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:ExternalGroupRoleMapping")',
    "iam:Group": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:Group")',
    "iam:GroupInvite": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:GroupInvite")',
    "iam:Identity": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:Identity")',
    "iam:IdentityProvider": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:IdentityProvider")',
    "iam:Organization": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:Organization")',
    "iam:Role": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:Role")',
    "iam:RoleBinding": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:RoleBinding")',
    "iam:ScimToken": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:ScimToken")',
    "iam:TermsAcceptance": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("iam:TermsAcceptance")',
    "registry:Repo": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("registry:Repo")',
    "registry:Tag": 'exports.handler=()=>require("pulumi-platform/provider").dynamic("registry:Tag")',
  };

  it("is the same in every release (row 70)", () => {
    const program = `
      const pulumi = require("@pulumi/pulumi");
      const seen = {};
      pulumi.runtime.setMocks({
        newResource: ({ type, inputs }) => { seen[type] = inputs.__provider; return { id: "id", state: inputs }; },
        call: () => ({}),
      });
      const platform = require("pulumi-platform");
      for (const name of ${JSON.stringify(Object.values(resources).map(nameOf))}) new platform[name]("x", {});
      new platform.PullToken("x", { parentUid: "root" });
      process.once("exit", () => console.log(JSON.stringify(seen)));
    `;
    const seen = run(program) as Record<string, string>;
    const signed = 'exports.handler=()=>require("pulumi-platform/provider").dynamic("local:SignedToken")';
    const expected = [
      ...Object.entries(texts).map(([type, text]) => [`pulumi-nodejs:dynamic/platform/${type}`, text]),
      ["pulumi-nodejs:dynamic/platform-local:SignedToken", signed],
    ];
    assert.deepEqual(Object.fromEntries(Object.entries(seen).sort()), Object.fromEntries(expected.sort()));
    for (const text of Object.values(texts)) assert.ok(text.length <= 120);
  });
});
