import { join } from "node:path";
import ts from "typescript";
import { type PluginLookup, pluginLookups } from "../../src/hosts/generated/plugin-lookups";
import type { NamedTypes } from "./named-types";
import { descriptionOf, type FunctionSchema, functionTokenOf, type ObjectSpec } from "./spec";
import { TypeReader } from "./typescript";

const file = join(__dirname, "..", "..", "src", "program", "generated", "functions.ts");

/** Makes the functions of the plugin's lookups, from their signatures in TypeScript. */
export function functionSchemas(types: NamedTypes): Readonly<Record<string, FunctionSchema>> {
  const { checker, exported } = readFunctions();
  const reader = new TypeReader(checker, types);
  return Object.fromEntries(
    [...exported].flatMap(([name, symbol]) => {
      const token = functionTokenOf(name);
      const lookup = pluginLookups[token];
      return lookup === undefined ? [] : [[token, functionSchema(reader, symbol, lookup)]];
    }),
  );
}

/** What src/program/generated/functions.ts exports, by name, as the compiler knows it. */
function readFunctions(): { checker: ts.TypeChecker; exported: ReadonlyMap<string, ts.Symbol> } {
  const program = ts.createProgram([file], {
    strict: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is no module`);
  const symbols = checker.getExportsOfModule(module);
  return { checker, exported: new Map(symbols.map((symbol) => [symbol.name, original(checker, symbol)])) };
}

function functionSchema(reader: TypeReader, symbol: ts.Symbol, { resultName }: PluginLookup): FunctionSchema {
  const { checker, types } = reader;
  const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
  const result = signature && checker.getAwaitedType(signature.getReturnType());
  if (result === undefined) throw new Error(`${symbol.name} is no function that returns a promise`);
  const description = summaryOf(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
  const outputs = (): ObjectSpec => {
    if (resultName === undefined) return types.shapeOf(result.symbol.name);
    const found = description.replace(/\. [A-Z].*/, ".");
    const property = { ...reader.typeOf(result, resultName), description: found };
    return { properties: { [resultName]: property }, required: [resultName] };
  };
  const args = signature?.getParameters().find(({ name }) => name === "args");
  return {
    description,
    ...(args === undefined ? {} : { inputs: { type: "object", ...reader.objectOf(checker.getTypeOfSymbol(args)) } }),
    ...(result.flags & ts.TypeFlags.Void ? {} : { outputs: { type: "object", ...outputs() } }),
  };
}

const original = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** What a function does: its doc comment without the names of JavaScript's errors and the calls of the API. */
const summaryOf = (comment: string): string =>
  descriptionOf(comment)
    .replace(/ API: .*$/, "")
    .replace(/ Throws (the errors of the client|[A-Z]\w*Error.*?)\.(?= [A-Z]|$)/g, "");
