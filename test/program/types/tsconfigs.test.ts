import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import typescript6 from "typescript";
import { supportFiles } from "../../../src/command/commands/import/support-files";
import { repositoryRoot } from "../../support/workspace";

type Compiler = typeof typescript6;

/** Compiles one file with a tsconfig.json, as `tsc -p .` does in its folder. Returns the complaints. */
function complaints(ts: Compiler, file: string, [tsconfig, text]: readonly [string, string]): string[] {
  const { config } = ts.parseConfigFileTextToJson("tsconfig.json", tsconfig);
  const { options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file));
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, how, ...rest) =>
    name === file ? ts.createSourceFile(name, text, how) : getSourceFile(name, how, ...rest);
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], { ...options, noEmit: true }, host));
  return [...errors, ...found].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const examples = readdirSync(join(repositoryRoot, "examples"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("tsconfig.json") && !path.includes("node_modules"))
  .map((path) => join(repositoryRoot, "examples", path));
/** Each tsconfig.json that is shipped once, though examples have the same, and that of an import. */
const shipped = new Map(examples.map((path) => [readFileSync(path, "utf8"), join(dirname(path), "index.ts")]));

const typescript5 = (): Compiler => require(join(repositoryRoot, "tools", "sdks", "node_modules", "typescript-5"));

describe("each tsconfig.json that the package ships or writes", function () {
  this.timeout(240_000);
  const compilers: readonly (readonly [name: string, load: () => Compiler])[] = [
    ["6", () => typescript6],
    ["5", typescript5],
  ];
  for (const [version, load] of compilers)
    it(`compiles its program with TypeScript ${version}`, () => {
      const ts = load();
      assert.ok(ts.version.startsWith(`${version}.`), ts.version);
      assert.ok(examples.length >= 7);
      for (const [tsconfig, file] of shipped)
        assert.deepEqual(complaints(ts, file, [tsconfig, readFileSync(file, "utf8")]), [], file);
      const written = String(supportFiles("acme", "dynamic")["tsconfig.json"]);
      const [file] = shipped.values();
      const program =
        'import { Group } from "pulumi-platform";\nexport const { id } = new Group("a", { parentUid: "b" });\n';
      assert.deepEqual(complaints(ts, String(file), [written, program]), []);
    });
});
