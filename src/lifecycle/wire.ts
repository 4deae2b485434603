import type { JsonObject } from "../api/json";
import { inputFields, oneofOf, type ResourceSpec, wireName } from "../spec/resource";
import type { Field, Fields } from "../spec/types";
import { containsUnknown } from "../spec/unknown";
import { isEmpty, isEqual, isValues, type Values, zeroOf } from "../spec/values";
import { readAnswer, withoutEmptyMessages } from "../wire/answer";
import { messageToWire, toWire } from "../wire/request";

/** One difference between what is recorded and what is desired. */
export interface Change {
  /** Names of the fields from the outermost to the changed one. */
  readonly path: readonly string[];
  readonly field: Field;
  /** The server makes this change by itself, for another member of the same oneof is set. */
  readonly implied: boolean;
}

export const pathText = (path: readonly string[]): string => path.join(".");

/**
 * Where desired values differ from recorded ones. Messages that exist on both sides are compared field by field, so that
 * a mask names no more than what changed; lists and maps are whole.
 *
 * @param filled paths whose values the server gave because the program gives none
 */
export function changes(
  fields: Fields,
  recorded: Values,
  desired: Values,
  filled: ReadonlySet<string>,
  prefix: readonly string[] = [],
): Change[] {
  return inputFields(fields).flatMap(([name, field]): Change[] => {
    const path = [...prefix, name];
    const [before, after] = [recorded[name], desired[name]];
    const change = { path, field, implied: false };
    if (containsUnknown(after)) return [change];
    if (isEqual(field.type, before, after)) return [];
    if (isEmpty(field.type, after)) {
      if (filled.has(pathText(path))) return [];
      const oneof = oneofOf(field);
      const replaced =
        oneof !== undefined &&
        inputFields(fields).some(([other, f]) => oneofOf(f) === oneof && !isEmpty(f.type, desired[other]));
      return [{ ...change, implied: replaced }];
    }
    if (field.type.kind === "message" && isValues(before) && isValues(after) && !isEmpty(field.type, before)) {
      return changes(field.type.fields, before, after, filled, path);
    }
    return [change];
  });
}

/** The body of a create: every value that is not empty, without what goes elsewhere (the parent, sub-resources). */
export function createBody(spec: ResourceSpec, desired: Values): JsonObject {
  const body = inputFields(spec.fields).filter(
    ([, { options }]) => !options.parent && !options.subresource && !options.local,
  );
  return messageToWire(Object.fromEntries(body), desired);
}

/** What is sent to clear a field. A oneof's member must not be set to "", which would be a value of its own. */
const emptyOnWire = (field: Field): unknown => (oneofOf(field) === undefined ? zeroOf(field.type) : null);

/** The body and the mask that make the given changes and touch nothing else. Mask paths are spelled as on the wire. */
export function patchOf(
  fields: Fields,
  made: readonly Change[],
  desired: Values,
): { body: JsonObject; mask: string[] } {
  const body: Record<string, unknown> = {};
  const mask = made.map(({ path, field }) => {
    const names = wireNames(fields, path);
    const value = valueAt(desired, path);
    putAt(body, names, isEmpty(field.type, value) ? emptyOnWire(field) : toWire(field.type, value));
    return pathText(names);
  });
  return { body, mask };
}

function wireNames(fields: Fields, path: readonly string[]): string[] {
  const [name = "", ...rest] = path;
  const field = fields[name];
  if (field === undefined) throw new Error(`no field ${pathText(path)}`);
  const inner = field.type.kind === "message" && rest.length > 0 ? wireNames(field.type.fields, rest) : [];
  return [wireName(name, field), ...inner];
}

/** The value at a path of names, or nothing where the path ends early. */
export const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isValues(value) ? value[name] : undefined), values);

/** Puts a value at a path of names and makes the objects on the way. */
export function putAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
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

/**
 * The values of an answer under the names of the spec, without empty ones: fields that are absent, null or zero read
 * alike. A value of an unexpected kind counts as absent, so that the check of the echo names it. Throws ProtocolError.
 */
export const observe = (fields: Fields, answer: JsonObject): Values =>
  withoutEmptyMessages(fields, readAnswer(fields, answer));
