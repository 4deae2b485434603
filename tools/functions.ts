import { formatted } from "./formatted";
import { writeGenerated } from "./generated-file";
import { docLines, importText } from "./types";
import { type Lookup, publicLookups } from "./types/functions";

/**
 * Writes src/program/generated/functions.ts: every lookup as a function and in its form for Outputs, with the types of its arguments.
 * A test says when it is stale.
 */

const file = "src/program/generated/functions.ts";

/** The arguments' types of the lookups that src/program/lookups exports, by file. */
function argumentTypes(lookups: readonly Lookup[]): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, string[]>();
  for (const { file: from, args } of lookups) {
    if (args !== undefined && args.made === undefined) types.set(from, [...(types.get(from) ?? []), args.type].sort());
  }
  return types;
}

/** The arguments' type, unless src/program/lookups has it, and the two forms of a function. */
function functionText({ name, domain, comment, args, result, isChange, file: from, source, asks }: Lookup): string {
  const call = `{ name: "${domain}:${name}", ${args === undefined ? "" : "args, "}opts }`;
  const load = `(await import("../../${from}")).${source}`;
  const given = args === undefined ? "" : ", args";
  const body = {
    client: `async ({ client }) => ${load}(client()${given})`,
    registry: `async ({ registry }) => ${load}(registry()${given})`,
    operation: `async ({ ask }) => ask(${load}${given})`,
    list: `async ({ list }) => list(${load}${given})`,
    find: `async ({ find }) => find(${load}${given})`,
  }[asks];
  const parameter = args === undefined ? "" : `args: ${args.type}${args.isOptional ? " = {}" : ""}, `;
  const [wrap, form] = args === undefined ? ["asPlainOutput", "PlainOutputForm"] : ["asOutput", "OutputForm"];
  return [
    ...(args?.made === undefined
      ? []
      : [...docLines(args.made.comment, ""), `export type ${args.type} = ${args.made.text};`, ""]),
    ...docLines(comment, ""),
    `async function ${name}(${parameter}opts: LookupOptions = {}): Promise<${result}> {`,
    `return ${isChange ? "change" : "answer"}(${call}, ${body});`,
    "}",
    `/** \`${name}\` ${args === undefined ? "as an Output" : "for arguments that may be Outputs"}. */`,
    `const ${name}Output: ${form}<typeof ${name}> = ${wrap}(${name});`,
  ].join("\n");
}

/** The text of src/program/generated/functions.ts. Takes seconds, since it asks the compiler for the comments. */
function functionsSource(): string {
  const lookups = publicLookups();
  const types = argumentTypes(lookups);
  const results = [...new Set(lookups.flatMap(({ result }) => result.match(/\w+Result\b/g) ?? []))].sort();
  const text = [
    "// Made from src/program/lookups and src/description/operations by `npm run docs`. Change those.",
    'import type { TagHistoryRecord } from "../../client/api/registry/client";',
    'import type { ArgsOf } from "../lookups/arguments";',
    'import type { ListArgs, NamedArgs, OneArgs } from "../lookups/filters";',
    'import type { ByUid } from "../lookups/one";',
    importText(results, "./results"),
    'import { answer, asOutput, asPlainOutput, change, type LookupOptions, type OutputForm, type PlainOutputForm } from "../classes/ask";',
    ...[...types].map(([from, names]) => importText(names, `../../${from}`)),
    "",
    `export type { ${[...types.values()].flat().sort().join(", ")} };`,
    `export { ${lookups.flatMap(({ name }) => [name, `${name}Output`]).join(", ")} };`,
    "",
    lookups.map(functionText).join("\n\n"),
    "",
  ].join("\n");
  return formatted(file, text);
}

export const write = (): void => writeGenerated(file, functionsSource());
