import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import { quickStart } from "../support/workspace";

const root = join(__dirname, "..", "..");

/** Runs a program against the built package in a Node of its own, and parses what it prints. */
const run = (program: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ["--require", quickStart, "-e", program], { cwd: root, encoding: "utf8" }));

const CLASSES = `
  AccountAssociation AlreadyExistsError ApiError ArgumentError CiIdentity ConfigurationError
  ExternalGroupRoleMapping Group GroupInvite Identity IdentityProvider InvalidArgumentError NoSingleAnswerError
  NotFoundError Organization PermissionDeniedError PlatformError PreconditionError ProtocolError Provider PullToken
  RateLimitError RegistryError Repo Role RoleBinding ScimToken Subscription Tag TermsAcceptance TransportError
  UnauthenticatedError UnavailableError
`;
const OF_CI = `
  awsIssuer awsRoleSubject azureIssuer azureManagedIdentitySubject bitbucketAudience bitbucketIssuer
  bitbucketSubjectPattern buildkiteIssuer buildkiteSubject buildkiteSubjectPattern circleciIssuer
  circleciSubjectPattern githubActionsIssuer githubActionsSubject githubActionsSubjectPattern gitlabClaims
  gitlabIssuer gitlabSubject gitlabSubjectPattern gkeIssuer isOpenAdvisory jenkinsIssuer
  kubernetesServiceAccountSubject subjectsPattern
`;
/** Each has a form for Outputs, with that word at the end of its name. */
const LOOKUPS = `
  batchCreateRoleBindings batchDeleteExternalGroupRoleMappings checkAccountAssociation checkEligibility
  getAccountAssociation getAccountAssociations getAdvisories getAdvisory getAdvisoryDocuments getArtifactCount
  getArtifactVersions getArtifacts getCatalogImages getCount getExternalGroupRoleMapping getExternalGroupRoleMappings getGroup
  getGroupInvite getGroupInvites getGroups getIdentities getIdentity getIdentityProvider getIdentityProviders
  getIdentityUid getImageArchitectures getImageSize getRepo getRepoReadme getRepos getResolvedVulnerabilities
  getRole getRoleBinding getRoleBindings getRoles getStigReport getSubscription getSubscriptions getTag getTagDigest
  getTagHistory getTags getTermsAcceptances getVulnerabilityCounts getVulnerabilityMetadata lookupGroup ping requestGroupAccess setScimEnabled
  updateIdentityMetadata
`;

describe("the public names of the package", () => {
  it("equal the recorded list", () => {
    const wordsOf = (text: string) => text.trim().split(/\s+/);
    const lookups = wordsOf(LOOKUPS);
    const names = [...wordsOf(CLASSES), ...wordsOf(OF_CI), ...lookups, ...lookups.map((name) => `${name}Output`)];
    assert.deepEqual(run('console.log(JSON.stringify(Object.keys(require("pulumi-platform")).sort()))'), names.sort());
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
  it("loads 64 files at most: no HTTP client, no emulator, no command and nothing of the provider", () => {
    const loaded = run(`
      require("@pulumi/pulumi");
      const before = new Set(Object.keys(require.cache));
      require("pulumi-platform");
      console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !before.has(file))));
    `) as string[];
    const own = loaded.map((file) => file.replaceAll("\\\\", "/"));
    // Each file costs a program's start a fraction of a millisecond. One more is no mistake, but has its reason.
    assert.ok(own.length > 0 && own.length <= 64, `${own.length} files`);
    assert.deepEqual(
      own.filter((file) =>
        /undici|zod|jose|re2js|commander|\/emulator\/|\/command\/|\/core\/|\/lookups\/(?!errors\.)|\/api\/(?!errors|short-stack|token-form)|\/dynamic\/provider\.js/.test(
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
    const wrong = loaded.filter((file) => /[\\/](zod|jose|commander|emulator|command)[\\/]/.test(file));
    assert.deepEqual(wrong, []);
  });
});

describe("the text by which state names the provider", () => {
  // State of every release holds these: they may never change.
  const types = `
    events:Subscription iam:AccountAssociation iam:ExternalGroupRoleMapping iam:Group iam:GroupInvite
    iam:Identity iam:IdentityProvider iam:Organization iam:Role iam:RoleBinding iam:ScimToken
    iam:TermsAcceptance registry:Repo registry:Tag
  `;
  const textOf = (type: string) => `exports.handler=()=>require("pulumi-platform/provider").dynamic("${type}")`;

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
    const expected = types
      .trim()
      .split(/\s+/)
      .map((type) => [`pulumi-nodejs:dynamic/platform/${type}`, textOf(type)]);
    const signed = ["pulumi-nodejs:dynamic/platform-local:SignedToken", textOf("local:SignedToken")];
    assert.deepEqual(seen, Object.fromEntries([...expected, signed]));
    for (const text of Object.values(seen)) assert.ok(text.length <= 120);
  });
});
