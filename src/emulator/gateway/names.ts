import type { NamedField } from "../../spec/resource";
import { type ResourceSpec, wireName } from "../../spec/resource";
import { computed, type Field, type Fields, uid, type ValueType } from "../../spec/types";
import { isEmpty } from "../../spec/values";

/** `role_uid` of roleUid: the proto name. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `roleUid` of role_uid. */
export const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `ClaimMatch` of claimMatch: the proto name of the message that a field holds. */
export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Name of a field in masks and violations, `catalog_tier`. */
export const protoName = ([name, field]: NamedField): string => snake(wireName(name, field));

const ofSpec = new WeakMap<ResourceSpec, Fields>();

/**
 * The fields of a resource as its message has them: with uid, without the parent, what is local to the program, and what
 * lives at a path of its own.
 */
export function wireFields(spec: ResourceSpec): Fields {
  const known = ofSpec.get(spec);
  if (known !== undefined) return known;
  const declared = Object.entries(spec.fields).filter(
    ([, { options }]) => !options.parent && !options.subresource && !options.clientOnly,
  );
  const fields: Fields = { uid: computed(uid()), ...Object.fromEntries(declared) };
  ofSpec.set(spec, fields);
  return fields;
}

/** A spec with the names that settings hold (`sentAs: "{vendor}"`) put in. */
export function withNames(spec: ResourceSpec, names: Readonly<Record<string, string>>): ResourceSpec {
  const fields = Object.entries(spec.fields).map(([name, field]): NamedField => {
    const setting = /^\{(.+)\}$/.exec(field.options.sentAs ?? "")?.[1];
    const sentAs = setting === undefined ? undefined : names[setting];
    return [name, sentAs === undefined ? field : { ...field, options: { ...field.options, sentAs } }];
  });
  return { ...spec, fields: Object.fromEntries(fields) };
}

const byKey = new WeakMap<Fields, ReadonlyMap<string, NamedField>>();

/**
 * The field that a JSON key names, in either spelling; `syncConfig` is none, for its JSON name is `sync_config`
 * (platform API: GW-6).
 */
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

/** Whether only the server sets a field. */
export const isOutput = (field: Field): boolean => field.presence === "computed";

/**
 * Whether a value is the zero of its kind, which proto3 does not tell from an absent one. On the wire a message is there
 * or not, whatever it holds: `{}` is a message, only null is none.
 */
export const isZero = (type: ValueType, value: unknown): boolean =>
  type.kind === "message" ? value === undefined || value === null : isEmpty(type, value);
