import { isUid } from "../uid";
import { inputFields, type NamedField, type ResourceSpec } from "./resource";
import { inheritedFrom, sourceOf } from "./rules";
import type { ValueType } from "./types";
import { isEmpty, isEqual, isValues, type Values } from "./values";

/** Values that an object may get from another object of its kind, its source, which a sibling field names. */

/** The uid of the source that the server stored for a reference. */
function sourceUid(type: ValueType, value: unknown): string | undefined {
  if (type.kind !== "message" || !isValues(value)) return undefined;
  const [name = ""] = Object.entries(type.fields).find(([, { options }]) => options.serverNormalized) ?? [];
  const uid = value[name];
  return typeof uid === "string" && isUid(uid) ? uid : undefined;
}

/** The names of the inputs that an object has from its source. A value that equals that of a visible source counts. */
export async function givenBySource(
  { fields }: Pick<ResourceSpec, "fields">,
  values: Values,
  valuesAt: (uid: string) => Promise<Values | undefined>,
): Promise<Set<string>> {
  const isGiven = async ([name, { type, options }]: NamedField): Promise<boolean> => {
    const from = sourceOf(options) ?? "";
    const source = fields[from]?.type;
    if (values[name] === undefined || source === undefined || isEmpty(source, values[from])) return false;
    if (inheritedFrom(options) !== undefined) return true;
    const uid = sourceUid(source, values[from]);
    const theirs = uid === undefined ? undefined : await valuesAt(uid);
    return theirs !== undefined && isEqual(type, theirs[name], values[name]);
  };
  const names = inputFields(fields).map(async (named) => ((await isGiven(named)) ? [named[0]] : []));
  return new Set((await Promise.all(names)).flat());
}
