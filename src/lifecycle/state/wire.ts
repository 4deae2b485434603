import { isJsonObject, type JsonObject } from "../../api/json";
import { remember } from "../../api/secret";
import { secondsOf } from "../../spec/formats";
import { inputFields, oneofOf, type ResourceSpec, wireName } from "../../spec/resource";
import type { Field, Fields, ValueType } from "../../spec/types";
import { isEmpty, isValues, type Values, zeroOf } from "../../spec/values";
import type { Change } from "./changes";
import { type FieldPath, pathText, putAt, valueAt } from "./paths";

/** The body of a create: every value that is not empty, without what goes elsewhere (the parent, sub-resources). */
export function createBody(spec: ResourceSpec, desired: Values): JsonObject {
  const body = inputFields(spec.fields).filter(
    ([, { options }]) => !options.parent && !options.subresource && !options.local,
  );
  return messageToWire(Object.fromEntries(body), desired);
}

function messageToWire(fields: Fields, values: Values): JsonObject {
  const entries = inputFields(fields).filter(([name, field]) => !isEmpty(field.type, values[name]));
  return Object.fromEntries(entries.map(([name, field]) => [wireName(name, field), toWire(field.type, values[name])]));
}

function toWire(type: ValueType, value: unknown): unknown {
  if (type.kind === "string" && type.format === "duration") return `${secondsOf(String(value))}s`;
  if (type.kind === "message" && isValues(value)) return messageToWire(type.fields, value);
  if (type.kind === "map" && isValues(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toWire(type.of, item)]));
  }
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => toWire(type.of, item));
  return value;
}

/** What is sent to clear a field. A oneof's member must not be set to "", which would be a value of its own. */
const emptyOnWire = (field: Field): unknown => (oneofOf(field) === undefined ? zeroOf(field.type) : null);

/** The body and the mask that make some changes and touch nothing else. Mask paths are spelled as on the wire. */
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

/**
 * The values of an answer under the names of the spec, without empty ones: fields that are absent, null or zero read
 * alike. A value of an unexpected kind counts as absent, so that the check of the echo names it.
 */
export function observe(fields: Fields, answer: JsonObject): Values {
  const seen: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { parent, subresource, readFrom, local } = field.options;
    if (parent || subresource || local) continue;
    const raw = readFrom === undefined ? answer[wireName(name, field)] : valueAt(answer, readFrom.split("."));
    const value = fromWire(field.type, raw);
    if (value === undefined) continue;
    // A secret of the server must not be shown, not even by an error later in the same verb.
    if (field.options.secret && typeof value === "string") remember(value);
    seen[name] = value;
  }
  return seen;
}

function fromWire(type: ValueType, raw: unknown): unknown {
  switch (type.kind) {
    case "string":
      if (type.format === "int64" && typeof raw === "number") return raw === 0 ? undefined : String(raw);
      return typeof raw === "string" && !isEmpty(type, raw) ? raw : undefined;
    case "enum":
      return typeof raw === "string" && !isEmpty(type, raw) ? raw : undefined;
    case "boolean":
      return raw === true ? true : undefined;
    case "integer":
      return typeof raw === "number" && Number.isFinite(raw) && raw !== 0 ? raw : undefined;
    case "list":
      return Array.isArray(raw) && raw.length > 0
        ? raw.flatMap((item) => fromWireItem(type.of, item) ?? [])
        : undefined;
    case "map": {
      if (!isJsonObject(raw) || Object.keys(raw).length === 0) return undefined;
      return Object.fromEntries(
        Object.entries(raw).flatMap(([key, item]) => [[key, fromWireItem(type.of, item) ?? ""]]),
      );
    }
    case "message": {
      if (!isJsonObject(raw)) return undefined;
      const values = observe(type.fields, raw);
      return Object.keys(values).length === 0 ? undefined : values;
    }
  }
}

/** An item of a list or map is there even when it is the zero of its kind. */
function fromWireItem(type: ValueType, raw: unknown): unknown {
  if (type.kind === "message") return isJsonObject(raw) ? observe(type.fields, raw) : undefined;
  if (type.kind === "string" || type.kind === "enum") return typeof raw === "string" ? raw : undefined;
  return raw === null ? undefined : raw;
}
