import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isValues, type Values } from "../../src/description/spec/values";
import type { ObjectSpec, PackageSchema, PropertySpec, TypeSpec } from "../../tools/schema/spec";
import { repositoryRoot } from "./workspace";

/** Everything in a schema that has properties, with its place. */
export const objectsIn = (schema: PackageSchema): (readonly [place: string, object: ObjectSpec])[] => [
  ["config", { properties: schema.config.variables }],
  ["provider", { properties: schema.provider.inputProperties, required: schema.provider.requiredInputs }],
  ...Object.entries(schema.types),
  ...Object.entries(schema.resources).flatMap(([token, { inputProperties, requiredInputs = [], ...outputs }]) => [
    [`${token} inputs`, { properties: inputProperties, required: requiredInputs }] as const,
    [token, outputs] as const,
  ]),
  ...Object.entries(schema.functions).flatMap(([token, { inputs, outputs }]) => [
    ...(inputs === undefined ? [] : [[`${token} inputs`, inputs] as const]),
    ...(outputs === undefined ? [] : [[token, outputs] as const]),
  ]),
];

export const propertiesIn = (schema: PackageSchema): (readonly [place: string, property: PropertySpec])[] =>
  objectsIn(schema).flatMap(([place, { properties }]) =>
    Object.entries(properties).map(([name, property]) => [`${place}.${name}`, property] as const),
  );

export const builtSchema = (): PackageSchema =>
  JSON.parse(readFileSync(join(repositoryRoot, "dist/plugin/schema.json"), "utf8")) as PackageSchema;

/** What of some values an object of a schema has not, has as another type, or requires beside it: `name: …`. */
export function misfits(schema: PackageSchema, { properties, required = [] }: ObjectSpec, values: Values): string[] {
  const missing = required.filter((name) => values[name] === undefined).map((name) => `${name}: missing`);
  const wrong = Object.entries(values).flatMap(([name, value]) => {
    const property = properties[name];
    if (property === undefined) return [`${name}: no such property`];
    return value === undefined ? [] : misfitsOf(schema, property, value).map((text) => `${name}${text}`);
  });
  return [...missing, ...wrong];
}

function misfitsOf(schema: PackageSchema, type: TypeSpec, value: unknown): string[] {
  if ("$ref" in type) {
    const named = schema.types[type.$ref.slice("#/types/".length)];
    if (named === undefined || !isValues(value)) return [`: no ${type.$ref}`];
    return misfits(schema, named, value).map((text) => `.${text}`);
  }
  switch (type.type) {
    case "array":
      if (!Array.isArray(value)) return [": no list"];
      return value.flatMap((item) => misfitsOf(schema, type.items, item).map((text) => `[]${text}`));
    case "object":
      if (!isValues(value)) return [": no map"];
      return Object.values(value).flatMap((one) =>
        misfitsOf(schema, type.additionalProperties, one).map((text) => `{}${text}`),
      );
    case "integer":
      return Number.isSafeInteger(value) ? [] : [": no integer"];
    default:
      return typeof value === type.type ? [] : [`: no ${type.type}`];
  }
}
