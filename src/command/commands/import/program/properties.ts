import { resources } from "../../../../description/resources";
import { inputFields, isReferredToAs, type ResourceSpec } from "../../../../description/spec/resource";
import type { Fields, StringType, ValueType } from "../../../../description/spec/types";
import { isValues, type Values } from "../../../../description/spec/values";
import { isUid } from "../../../../description/uid";
import { code, type Expression, type Property } from "../code/expression";

/** A uid in the inputs of an object. */
export interface Reference {
  readonly uid: string;
  /** Kind of the object. Undefined if the declaration does not name it. */
  readonly kind: string | undefined;
}

/** Whether a reference may be to an object of a kind. References never mean a kind that shares the uid of its parent. */
export const mayReferTo = ({ kind }: Reference, spec: ResourceSpec): boolean =>
  spec.uidIsParents !== true &&
  (kind === undefined || isReferredToAs(spec, kind) || resources[kind]?.peculiar?.rootOf === spec.type);

/** Returns how the program writes a reference: its variable, or a comment above the uid. */
export type Refer = (reference: Reference) => Partial<Omit<Property, "name">>;

/** Returns inputs as properties of an object, in the order of their declarations. */
export const propertiesOf = (fields: Fields, values: Values, refer: Refer): Property[] =>
  inputFields(fields).flatMap(([name, { type }]) =>
    values[name] === undefined ? [] : [propertyOf(type, [name, values[name]], refer)],
  );

export function referencesIn(fields: Fields, values: Values): Reference[] {
  const found: Reference[] = [];
  propertiesOf(fields, values, (reference) => {
    found.push(reference);
    return {};
  });
  return found;
}

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

/** Returns a text as a reference, if it is one. A text without a format may be a uid too, like the source of a mirror. */
function referenceIn({ format, refersTo, rule, isMarkdown }: StringType, value: unknown): Reference | undefined {
  if (typeof value !== "string" || !isUid(value)) return undefined;
  if (format === "uid") return { uid: value, kind: refersTo };
  const mayBeUid = format === undefined && rule === undefined && !isMarkdown && value.includes("/");
  return mayBeUid ? { uid: value, kind: undefined } : undefined;
}
