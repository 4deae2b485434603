import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");
const program = join(root, "examples", "quickstart", "hover.ts");

/** A program that has all sources of this file, each in a block: it is compiled once. */
let text = 'import * as platform from "pulumi-platform";\n';
/** Where each source begins in it. The mark `¦` of a source is left out there. */
const starts = new Map<string, number>();

function add(source: string): void {
  starts.set(source, text.length + 2);
  text += `{ ${source.replace("¦", "")} }\n`;
}

const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    types: [],
  }),
  getScriptFileNames: () => [program],
  getScriptVersion: () => "1",
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

/** What an editor shows at the mark `¦` of a source that uses the built package: the declaration and its comment. */
function hover(source: string): { readonly declaration: string; readonly comment: string } {
  const info = service.getQuickInfoAtPosition(program, (starts.get(source) ?? 0) + source.indexOf("¦"));
  return {
    declaration: ts.displayPartsToString(info?.displayParts),
    comment: ts.displayPartsToString(info?.documentation),
  };
}

function errors(source: string): string[] {
  const start = starts.get(source) ?? 0;
  return service
    .getSemanticDiagnostics(program)
    .filter((error) => error.start !== undefined && error.start >= start && error.start < start + source.length)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** Sources, one a line, each with what is shown at its mark, or with the error, in the next line. Each is added to the program. */
const shown = (text: string): (readonly [source: string, expected: string])[] =>
  text
    .trim()
    .split(/\n(?!\s*->)/)
    .map((rows) => {
      const [source = "", ...lines] = rows.split(/\n\s*-> ?/).map((line) => line.trim());
      add(source);
      return [source, lines.join("\n")];
    });

describe("what an editor shows", function () {
  this.timeout(60_000);
  const comments = shown(`
    new platform.RoleBinding("b", { ¦roleUid: "r" });
    -> uid of the role that the identity gets.
    platform.¦Role;
    -> A role: a named set of capabilities. Role bindings grant it to identities.
    new platform.Provider("p", { baseUrl: "https://a.example.com", ¦token: "t" });
    -> Bearer token. It is a secret in the state.
    platform.getRole({ name: '' }).then((role) => role.¦capabilities);
    -> Capabilities, in any order, at least one. A change holds for everybody within an hour. Those only for staff are
    -> refused.
    platform.¦ping();
    -> Checks the connection and returns the platform's response, \`pong\`. Throws the errors of the client. API: \`GET
    -> /ping/v2/ping\` (platform API: PING-1).
  `);
  for (const [source, expected] of comments)
    it(`is the doc comment at ${source}`, () => assert.equal(hover(source).comment, expected));

  const declarations = shown(`
    new platform.Group("g", { ¦parentUid: "o" });
    -> (property) GroupArgs.parentUid: Input<string>
    new platform.Identity("i", { parentUid: "o", ¦claimMatch: { issuer: "i", subject: "s" } });
    -> (property) claimMatch: NestedChoice<platform.ClaimMatchArgs>
    new platform.Repo("r", { parentUid: "o", ¦catalogTier: "CATALOG_TIER_BASE" });
    -> (property) RepoArgs.catalogTier?: Input<platform.CatalogTier | undefined>
    new platform.¦Group("g", { parentUid: "o" });
    -> (alias) new Group(name: string, args: platform.GroupArgs, opts?: CustomResourceOptions): platform.Group
    -> export Group
    platform.¦getRole({ name: "" });
    -> (alias) getRole(args: platform.GetRoleArgs, opts?: platform.LookupOptions): Promise<platform.RoleResult>
    -> export getRole
  `);
  for (const [source, expected] of declarations)
    it(`names the types in ${source}`, () => assert.equal(hover(source).declaration, expected));

  const unknown = (name: string, type: string, meant: string) =>
    `Object literal may only specify known properties, but '${name}' does not exist in type '${type}'. Did you mean to write '${meant}'?`;
  const mistakes = shown(`
    new platform.Group("g", { parentUid: "o", descripton: "d" });
    -> ${unknown("descripton", "GroupArgs", "description")}
    new platform.Repo("r", { parentUid: "o", catalogTier: "BASE" });
    -> Type '"BASE"' is not assignable to type 'Input<CatalogTier | undefined>'.
    new platform.RoleBinding("b", { parentUid: "o", roleUid: "r" });
    -> Argument of type '{ parentUid: string; roleUid: string; }' is not assignable to parameter of type 'RoleBindingArgs'.
    -> Property 'identityUid' is missing in type '{ parentUid: string; roleUid: string; }' but required in type 'RoleBindingArgs'.
    platform.getAdvisories({ artifactName: "curl" });
    -> ${unknown("artifactName", "GetAdvisoriesArgs", "artifactNames")}
  `);
  for (const [source, expected] of mistakes)
    it(`describes in a few words the mistake in ${source}`, () => {
      const found = errors(source).map((error) => error.replace(/\n +/g, "\n"));
      assert.deepEqual(found, [expected]);
    });

  const [[among = ""] = []] = shown(
    'new platform.Identity("i", { parentUid: "o", claimMatch: { isuer: "i", subject: "s" } });',
  );
  it("names a misspelled input among exclusive ones, and the preview suggests the right name (row 200)", () => {
    const [error = "", ...others] = errors(among);
    assert.match(error, /^Object literal may only specify known properties, and 'isuer' does not exist in type/);
    assert.deepEqual(others, []);
  });
});
