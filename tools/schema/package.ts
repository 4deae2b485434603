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
  repository,
} = require(join(__dirname, "..", "..", "package.json")) as Record<
  "version" | "description" | "license" | "name",
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
      description: descriptionOf(texts.get(nameOf(spec))?.text ?? ""),
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
    version,
    description,
    license,
    ...repositoryPart(repository),
    pluginDownloadURL: PLUGIN_DOWNLOAD_URL,
    // Without respectSchemaVersion, an SDK asks for version 0.0.0 of an installed plugin, or for any.
    language: {
      nodejs: { packageName: npmName, respectSchemaVersion: true },
      python: { respectSchemaVersion: true },
      go: { respectSchemaVersion: true },
      csharp: { respectSchemaVersion: true },
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
