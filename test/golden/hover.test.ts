import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");
const program = join(root, "examples", "quickstart", "hover.ts");

/** What an editor shows at the mark `|` of a program that uses the built package. */
function hover(source: string): string {
  const at = source.indexOf("|");
  const text = source.replace("|", "");
  const host: ts.LanguageServiceHost = {
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
  };
  const info = ts.createLanguageService(host).getQuickInfoAtPosition(program, at);
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
    ["of an argument of a lookup", "platform.getTagHistory({ |image: '' });", "Name of the image, `nginx`."],
    [
      "of a result of a lookup",
      "platform.getRole({ name: '' }).then((role) => role.|capabilities);",
      "What holders of the role may do, in any order; at least one.",
    ],
  ];
  for (const [what, source, expected] of cases) {
    it(`is the doc comment ${what}`, () => {
      assert.equal(hover(`import * as platform from "pulumi-platform";\n${source}`), expected);
    });
  }
});
