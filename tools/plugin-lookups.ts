import { formatted } from "./formatted";
import { writeGenerated } from "./generated-file";
import { functionTokenOf } from "./schema/spec";
import { type Lookup, publicLookups } from "./types/functions";

/**
 * Writes src/hosts/generated/plugin-lookups.ts: every lookup by its token, without those that change the platform, because only programs in
 * JavaScript can leave them out of a preview. A test says when it is stale.
 */

const file = "src/hosts/generated/plugin-lookups.ts";

/** The name of a file's imports, `roleBindings` of `program/lookups/role-bindings` and `roleBindingsOperations` of `description/operations/role-bindings`. */
function moduleName(from: string): string {
  const [folder = "", , area = ""] = from.split("/");
  const name = area.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return folder === "program" ? name : `${name}Operations`;
}

function callText({ args, file: from, source, asks }: Lookup): string {
  const found = `${moduleName(from)}.${source}`;
  const given = args === undefined ? "" : ", args";
  return {
    client: `${found}(platformClient(settings)${given})`,
    registry: `${found}(registryAccess(settings)${given})`,
    operation: `asking(${found})(platformClient(settings)${given})`,
    list: `list(platformClient(settings), ${found}, args)`,
    find: `singular(${found})(platformClient(settings), args)`,
  }[asks];
}

function entryText(lookup: Lookup): string {
  const { name, args, resultName } = lookup;
  return [
    `"${functionTokenOf(name)}": {`,
    ...(resultName === undefined ? [] : [`resultName: "${resultName}",`]),
    `call: (settings${args === undefined ? "" : ", args"}) => ${callText(lookup)},`,
    "},",
  ].join("\n");
}

/** The text of src/hosts/generated/plugin-lookups.ts. Takes seconds, since it asks the compiler. */
function pluginLookupsSource(): string {
  const lookups = publicLookups().filter(({ isChange }) => !isChange);
  const files = [...new Set(lookups.map(({ file: from }) => from))].sort();
  return formatted(
    file,
    [
      "// Made from src/program/lookups and src/description/operations by `npm run docs`. Change those.",
      ...files.map((from) => `import * as ${moduleName(from)} from "../../${from}";`),
      'import { platformClient, registryAccess } from "../../program/lookups/access";',
      'import { asking } from "../../program/lookups/ask";',
      'import { list } from "../../program/lookups/listing";',
      'import { singular } from "../../program/lookups/one";',
      'import type { Settings } from "../../client/settings";',
      "",
      "/** The lookup behind a function of the plugin. */",
      "export interface PluginLookup {",
      "/** The property of the answer that holds what it returns. Without a name, that is the answer, or nothing. */",
      "readonly resultName?: string;",
      "/** Calls it. It checks the arguments. Throws the errors of lookups, and ConfigurationError. */",
      "readonly call: (settings: Settings, args: never) => Promise<unknown>;",
      "}",
      "",
      "/** Every lookup that changes nothing, by the token of its function. */",
      "export const pluginLookups: Readonly<Record<string, PluginLookup>> = {",
      ...lookups.map(entryText),
      "};",
      "",
    ].join("\n"),
  );
}

export const write = (): void => writeGenerated(file, pluginLookupsSource());
