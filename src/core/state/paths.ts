import type { NamedField } from "../../description/spec/resource";
import type { Field, Fields } from "../../description/spec/types";
import { isValues, type Values } from "../../description/spec/values";

/** Names of fields from the outermost to an inner one. */
export type FieldPath = readonly string[];

/** `claimMatch.subject`: a path in masks, notes and messages. */
export const pathText = (path: FieldPath): string => path.join(".");

export function fieldAt(fields: Fields, [name = "", ...rest]: FieldPath): Field | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (rest.length === 0) return field;
  return field?.type.kind === "message" ? fieldAt(field.type.fields, rest) : undefined;
}

export const valueAt = (values: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((value, name) => (isValues(value) ? value[name] : undefined), values);

export function putAt(target: Record<string, unknown>, path: FieldPath, value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) {
    if (value === undefined) delete target[name];
    else target[name] = value;
    return;
  }
  const inner = target[name];
  const copy = isValues(inner) ? { ...inner } : {};
  target[name] = copy;
  putAt(copy, rest, value);
}

/** Values of some fields: the results of `make`, without empty ones. */
export function valuesOf(
  fields: readonly NamedField[],
  prefix: FieldPath,
  make: (name: string, field: Field, path: FieldPath) => unknown,
): Values {
  const made: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = make(name, field, [...prefix, name]);
    if (value !== undefined && value !== null) made[name] = value;
  }
  return made;
}

export const valuesWhere = (values: Values, fits: (name: string, value: unknown) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => fits(name, value)));
