import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");
const program = join(root, "examples", "quickstart", "hover.ts");

/** The program as it is now: one language service sees all its versions, as in an editor, and reads the package once. */
let text = "";
let version = 0;
const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    types: [],
  }),
  getScriptFileNames: () => [program],
  getScriptVersion: (file) => (file === program ? String(version) : "1"),
  getScriptSnapshot: (file) => {
    if (file === program) return ts.ScriptSnapshot.fromString(text);
    return ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(readFileSync(file, "utf8")) : undefined;
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (file) => file === program || ts.sys.fileExists(file),
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
});

/** What an editor shows at the mark `|` of a program that uses the built package. */
function hover(source: string): string {
  text = source.replace("|", "");
  version += 1;
  const info = service.getQuickInfoAtPosition(program, source.indexOf("|"));
  return ts.displayPartsToString(info?.documentation);
}

describe("what an editor shows", function () {
  this.timeout(60_000);
  const cases: [string, string, string][] = [
    [
      "of a required input",
      'new platform.RoleBinding("b", { |roleUid: "r" });',
      "uid of the role that the identity gets.",
    ],
    [
      "of an optional input",
      'new platform.Group("g", { parentUid: "o", |description: "d" });',
      "Free text shown beside the name.",
    ],
    [
      "of a nested input",
      'new platform.Identity("i", { parentUid: "o", claimMatch: { |subject: "s" } });',
      "Exact subject of the token (`sub`), to the letter.",
    ],
    ["of an output", "platform.Repo.get('r', 'x').|createTime;", "When the repo was created, UTC."],
    ["of a class", "platform.|Role;", "A role: a named set of capabilities that role bindings give to identities."],
    [
      "of the class where it is constructed",
      'new platform.|Role("r", { parentUid: "o", capabilities: [] });',
      "A role: a named set of capabilities that role bindings give to identities.",
    ],
    [
      "of a setting of a provider",
      'new platform.Provider("p", { baseUrl: "https://a.example.com", |token: "t" });',
      "Bearer token. It is a secret in the state.",
    ],
    [
      "of an option of a lookup",
      "platform.getRole({ name: '' }, { |provider: undefined });",
      "Whom to ask; the platform of the stack's own settings when left out.",
    ],
    ["of an argument of a lookup", "platform.getTagHistory({ |image: '' });", "Name of the image, `nginx`."],
    [
      "of a result of a lookup",
      "platform.getRole({ name: '' }).then((role) => role.|capabilities);",
      "What holders of the role may do, in any order; at least one.",
    ],
    [
      "of a common filter",
      "platform.getGroups({ |descendantsOf: '' });",
      "uid of a group: only what lies below it, however deep.",
    ],
    ["of the order of a list", "platform.getReposOutput({ |limit: 1 });", "The most to return; all when left out."],
    [
      "of a filter of one kind, in the form for Outputs",
      "platform.getTagsOutput({ |deprecated: true });",
      "Only tags that have, or have not, reached their end of life. No server filters by it, so all tags are read.",
    ],
    [
      "of the uid of a result",
      "platform.getAdvisory({ uid: '' }).then((advisory) => advisory.|uid);",
      "uid of the object.",
    ],
    [
      "of the parent of a result",
      "platform.getIdentity({ issuer: '', subject: '' }).then((identity) => identity.|parentUid);",
      "uid of what the object lies under; absent where it lies under nothing, as a root group and a built-in role do.",
    ],
    [
      "of a field that comes back in another place",
      "platform.getRoleBindings().then(([binding]) => binding?.|identityUid);",
      "uid of the identity that gets the role.",
    ],
    [
      "of a nested result",
      "platform.getIdentityProviders().then(([provider]) => provider?.oidc.|clientId);",
      "Client id that the provider has given to the platform.",
    ],
    [
      "of a result that is a number",
      "platform.getArtifactVersions({ artifactId: '' }).then(([version]) => version?.|sizeBytes);",
      "Size in bytes.",
    ],
    [
      "of a result that is a text",
      "platform.getArtifactVersions({ artifactId: '' }).then(([version]) => version?.|version);",
      "The version, `1.2.3`.",
    ],
    [
      "of an argument that stands in the query",
      "platform.getImageSize({ repoUid: '', digest: '', |architecture: '' });",
      "Architecture whose image to measure, `amd64`; the server chooses when left out.",
    ],
    [
      "of an argument that stands in the path",
      "platform.getImageSizeOutput({ |repoUid: '', digest: '' });",
      "uid of the repo that the image is in.",
    ],
    [
      "of a result that a resource has too",
      "platform.getTermsAcceptances({ group: '' }).then(([acceptance]) => acceptance?.|acceptedBy);",
      "Who accepted it.",
    ],
    [
      "of a field that advisories and the feed share",
      "platform.getAdvisory({ uid: '' }).then(({ events: [event] }) => event?.fixNotPlanned?.|note);",
      "Free text on the decision.",
    ],
    [
      "of an order of advisories",
      "platform.getAdvisories({ |inRoot: true });",
      "Only what lies at the root, below nothing.",
    ],
    [
      "of a lookup",
      "platform.|ping();",
      "Reaches the platform, and tells what it answers: `pong`. Throws the errors of the client. API: `GET /ping/v2/ping`\n(platform API: PING-1).",
    ],
  ];
  for (const [what, source, expected] of cases) {
    it(`is the doc comment ${what}`, () => {
      assert.equal(hover(`import * as platform from "pulumi-platform";\n${source}`), expected);
    });
  }
});
