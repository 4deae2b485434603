import { type NamedField, type ResourceSpec, wireName } from "../../description/spec/resource";
import { reservedPrefix } from "../../description/spec/rules";
import { computed, type Field, type Fields, uid, type ValueType } from "../../description/spec/types";
import { isEmpty } from "../../description/spec/values";

/** Returns the proto name of a field: `role_uid` for roleUid. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the JSON name of a field: `roleUid` for role_uid. */
export const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the proto name of a field's message: `ClaimMatch` for claimMatch. */
export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the name of a field in masks and violations: `catalog_tier`. */
export const protoName = ([name, field]: NamedField): string => snake(wireName(name, field));

/** Returns the fields that a message contains: without the parent, client-only fields, and fields with their own path. */
export const messageFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { options }]) => !options.parent && !options.subresource && !options.clientOnly),
  );

const ofSpec = new WeakMap<ResourceSpec, Fields>();

export function wireFields(spec: ResourceSpec): Fields {
  const known = ofSpec.get(spec);
  if (known !== undefined) return known;
  const fields: Fields = { uid: computed(uid()), ...messageFields(spec.fields) };
  ofSpec.set(spec, fields);
  return fields;
}

/** Inserts the vendor's name into a spec, as a key (`sentAs: "{vendor}"`) and in the reserved keys. */
export const withVendor = (spec: ResourceSpec, vendor: string): ResourceSpec => ({
  ...spec,
  fields: fieldsWithVendor(spec.fields, vendor),
});

const fieldsWithVendor = (fields: Fields, vendor: string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): NamedField => {
      const { sentAs } = field.options;
      const options = sentAs === "{vendor}" ? { ...field.options, sentAs: vendor } : field.options;
      return [name, { ...field, options, type: typeWithVendor(field.type, vendor) }];
    }),
  );

function typeWithVendor(type: ValueType, vendor: string): ValueType {
  if (type.kind === "message") return { ...type, fields: fieldsWithVendor(type.fields, vendor) };
  if (type.kind !== "map" || type.reserved === undefined) return type;
  return { ...type, reserved: type.reserved.flatMap((template) => reservedPrefix(template, vendor) ?? []) };
}

const byKey = new WeakMap<Fields, ReadonlyMap<string, NamedField>>();

/** The field for a JSON key in either spelling. `syncConfig` is unknown: its JSON name is `sync_config` (platform API: GW-6). */
export function fieldOfKey(fields: Fields, key: string): NamedField | undefined {
  let index = byKey.get(fields);
  if (index === undefined) {
    index = new Map(
      Object.entries(fields).flatMap((named): [string, NamedField][] => [
        [wireName(...named), named],
        [protoName(named), named],
      ]),
    );
    byKey.set(fields, index);
  }
  return index.get(key);
}

export const isOutput = (field: Field): boolean => field.presence === "computed";

/** Whether a value is the zero value of its type, which means absent. A message is present even if it is empty. */
export const isZero = (type: ValueType, value: unknown): boolean =>
  type.kind === "message" ? value === undefined || value === null : isEmpty(type, value);
