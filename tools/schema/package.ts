import { join } from "node:path";
import { providerSettings, type SettingName, settingNames, settingOf } from "../../src/client/setting-names";
import { TYPE_PREFIX } from "../../src/description/names/dynamic";
import { PLUGIN_DOWNLOAD_URL, PLUGIN_PACKAGE, pluginToken } from "../../src/description/names/plugin";
import { resources } from "../../src/description/resources";
import { isImmutable, nameOf, type ResourceSpec } from "../../src/description/spec/resource";
import type { Field } from "../../src/description/spec/types";
import { classDocs } from "../types/classes";
import { declarationOf, given, isFilledIn, recorded, resultsIn, returned } from "../types/roots";
import { Declared } from "./fields";
import { functionSchemas } from "./functions";
import { NamedTypes } from "./named-types";
import { type RepositoryField, repositoryPart } from "./repository";
import {
  descriptionOf,
  objectSpec,
  type PackageSchema,
  type Properties,
  type PropertySpec,
  type ResourceSchema,
} from "./spec";

const {
  version,
  description,
  license,
  name: npmName,
  author,
  homepage,
  repository,
} = require(join(__dirname, "..", "..", "package.json")) as Record<
  "version" | "description" | "license" | "name" | "author" | "homepage",
  string
> & { readonly repository?: RepositoryField };

/** What every object that a lookup returns has. As in src/program/lookups/answers.ts. */
const entity: Properties = {
  uid: { type: "string", description: "uid of the object." },
  parentUid: {
    type: "string",
    description:
      "uid of what the object lies under; absent where it lies under nothing, as a root group and a built-in role do.",
  },
};

/** What every resource takes. As in src/program/classes/derive.ts. */
const common: Properties = {
  adoptUid: {
    type: "string",
    description:
      "uid of an existing object to take over instead of creating one. It matters only while there is no resource yet.",
  },
};

/** Makes the schema of the packaged plugin from the declarations. Takes seconds, since it asks the compiler. */
export function packageSchema(): PackageSchema {
  const types = new NamedTypes();
  const declared = new Declared(types);
  const texts = classDocs();
  const schemaOf = (spec: ResourceSpec): ResourceSchema => {
    const { fields, comments } = declarationOf(spec.type);
    const replaces = (field: ResourceSpec["fields"][string]) => isImmutable(spec, field);
    const { properties, required = [] } = declared.objectOf(fields, comments, { ...given, replaces });
    const outputs = declared.objectOf(fields, comments, recorded);
    const requiredInputs = required.filter((name) => !isFilledIn(fields, name));
    return {
      description: resourceDescription(spec, texts.get(nameOf(spec))),
      ...objectSpec(outputs.properties, outputs.required?.filter((name) => isReadable(fields[name])) ?? []),
      inputProperties: { ...properties, ...common },
      ...(requiredInputs.length === 0 ? {} : { requiredInputs }),
      aliases: [{ type: `${TYPE_PREFIX}${spec.type}` }],
    };
  };
  const kinds = Object.values(resources).map((spec) => [pluginToken(spec), schemaOf(spec)] as const);
  for (const { name, comment, isObject, fields, comments } of resultsIn()) {
    const { properties, required = [] } = declared.objectOf(fields, comments, returned);
    const own = isObject ? objectSpec({ ...entity, ...properties }, ["uid", ...required]) : { properties, required };
    types.add(name, { description: comment, type: "object", ...own });
  }
  const rest = { resources: Object.fromEntries(kinds), functions: functionSchemas(types) };
  return {
    name: PLUGIN_PACKAGE,
    displayName: "Platform",
    publisher: author,
    version,
    description,
    keywords: ["pulumi", PLUGIN_PACKAGE, "kind/native", "category/infrastructure"],
    homepage,
    license,
    ...placePart(repository),
    pluginDownloadURL: PLUGIN_DOWNLOAD_URL,
    // Without respectSchemaVersion, an SDK asks for version 0.0.0 of an installed plugin, or for any.
    language: {
      nodejs: { packageName: npmName, respectSchemaVersion: true },
      python: { respectSchemaVersion: true },
      // The import path follows from the repository. A map or list of resources needs types of its own.
      go: { respectSchemaVersion: true, generateResourceContainerTypes: true },
      csharp: {
        respectSchemaVersion: true,
        namespaces: { [PLUGIN_PACKAGE]: "Platform" },
        packageReferences: { Pulumi: "3.*" },
      },
      java: { basePackage: "com.pulumi", buildFiles: "gradle", dependencies: { "com.pulumi:pulumi": "1.0.0" } },
    },
    config: { variables: settings((name) => ` The variable ${settingNames[name][1]} sets it too.`) },
    provider: {
      description:
        "A connection to one platform as one caller: for programs that work with several organizations. It has neither address " +
        "nor credentials from the environment.",
      // No default value from the environment: it would send the token of one platform to the address of another.
      inputProperties: settings(() => ""),
      requiredInputs: ["baseUrl"],
    },
    types: types.usedIn(rest),
    ...rest,
  };
}

/** The repository, and the logo in it. */
function placePart(field: RepositoryField): { readonly repository?: string; readonly logoUrl?: string } {
  const part = repositoryPart(field);
  return part.repository === undefined ? {} : { ...part, logoUrl: `${part.repository}/raw/main/docs/images/logo.svg` };
}

/** What a resource is, an example, and how to import it, in the form that Pulumi's registry shows. */
function resourceDescription(spec: ResourceSpec, { text = "", example = "" } = {}): string {
  const names = Object.values(resources).map(nameOf).join("|");
  const program = example
    .replace(new RegExp(`\\bnew (${names})\\(`, "g"), "new platform.$1(")
    .replace(/(?<![.\w])(get\w+)\(/g, "platform.$1(");
  const sdk = program.includes("pulumi.") ? 'import * as pulumi from "@pulumi/pulumi";\n' : "";
  const usage = `${sdk}import * as platform from "${npmName}";\n\n// Names that are not declared here stand for uids.\n${program}`;
  return [
    descriptionOf(text),
    "{{% examples %}}\n## Example Usage\n{{% example %}}",
    `\`\`\`typescript\n${usage}\n\`\`\``,
    "{{% /example %}}\n{{% /examples %}}",
    `## Import\n\n${importText(spec)}`,
  ].join("\n\n");
}

function importText(spec: ResourceSpec): string {
  const id = `uid${spec.uidIsParents === true ? " of its parent" : ""}`;
  const isSecret = Object.values(spec.fields).some(({ options }) => options.returned === "once");
  const lack = isSecret ? ". The import lacks the secret, which the platform returns only to its creator" : "";
  // Not $UID, which is the number of the user in a shell.
  return `The id is the ${id}${lack}:\n\n\`\`\`sh\n$ pulumi import ${pluginToken(spec)} example "<${id}>"\n\`\`\``;
}

/** Whether an import can read a value. Otherwise an imported resource lacks it. */
const isReadable = (field: Field | undefined): boolean =>
  field?.options.writeOnly !== true && field?.options.returned !== "once";

const settings = (note: (name: SettingName) => string): Properties =>
  Object.fromEntries(
    providerSettings.map((name): [string, PropertySpec] => {
      const { form, what, secret } = settingOf(name);
      const type = form === "seconds" ? "integer" : "string";
      return [name, { type, description: `${what}${note(name)}`, ...(secret === undefined ? {} : { secret: true }) }];
    }),
  );
