import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { resources } from "../../src/resources";
import { nameOf } from "../../src/spec/resource";
import { classDocs, resourceDocs } from "../../tools/resource-docs";

const root = join(__dirname, "..", "..");

/** What examples may take for granted. */
const PROLOGUE = `
import { Config } from "@pulumi/pulumi";
import { ${Object.values(resources).map(nameOf).join(", ")}, getTagDigestOutput } from "pulumi-platform";
const config = new Config();
const [organization, identity, role, identityProvider, repo] = ["o", "i", "r", "p", "e"];
`;

/** What the compiler says of programs that use the built package, by file name. */
function complaints(programs: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => programs.has(file) || fileExists(file);
  host.readFile = (file) => programs.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...rest) => {
    const text = programs.get(file);
    return text === undefined ? getSourceFile(file, ...rest) : ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  };
  const program = ts.createProgram([...programs.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}

describe("the reference of resources", function () {
  this.timeout(60_000);

  it("is what the specs say (npm run docs writes it anew)", () => {
    assert.equal(readFileSync(join(root, "docs", "resources.md"), "utf8"), resourceDocs());
  });

  it("has a sentence for every input and output", () => {
    assert.deepEqual(
      resourceDocs()
        .split("\n")
        .filter((line) => /^\| `.*\|\s*\|$/.test(line)),
      [],
    );
  });

  it("has an example for every class, which compiles", () => {
    const docs = classDocs();
    const programs = Object.values(resources).map((spec): [string, string] => {
      const example = docs.get(nameOf(spec))?.example ?? "";
      assert.match(example, new RegExp(`new ${nameOf(spec)}\\(`));
      return [join(root, "examples", "quickstart", `${nameOf(spec)}.example.ts`), `${PROLOGUE}${example}\n`];
    });
    assert.deepEqual(complaints(new Map(programs)), []);
  });
});
