import type { Fields, ValueType } from "../spec/types";
import { isValues, type Values } from "../spec/values";

/** A value that refers to an object, with its place in the inputs. */
interface Reference {
  /** Path of the input, `bindings[0].roleUid`. */
  readonly path: string;
  readonly uid: string;
  /** Type of the object, `iam:Role`, if the declaration has it. */
  readonly type: string | undefined;
}

/** The objects that inputs refer to by uid. */
export function referencesIn(fields: Fields, values: Values, prefix = ""): Reference[] {
  return Object.entries(fields).flatMap(([name, { type }]) => referencesOf(type, values[name], prefix + name));
}

function referencesOf(type: ValueType, value: unknown, path: string): Reference[] {
  if (type.kind === "message" && isValues(value)) return referencesIn(type.fields, value, `${path}.`);
  if (type.kind === "list" && Array.isArray(value)) {
    return value.flatMap((item, i) => referencesOf(type.of, item, `${path}[${i}]`));
  }
  if (type.kind !== "string" || type.format !== "uid" || typeof value !== "string" || value === "") return [];
  return [{ path, uid: value, type: type.refersTo }];
}

/** `parentUid: no Group has this uid, or this token cannot see it`. */
export const missingText = ({ path, type }: Reference): string =>
  `${path}: no ${type?.replace(/^.*:/, "") ?? "object"} has this uid, or this token cannot see it`;

/** The input that names an object that the platform does not find, by its uid. Undefined if none does. */
export function missingInput(fields: Fields, inputs: Values, missing: string | undefined): string | undefined {
  const reference = referencesIn(fields, inputs).find(({ uid }) => uid === missing);
  return reference === undefined ? undefined : missingText(reference);
}
