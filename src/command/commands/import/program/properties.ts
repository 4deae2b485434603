import { inputFields } from "../../../../description/spec/resource";
import type { Fields, ValueType } from "../../../../description/spec/types";
import { isValues, type Values } from "../../../../description/spec/values";
import { code, type Expression, type Property } from "../code/expression";
import { type Reference, referenceIn } from "../references";

/** Returns how the program writes a reference: its variable, or a comment above the uid. */
export type Refer = (reference: Reference) => Partial<Omit<Property, "name">>;

/** Returns inputs as properties of an object, in the order of their declarations. */
export const propertiesOf = (fields: Fields, values: Values, refer: Refer): Property[] =>
  inputFields(fields).flatMap(([name, { type }]) =>
    values[name] === undefined ? [] : [propertyOf(type, [name, values[name]], refer)],
  );

function propertyOf(type: ValueType, [name, value]: readonly [string, unknown], refer: Refer): Property {
  const reference = type.kind === "string" ? referenceIn(type, value) : undefined;
  return { name, value: expressionOf(type, value, refer), ...(reference && refer(reference)) };
}

function expressionOf(type: ValueType, value: unknown, refer: Refer): Expression {
  if (type.kind === "message" && isValues(value)) {
    return { kind: "object", entries: propertiesOf(type.fields, value, refer) };
  }
  if (type.kind === "map" && isValues(value)) {
    const entries = Object.entries(value).map((entry) => ({ ...propertyOf(type.of, entry, refer), isKey: true }));
    return { kind: "object", entries };
  }
  if (type.kind === "list" && Array.isArray(value)) {
    return { kind: "list", items: value.map((item) => propertyOf(type.of, ["", item], refer).value) };
  }
  if (typeof value === "string") return { kind: "text", value };
  // The other types are numbers and booleans.
  return code(JSON.stringify(value));
}
