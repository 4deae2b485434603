import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Operation } from "../../src/description/operations/operation";
import type { Fields } from "../../src/description/spec/types";
import type { EntityListing } from "../../src/program/lookups/listing";

const root = join(__dirname, "..", "..");

export const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "path" in value && "answer" in value;

/** Whether an export of src/program/lookups says how the objects of a kind are listed. */
export const isListing = (value: unknown): value is EntityListing<Fields, unknown> =>
  typeof value === "object" && value !== null && "asked" in value && "one" in value;

/** What a file exports: its value, and what the compiler knows of it. */
export interface Exported {
  /** The file's name, `role-bindings`. */
  readonly area: string;
  readonly name: string;
  readonly value: unknown;
  readonly symbol: ts.Symbol;
}

/** The exports of src/program/lookups and src/description/operations, in the order of the files' names and of their lines. */
export interface Declarations {
  readonly checker: ts.TypeChecker;
  readonly lookups: readonly Exported[];
  readonly operations: readonly Exported[];
}

/** Reads the declarations. Takes seconds, since it asks the compiler. */
export function readDeclarations(): Declarations {
  const files = (folder: string): string[] => readdirSync(join(root, folder)).map((file) => join(root, folder, file));
  const folders = ["src/program/lookups", "src/description/operations"] as const;
  const program = ts.createProgram(folders.flatMap(files), {
    strict: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const checker = program.getTypeChecker();
  const exportsOf = (file: string): Exported[] => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const values = require(file) as Readonly<Record<string, unknown>>;
    const area = /([^\\/]+)\.ts$/.exec(file)?.[1] ?? "";
    const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
    return symbols.map((symbol) => ({ area, name: symbol.name, value: values[symbol.name], symbol }));
  };
  const [lookups, operations] = [files(folders[0]).flatMap(exportsOf), files(folders[1]).flatMap(exportsOf)];
  return { checker, lookups, operations };
}

export const commentOf = ({ checker }: Declarations, { symbol }: Exported): string =>
  oneLine(ts.displayPartsToString(symbol.getDocumentationComment(checker)));

/** What a tag says in the doc comment of an export: `@param args` has the comment of the arguments' type. Throws without it. */
export function tagOf({ checker }: Declarations, { name, symbol }: Exported, tag: string): string {
  const found = symbol.getJsDocTags(checker).find((one) => one.name === tag);
  const text = oneLine(ts.displayPartsToString(found?.text)).replace(/^args\s*/, "");
  if (text === "") throw new Error(`the doc comment of ${name} needs "@${tag} …", from which a comment is made`);
  return text;
}

/** The signature of an exported function. Throws if it is none. */
export function signatureOf({ checker }: Declarations, { name, symbol }: Exported): ts.Signature {
  const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
  if (signature === undefined) throw new Error(`${name} is no function`);
  return signature;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
