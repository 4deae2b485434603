import { PLUGIN_PACKAGE } from "../../src/description/names/plugin";

/** The parts of Pulumi's package schema that we use. The binder passes misspelled keys silently, so the compiler checks them. */

/** The token of a resource, a function or a type. */
export const tokenOf = (name: string): string => `${PLUGIN_PACKAGE}:index:${name}`;

/**
 * The token of a function. The Go SDK of Pulumi calls `getGroup` LookupGroup, because the resource Group has a GetGroup of its
 * own: so nothing else may have that name.
 */
export const functionTokenOf = (name: string): string => tokenOf(name.replace(/^lookup/, "find"));

export type TypeSpec =
  | { readonly type: "string" | "integer" | "number" | "boolean" }
  | { readonly type: "array"; readonly items: TypeSpec }
  | { readonly type: "object"; readonly additionalProperties: TypeSpec }
  | { readonly $ref: string };

/** A property of an object, an input or an output. */
export type PropertySpec = TypeSpec & {
  readonly description: string;
  readonly secret?: true;
  readonly willReplaceOnChanges?: true;
};

export type Properties = Readonly<Record<string, PropertySpec>>;

/** Properties, and the names of those that always have a value. */
export interface ObjectSpec {
  readonly properties: Properties;
  readonly required?: readonly string[];
}

export interface NamedType extends ObjectSpec {
  readonly description: string;
  readonly type: "object";
}

export interface ResourceSchema extends ObjectSpec {
  readonly description: string;
  readonly inputProperties: Properties;
  readonly requiredInputs?: readonly string[];
  readonly aliases: readonly { readonly type: string }[];
}

export interface FunctionSchema {
  readonly description: string;
  readonly inputs?: ObjectSpec & { readonly type: "object" };
  readonly outputs?: ObjectSpec & { readonly type: "object" };
}

/** Gives a generated SDK the version of the schema. */
interface VersionOfSdk {
  readonly respectSchemaVersion: true;
}

export interface PackageSchema {
  readonly name: typeof PLUGIN_PACKAGE;
  readonly displayName: string;
  readonly publisher: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly homepage: string;
  readonly license: string;
  readonly repository?: string;
  readonly logoUrl?: string;
  readonly pluginDownloadURL: string;
  readonly language: {
    readonly nodejs: { readonly packageName: string } & VersionOfSdk;
    readonly python: VersionOfSdk;
    readonly go: { readonly generateResourceContainerTypes: true } & VersionOfSdk;
    readonly csharp: {
      readonly namespaces: Readonly<Record<string, string>>;
      readonly packageReferences: Readonly<Record<string, string>>;
    } & VersionOfSdk;
    readonly java: {
      readonly basePackage: string;
      readonly buildFiles: "gradle";
      readonly dependencies: Readonly<Record<string, string>>;
    };
  };
  readonly config: { readonly variables: Properties };
  readonly provider: {
    readonly description: string;
    readonly inputProperties: Properties;
    readonly requiredInputs: readonly string[];
  };
  readonly types: Readonly<Record<string, NamedType>>;
  readonly resources: Readonly<Record<string, ResourceSchema>>;
  readonly functions: Readonly<Record<string, FunctionSchema>>;
}

/** An object of properties. The binder refuses no empty list of required names, but a reader need not see one. */
export const objectSpec = (properties: Properties, required: readonly string[]): ObjectSpec => ({
  properties,
  ...(required.length === 0 ? {} : { required }),
});

/** A doc comment on one line, without the numbers of facts about the API, which only this repository can look up. */
export const descriptionOf = (comment: string): string =>
  comment
    .replace(/\s+/g, " ")
    .replace(/ \(platform API: [^)]*\)/g, "")
    .trim();

/** An enum with more values has them in the pages of the package only. */
const SHOWN_VALUES = 15;

/** The values of an enum, as the end of a description: without the one that means "not set". Empty without values. */
export function valuesText(all: readonly string[]): string {
  const values = all.filter((value) => !/_UNSPECIFIED$|^UNKNOWN$/.test(value));
  if (values.length === 0) return "";
  if (values.length > SHOWN_VALUES) return " docs/resources.md of the npm package lists the values.";
  return ` Values: ${values.map((value) => `\`${value}\``).join(", ")}.`;
}
