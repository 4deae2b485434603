import { ProtocolError } from "../../client/api/errors";
import { forState, readAnswer } from "../../client/replies/answer";
import { inputFields, oneofOf, type ResourceSpec, wireName } from "../../description/spec/resource";
import type { Field, Fields } from "../../description/spec/types";
import { isEmpty, type Values, zeroOf } from "../../description/spec/values";
import type { JsonObject } from "../../description/wire/json";
import { messageToWire, toWire } from "../../description/wire/request";
import type { Change } from "./changes";
import { type FieldPath, pathText, putAt, valueAt } from "./paths";

/** The body of a create: every value that is not empty, except the parent and sub-resources, which are sent elsewhere. */
export function createBody(spec: ResourceSpec, desired: Values): JsonObject {
  const body = inputFields(spec.fields).filter(
    ([, { options }]) => !options.parent && !options.subresource && !options.clientOnly,
  );
  return messageToWire(Object.fromEntries(body), desired);
}

/** The value that clears a field. A member of a oneof must be null, because "" would be a value of its own. */
const emptyOnWire = (field: Field): unknown => (oneofOf(field) === undefined ? zeroOf(field.type) : null);

/** The body and the mask of some changes. They touch nothing else. Mask paths are spelled as on the wire. */
export function patchOf(
  fields: Fields,
  changed: readonly Change[],
  desired: Values,
): { body: JsonObject; mask: string[] } {
  const body: Record<string, unknown> = {};
  const mask = changed.map(({ path, field }) => {
    const names = wireNames(fields, path);
    const value = valueAt(desired, path);
    putAt(body, names, isEmpty(field.type, value) ? emptyOnWire(field) : toWire(field.type, value));
    return pathText(names);
  });
  return { body, mask };
}

function wireNames(fields: Fields, path: FieldPath): string[] {
  const [name = "", ...rest] = path;
  const field = fields[name];
  if (field === undefined) throw new Error(`no field ${pathText(path)}`);
  const inner = field.type.kind === "message" && rest.length > 0 ? wireNames(field.type.fields, rest) : [];
  return [wireName(name, field), ...inner];
}

/** Like `readAnswer`, without copies and empty messages, as states are. */
export const observe = (fields: Fields, answer: JsonObject): Values => forState(fields, readAnswer(fields, answer));

/** Like `observe`, but {} if the response to a create cannot be read: the object exists and must be recorded. */
export const observeIfReadable = (fields: Fields, answer: JsonObject): Values =>
  ifReadable(() => observe(fields, answer)) ?? {};

/** The result of `read`. Undefined if it throws ProtocolError. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}
