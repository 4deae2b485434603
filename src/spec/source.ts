import { isUid } from "../uid";
import { inputFields, type NamedField, type ResourceSpec } from "./resource";
import type { Field } from "./types";
import { isValues, type Values } from "./values";

/** Values that an object may get from another object of its kind, its source, which a sibling field names. */

/** An input whose value may come from a source. */
export interface FromSource {
  readonly named: NamedField;
  /** The object's source: a message with a uid. */
  readonly source: readonly [field: Field | undefined, value: unknown];
  /** Whether the object cannot have its own value while it has a source. */
  readonly isInherited: boolean;
}

/** The inputs of an object whose values may come from its source. Empty for an object without one. */
export const fieldsFromSource = ({ fields }: Pick<ResourceSpec, "fields">, values: Values): FromSource[] =>
  inputFields(fields).flatMap((named) => {
    const { serverDefault } = named[1].options;
    if (typeof serverDefault !== "object" || values[serverDefault.from] === undefined) return [];
    const { from, inherited = false } = serverDefault;
    return [{ named, source: [fields[from], values[from]], isInherited: inherited }];
  });

/** The uid of the source that the server stored for a reference. */
export function sourceUid([field, value]: FromSource["source"]): string | undefined {
  if (field?.type.kind !== "message" || !isValues(value)) return undefined;
  const [name = ""] = Object.entries(field.type.fields).find(([, { options }]) => options.serverNormalized) ?? [];
  const uid = value[name];
  return typeof uid === "string" && isUid(uid) ? uid : undefined;
}
