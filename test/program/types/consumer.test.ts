import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../../support/workspace";

/** A project of a user: it uses each entry point of the package. */
const program = join(repositoryRoot, "examples", "quickstart", "consumer.ts");
const text = `${readFileSync(join(repositoryRoot, "examples", "team-access", "index.ts"), "utf8")}
import { startEmulator } from "pulumi-platform/emulator";
import { dynamic } from "pulumi-platform/provider";
export const emulator = startEmulator();
export const provider = dynamic("iam:Group");
`;

const resolutions = {
  node: {
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    ignoreDeprecations: "6.0",
  },
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
} satisfies Record<string, ts.CompilerOptions>;

const targets = { es2020: ts.ScriptTarget.ES2020, es2022: ts.ScriptTarget.ES2022 };

const parsed = new Map<string, ts.SourceFile | undefined>();

/** The errors in the project and in all declarations of the package that it reads, libraries not being skipped. */
function errorsWith(settings: ts.CompilerOptions): string[] {
  const options: ts.CompilerOptions = { ...settings, strict: true, noEmit: true, skipLibCheck: false, types: ["node"] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === program || fileExists(file);
  host.getSourceFile = (file, how, ...rest) => {
    if (file === program) return ts.createSourceFile(file, text, how);
    const key = `${file} ${JSON.stringify(how)}`;
    if (!parsed.has(key)) parsed.set(key, getSourceFile(file, how, ...rest));
    return parsed.get(key);
  };
  const compiled = ts.createProgram([program], options, host);
  // Those of other packages are theirs to mend, and take most of the time.
  const own = compiled
    .getSourceFiles()
    .filter(({ fileName }) => fileName === program || fileName.startsWith(join(repositoryRoot, "dist")));
  assert.ok(own.length > 20, `the package's declarations were read: ${own.length} files`);
  const found = [
    ...compiled.getOptionsDiagnostics(),
    ...compiled.getGlobalDiagnostics(),
    ...own.flatMap((file) => [...compiled.getSyntacticDiagnostics(file), ...compiled.getSemanticDiagnostics(file)]),
  ];
  return found.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

describe("a project that uses the package", function () {
  this.timeout(120_000);
  for (const [target, code] of Object.entries(targets))
    for (const [name, resolution] of Object.entries(resolutions))
      it(`compiles without skipLibCheck for ${target} with moduleResolution ${name} (report: the declarations do not compile without skipLibCheck)`, () => {
        assert.deepEqual(errorsWith({ ...resolution, target: code }), []);
      });
});
