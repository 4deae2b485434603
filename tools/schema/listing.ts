import { type ObjectSpec, type PackageSchema, type Properties, type TypeSpec, tokenOf } from "./spec";

/** `Group` of `platform:index:Group`. */
const nameIn = (token: string): string => token.slice(tokenOf("").length);

/** A type in a word: `string`, `ClaimMatch[]`, `{integer}` for a map of integers. */
function typeText(type: TypeSpec): string {
  if ("$ref" in type) return nameIn(type.$ref.slice("#/types/".length));
  if (type.type === "array") return `${typeText(type.items)}[]`;
  return type.type === "object" ? `{${typeText(type.additionalProperties)}}` : type.type;
}

/** A line for each property. What is not required has a `?`. */
const lines = (properties: Properties, required: readonly string[] = [], mark = ""): string[] =>
  Object.entries(properties).map(([name, property]) => {
    const options = [property.secret && "secret", property.willReplaceOnChanges && "replaces"].filter(Boolean);
    const type = [`${typeText(property)}${required.includes(name) ? "" : "?"}`, ...options].join(" ");
    return `  ${mark}${name}: ${type}`;
  });

const objectLines = ({ properties, required }: ObjectSpec, mark = ""): string[] => lines(properties, required, mark);

/** The schema without its descriptions, in a form to read and to compare: a line for each property, `<` before an input. */
export function listingOf({ config, provider, types, resources, functions, ...rest }: PackageSchema): string {
  const { version: _, description: __, ...shown } = rest;
  const parts = [
    [JSON.stringify(shown)],
    ["config", ...lines(config.variables)],
    ["provider", ...lines(provider.inputProperties, provider.requiredInputs, "< ")],
    ...Object.entries(resources).map(([token, { inputProperties, requiredInputs, aliases, ...outputs }]) => [
      `resource ${token} (${aliases.map(({ type }) => type).join(", ")})`,
      ...lines(inputProperties, requiredInputs, "< "),
      ...objectLines(outputs),
    ]),
    ...Object.entries(functions).map(([token, { inputs, outputs }]) => [
      `function ${token}`,
      ...(inputs === undefined ? [] : objectLines(inputs, "< ")),
      ...(outputs === undefined ? [] : objectLines(outputs)),
    ]),
    ...Object.entries(types).map(([token, type]) => [`type ${token}`, ...objectLines(type)]),
  ];
  return `${parts.map((part) => part.join("\n")).join("\n\n")}\n`;
}
