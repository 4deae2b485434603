import type { Operation } from "../../src/description/operations/operation";
import { resources } from "../../src/description/resources";
import type { Fields, ValueType } from "../../src/description/spec/types";
import { argumentsOf } from "../../src/program/lookups/arguments";
import type { EntityListing } from "../../src/program/lookups/listing";
import {
  commentOf,
  type Declarations,
  type Exported,
  isListing,
  isOperation,
  readDeclarations,
  signatureOf,
  tagOf,
} from "./declarations";
import { resultNames } from "./roots";

export interface Lookup {
  readonly name: string;
  /** The API's domain: with the name, what Pulumi's mocks are asked for. */
  readonly domain: string;
  readonly comment: string;
  readonly args: Arguments | undefined;
  /** What it resolves to, in TypeScript. */
  readonly result: string;
  /** The name of that, as the API calls it: `groups`; undefined where the answer is one object with a type of its own. */
  readonly resultName: string | undefined;
  readonly isChange: boolean;
  /** The file that has it, `program/lookups/groups`. */
  readonly file: string;
  /** What the file exports for it: a function of a client, or the operation that is asked. */
  readonly source: string;
  readonly asks: "client" | "registry" | "operation" | "list" | "find";
}

interface Arguments {
  readonly type: string;
  readonly isOptional: boolean;
  /** The type with its comment, where src/program/lookups does not export it. */
  readonly made?: { readonly comment: string; readonly text: string };
}

/** A call of the API by a function, and what to say of it. */
interface Use {
  readonly path: string;
  /** What the function may throw, in a sentence. */
  readonly throws?: string;
  /** The calls, in words. */
  readonly calls: string;
  readonly isChange: boolean;
  readonly returns: string | undefined;
}

const THROWS = {
  list: " Throws ArgumentError, before anything is sent, and the errors of the client.",
  find: " Throws NoSingleAnswerError, with the candidates, when there is none or more than one; NotFoundError for an unknown uid.",
  get: " Throws NotFoundError for an unknown uid.",
} as const;

/** The public lookups in the order of their files: those that src/program/lookups exports, and operations that are asked directly. */
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
  const listed = all.lookups.flatMap((exported) => {
    const { value, area } = exported;
    if (!isListing(value)) return [];
    const functions = [["list", value.name] as const, ["find", value.one.name] as const];
    return functions
      .filter(([, name]) => !names.has(name))
      .map(([asks, name]) => ({ area, lookup: listedLookup(all, exported, [asks, uses.get(name)]) }));
  });
  return [...written, ...asked, ...listed]
    .sort((a, b) => (a.area < b.area ? -1 : a.area > b.area ? 1 : 0))
    .map(({ lookup }) => lookup);
}

function usesIn({ lookups, operations }: Declarations): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>([["getCount", { path: "/index", calls: "", isChange: false, returns: "count" }]]);
  for (const { value } of operations) {
    if (!isOperation(value)) continue;
    const { functions = [], method, path, repeat, returns } = value;
    const isChange = method === "PATCH" || repeat === "harmful";
    for (const name of functions) uses.set(name, { path, calls: `\`${method} ${path}\``, isChange, returns });
  }
  for (const { value } of lookups) {
    if (!isListing(value)) continue;
    const { name, asked, key, one } = value;
    const shared = { path: asked.path, isChange: false, returns: key };
    const isByUidOnly = Object.keys(one.arguments).length === 0;
    uses.set(name, { ...shared, throws: THROWS.list, calls: `List on \`${asked.path}\`` });
    uses.set(
      one.name,
      isByUidOnly
        ? { ...shared, throws: THROWS.get, calls: `Get on \`${asked.path}\`` }
        : { ...shared, throws: THROWS.find, calls: `Get and List on \`${asked.path}\`` },
    );
  }
  return uses;
}

function writtenLookup(all: Declarations, exported: Exported, use: Use | undefined): Lookup {
  const { name, area } = exported;
  const { checker } = all;
  const signature = signatureOf(all, exported);
  const [client, args] = signature.getParameters();
  const clientType = client === undefined ? "" : checker.typeToString(checker.getTypeOfSymbol(client));
  const isOptional = args?.declarations?.some((one) => "questionToken" in one && one.questionToken !== undefined);
  const asks = clientType === "RegistryAccess" ? "registry" : "client";
  const promised = checker.typeToString(signature.getReturnType());
  const result = /^Promise<(.*)>$/.exec(promised)?.[1] ?? promised;
  return {
    ...shared(name, commentOf(all, exported), use),
    ...(asks === "registry" ? { domain: "registry" } : {}),
    args: args === undefined ? undefined : { type: argumentsName(name), isOptional: isOptional === true },
    result,
    resultName: nameOfPart(name, result, use),
    file: `program/lookups/${area}`,
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
    args:
      fields.length === 0
        ? undefined
        : {
            ...args,
            made: {
              comment: tagOf(all, exported, "param"),
              text: `ArgsOf<typeof import("../../description/operations/${exported.area}").${exported.name}>`,
            },
          },
    result: resultOf(name, operation),
    resultName: nameOfPart(name, resultOf(name, operation), use),
    file: `description/operations/${exported.area}`,
    source: exported.name,
    asks: "operation",
  };
}

/** A function that a listing makes: the one that lists, or the one that finds one. */
function listedLookup(all: Declarations, exported: Exported, [asks, use]: ["list" | "find", Use | undefined]): Lookup {
  const { name, one, asked } = exported.value as EntityListing<Fields, unknown>; // As the caller has seen.
  const kinds = Object.values(resources).filter(({ collection }) => collection === asked.path);
  const [result] = kinds.flatMap(({ type }) => resultNames.get(type) ?? []);
  if (result === undefined) throw noResult(name);
  const filters = `(typeof import("../lookups/${exported.area}").${exported.name})["filters"]`;
  const shape = one.arguments.name?.presence === "required" ? "NamedArgs" : "OneArgs";
  const isList = asks === "list";
  return {
    ...shared(isList ? name : one.name, isList ? commentOf(all, exported) : tagOf(all, exported, "one"), use),
    args: {
      type: argumentsName(isList ? name : one.name),
      isOptional: isList,
      made: {
        comment: tagOf(all, exported, isList ? "param" : "which"),
        text: isList ? `ListArgs<${filters}>` : `ByUid | ${shape}<${filters}>`,
      },
    },
    result: isList ? `${result}[]` : result,
    resultName: isList ? use?.returns : undefined,
    file: `program/lookups/${exported.area}`,
    source: exported.name,
    asks,
  };
}

/** The name of what a function returns, unless that is nothing, or an object that has a type. */
const nameOfPart = (name: string, result: string, use: Use | undefined): string | undefined =>
  /^(void|\w+Result)$/.test(result) ? undefined : name === "getTagDigest" ? "digest" : use?.returns;

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
  if (found === undefined) throw noResult(name);
  return found;
}

const noResult = (name: string): Error =>
  new Error(`OBJECTS and ANSWERS in tools/types/roots.ts have no result of ${name}`);
