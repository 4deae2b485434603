import assert from "node:assert/strict";
import { posix } from "node:path";
import { runInThisContext } from "node:vm";
import ts from "typescript";
import { resources } from "../../../../src/description/resources";
import { nameOf } from "../../../../src/description/spec/resource";

export interface DeclaredResource {
  readonly kind: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Surroundings {
  readonly uidOf: (type: string, name: string) => string;
  readonly roleUid: (name: string) => string;
  /** Value of a key in the stack's config. */
  readonly secretOf: (key: string) => unknown;
}

/** Runs the program of some sources, beginning with index.ts, with stand-ins for this package. Each source must be valid TypeScript. */
export function runSources(
  sources: ReadonlyMap<string, string>,
  { uidOf, roleUid, secretOf }: Surroundings,
): DeclaredResource[] {
  const declared: DeclaredResource[] = [];
  const typeOf = (kind: string) => Object.values(resources).find((spec) => nameOf(spec) === kind)?.type ?? "";
  const classFor = (kind: string) =>
    class {
      readonly id: string;
      constructor(name: string, args: DeclaredResource["args"]) {
        declared.push({ kind, name, args });
        this.id = uidOf(typeOf(kind), name);
      }
    };
  const getRoleOutput = ({ name }: { name: string }) => ({ uid: roleUid(name) });
  const platform = Object.fromEntries([
    ["getRoleOutput", getRoleOutput],
    ...Object.values(resources).map((spec) => [nameOf(spec), classFor(nameOf(spec))]),
  ]);
  const packages: Readonly<Record<string, unknown>> = {
    "pulumi-platform": platform,
    "@pulumi/pulumi": {
      Config: class {
        readonly requireSecret = secretOf;
      },
    },
  };
  const modules = new Map<string, Record<string, unknown>>();
  const load = (file: string): Record<string, unknown> => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const text = sources.get(file);
    assert.ok(text !== undefined, `there is no ${file}`);
    const exported: Record<string, unknown> = {};
    modules.set(file, exported);
    const require = (from: string) => packages[from] ?? load(`${posix.join(posix.dirname(file), from)}.ts`);
    runInThisContext(`(function (require, exports) {${javascript(file, text)}\n})`)(require, exported);
    return exported;
  };
  load("index.ts");
  return declared;
}

function javascript(fileName: string, text: string): string {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText, diagnostics } = ts.transpileModule(text, { fileName, compilerOptions, reportDiagnostics: true });
  assert.deepEqual(
    diagnostics?.map(({ messageText }) => messageText),
    [],
    text,
  );
  return outputText;
}
