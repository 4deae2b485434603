import { isUid } from "../uid";
import { inputFields, type NamedField, type ResourceSpec } from "./resource";
import { inheritedFrom } from "./rules";
import type { Field } from "./types";
import { isEmpty, isEqual, isValues, type Values } from "./values";

/** Values that an object may get from another object of its kind, its source, which a sibling field names. */

interface FromSource {
  readonly named: NamedField;
  /** The object's source: a message with a uid. */
  readonly source: readonly [field: Field, value: unknown];
  /** Whether the object cannot have its own value while it has a source. */
  readonly isInherited: boolean;
}

/** The inputs of an object whose values may come from its source. Empty for an object without one. */
const fieldsFromSource = ({ fields }: Pick<ResourceSpec, "fields">, values: Values): FromSource[] =>
  inputFields(fields).flatMap((named) => {
    const { serverDefault } = named[1].options;
    const { from } = typeof serverDefault === "object" ? serverDefault : {};
    const source = from === undefined ? undefined : fields[from];
    if (from === undefined || source === undefined || isEmpty(source.type, values[from])) return [];
    const isInherited = inheritedFrom(named[1].options) !== undefined;
    return [{ named, source: [source, values[from]], isInherited }];
  });

/** The uid of the source that the server stored for a reference. */
function sourceUid([field, value]: FromSource["source"]): string | undefined {
  if (field.type.kind !== "message" || !isValues(value)) return undefined;
  const [name = ""] = Object.entries(field.type.fields).find(([, { options }]) => options.serverNormalized) ?? [];
  const uid = value[name];
  return typeof uid === "string" && isUid(uid) ? uid : undefined;
}

/** The names of the inputs that an object has from its source. A value that equals that of a visible source counts. */
export async function givenBySource(
  spec: Pick<ResourceSpec, "fields">,
  values: Values,
  valuesAt: (uid: string) => Promise<Values | undefined>,
): Promise<Set<string>> {
  const names = fieldsFromSource(spec, values)
    .filter(({ named: [name] }) => values[name] !== undefined)
    .map(async ({ named: [name, { type }], source, isInherited }) => {
      const uid = isInherited ? undefined : sourceUid(source);
      const theirs = uid === undefined ? undefined : await valuesAt(uid);
      return isInherited || (theirs !== undefined && isEqual(type, theirs[name], values[name])) ? [name] : [];
    });
  return new Set((await Promise.all(names)).flat());
}
