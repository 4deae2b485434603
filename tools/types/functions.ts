import { argumentsOf } from "../../src/lookups/arguments";
import type { Operation } from "../../src/operations/operation";
import { resources } from "../../src/resources";
import type { Fields, ValueType } from "../../src/spec/types";
import {
  argsCommentOf,
  commentOf,
  type Declarations,
  type Exported,
  isListing,
  isOperation,
  readDeclarations,
  signatureOf,
} from "./declarations";
import { resultNames } from "./roots";

/** A public function that sends requests. */
export interface Lookup {
  readonly name: string;
  /** The API's domain: with the name, what Pulumi's mocks are asked for. */
  readonly domain: string;
  readonly comment: string;
  /** Its arguments; undefined where it has none. */
  readonly args: Arguments | undefined;
  /** What it resolves to, in TypeScript. */
  readonly result: string;
  /** Whether it changes something on the platform. */
  readonly isChange: boolean;
  /** The file that has it, `lookups/groups`. */
  readonly file: string;
  /** What the file exports for it: a function of a client, or the operation that is asked. */
  readonly source: string;
  readonly asks: "client" | "registry" | "operation";
}

interface Arguments {
  readonly type: string;
  readonly isOptional: boolean;
  /** The comment of the type, where src/lookups does not export it. */
  readonly comment?: string;
}

/** A call of the API by a function, and what to say of it. */
interface Use {
  readonly path: string;
  /** What the function may throw, in a sentence. */
  readonly throws?: string;
  /** The calls, in words. */
  readonly calls: string;
  readonly isChange: boolean;
}

const THROWS = {
  list: " Throws ArgumentError, before anything is sent, and the errors of the client.",
  find: " Throws NoSingleAnswerError, with the candidates, when there is none or more than one; NotFoundError for an unknown uid.",
  get: " Throws NotFoundError for an unknown uid.",
} as const;

/** The public lookups in the order of their files: those that src/lookups exports, and operations that are asked directly. */
export function publicLookups(): Lookup[] {
  const all = readDeclarations();
  const uses = usesIn(all);
  const written = all.lookups
    .filter(({ name }) => uses.has(name))
    .map((lookup) => ({ area: lookup.area, lookup: writtenLookup(all, lookup, uses.get(lookup.name)) }));
  const names = new Set(written.map(({ lookup }) => lookup.name));
  const asked = all.operations.flatMap((exported) => {
    const { value, area } = exported;
    const functions = isOperation(value) ? (value.functions ?? []) : [];
    return functions
      .filter((name) => !names.has(name))
      .map((name) => ({ area, lookup: askedLookup(all, exported, [name, uses.get(name)]) }));
  });
  return [...written, ...asked]
    .sort((a, b) => (a.area < b.area ? -1 : a.area > b.area ? 1 : 0))
    .map(({ lookup }) => lookup);
}

/** What each public function calls, by its name. */
function usesIn({ lookups, operations }: Declarations): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>([["getCount", { path: "/index", calls: "", isChange: false }]]);
  for (const { value } of operations) {
    if (!isOperation(value)) continue;
    const { functions = [], method, path, repeat } = value;
    const isChange = method === "PATCH" || repeat === "harmful";
    for (const name of functions) uses.set(name, { path, calls: `\`${method} ${path}\``, isChange });
  }
  for (const { value } of lookups) {
    if (!isListing(value)) continue;
    const { name, asked, one } = value;
    const [path, isChange] = [asked.path, false];
    const isByUidOnly = Object.keys(one.arguments).length === 0;
    uses.set(name, { path, throws: THROWS.list, calls: `List on \`${path}\``, isChange });
    uses.set(
      one.name,
      isByUidOnly
        ? { path, throws: THROWS.get, calls: `Get on \`${path}\``, isChange }
        : { path, throws: THROWS.find, calls: `Get and List on \`${path}\``, isChange },
    );
  }
  return uses;
}

/** A function that src/lookups exports. */
function writtenLookup(all: Declarations, exported: Exported, use: Use | undefined): Lookup {
  const { name, area } = exported;
  const { checker } = all;
  const signature = signatureOf(all, exported);
  const [client, args] = signature.getParameters();
  const clientType = client === undefined ? "" : checker.typeToString(checker.getTypeOfSymbol(client));
  const isOptional = args?.declarations?.some((one) => "questionToken" in one && one.questionToken !== undefined);
  const asks = clientType === "RegistryAccess" ? "registry" : "client";
  const result = checker.typeToString(signature.getReturnType());
  return {
    ...shared(name, commentOf(all, exported), use),
    ...(asks === "registry" ? { domain: "registry" } : {}),
    args: args === undefined ? undefined : { type: argumentsName(name), isOptional: isOptional === true },
    result: /^Promise<(.*)>$/.exec(result)?.[1] ?? result,
    file: `lookups/${area}`,
    source: name,
    asks,
  };
}

/** A function that asks one operation, with the operation's own arguments. */
function askedLookup(all: Declarations, exported: Exported, [name, use]: [string, Use | undefined]): Lookup {
  const operation = exported.value as Operation; // As the caller has seen.
  const fields = Object.values(argumentsOf(operation));
  const args = {
    type: argumentsName(name),
    isOptional: fields.every(({ presence }) => presence !== "required"),
  };
  return {
    ...shared(name, commentOf(all, exported), use),
    args: fields.length === 0 ? undefined : { ...args, comment: argsCommentOf(all, exported) },
    result: resultOf(name, operation),
    file: `operations/${exported.area}`,
    source: exported.name,
    asks: "operation",
  };
}

const argumentsName = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Args`;

function shared(
  name: string,
  comment: string,
  use: Use | undefined,
): Pick<Lookup, "name" | "domain" | "comment" | "isChange"> {
  const { path = "", throws = "", calls = "", isChange = false } = use ?? {};
  return { name, domain: path.split("/")[1] ?? "", comment: withCalls(comment, throws, calls), isChange };
}

/** The comment with what is thrown and the API's calls, before the citation at its end; as it is where it names the calls. */
function withCalls(comment: string, throws: string, calls: string): string {
  if (/\bAPI: /.test(comment.replaceAll("platform API: ", ""))) return comment;
  const [, text = "", cited = ""] = /^(.*?)( \(platform API: [^)]*\))?\.$/.exec(comment) ?? [];
  return `${text}.${throws} API: ${calls}${cited}.`;
}

/** What the function of an operation resolves to. */
function resultOf(name: string, { answer, returns }: Operation): string {
  if (Object.keys(answer).length === 0) return "void";
  const type = returns === undefined ? undefined : answer[returns]?.type;
  return type === undefined ? nameOfResult(name, answer) : typeText(name, type);
}

function typeText(name: string, type: ValueType): string {
  switch (type.kind) {
    case "list":
      return `${typeText(name, type.of)}[]`;
    case "message":
      return nameOfResult(name, type.fields);
    case "string":
      return type.isNumber ? "number" : "string";
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    default:
      throw new Error(`${name}: a lookup cannot return a bare ${type.kind}`);
  }
}

/** The interface of a result: the function's own, or that of the kind of object. */
function nameOfResult(name: string, fields: Fields): string {
  const kind = Object.values(resources).find((spec) =>
    Object.entries(spec.fields).every(([field, declared]) => fields[field] === declared),
  );
  const found = resultNames.get(name) ?? (kind && resultNames.get(kind.type));
  if (found === undefined) throw new Error(`RESULTS in tools/types/roots.ts has no result of ${name}`);
  return found;
}
