import { isUid, rootOf } from "../uid";
import type { CheckFailure } from "./check";
import { lengthComplaint, limitComplaint, stringComplaint } from "./formats";
import { markdownComplaint } from "./markdown";
import { isOutputText } from "./output-text";
import { inputFields, isImmutable, keyFields, type NamedField, parentField, type ResourceSpec } from "./resource";
import { shownName } from "./shown";
import { staffWarnings } from "./staff-only";
import type { Fields, ListType, MapType, StringType, ValueType } from "./types";
import { containsUnknown, UNKNOWN } from "./unknown";
import { isEmpty, isEqual, isValues, type Values } from "./values";

/** A value that the platform refuses, or may refuse (`isWarning`). Values that other checks refuse are passed over. */
export interface BrokenRule extends CheckFailure {
  /** The pattern that the value does not match, as the platform writes it. */
  readonly pattern?: string;
}

/** What the rules are asked with. */
export interface RuleOptions {
  /**
   * The values that the platform has already: it keeps what was made before a rule, so that only what differs from them is
   * asked. Empty for a new object.
   */
  readonly recorded: Values;
  /** The setting `vendor`, for keys that are reserved to the platform. */
  readonly vendor?: string | undefined;
}

/** A value with the one that is recorded at its place. */
interface Place {
  readonly property: string;
  readonly value: unknown;
  readonly before: unknown;
  readonly vendor: string | undefined;
}

/** Asks the rules of the platform that go beyond types. Unknown values pass. Pure. */
export function brokenRules(fields: Fields, values: Values, { recorded, vendor }: RuleOptions): BrokenRule[] {
  return inMessage(fields, { property: "", value: values, before: recorded, vendor });
}

function inMessage(fields: Fields, { property, value, before, vendor }: Place): BrokenRule[] {
  if (!isValues(value)) return [];
  const prefix = property === "" ? "" : `${property}.`;
  return inputFields(fields).flatMap(([name, { type }]) =>
    inValue(type, {
      property: prefix + name,
      value: value[name],
      before: isValues(before) ? before[name] : undefined,
      vendor,
    }),
  );
}

function inValue(type: ValueType, place: Place): BrokenRule[] {
  const { value, before } = place;
  if (value === UNKNOWN || isEmpty(type, value) || isEqual(type, value, before)) return [];
  switch (type.kind) {
    case "string":
      return inString(type, place);
    case "list":
      return inList(type, place);
    case "map":
      return inMap(type, place);
    case "message":
      return inMessage(type.fields, place);
    default:
      return [];
  }
}

function inString(type: StringType, { property, value }: Place): BrokenRule[] {
  const { rule, known, isMarkdown } = type;
  const text = type.orNumber && typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || isOutputText(text)) return [];
  const limit = stringComplaint(type, text) === undefined ? limitComplaint(type, text) : undefined;
  if (limit !== undefined) return [{ property, reason: limit, isLimit: true }];
  if (rule !== undefined && !rule.pattern.test(text)) {
    const { says, source = rule.pattern.source } = rule;
    return [{ property, reason: says, ...(new RegExp(source).test(text) ? {} : { pattern: source }) }];
  }
  const complaint = isMarkdown ? markdownComplaint(text) : undefined;
  if (complaint !== undefined) return [{ property, reason: complaint }];
  if (known === undefined || known.includes(text)) return [];
  const reason = `is none of ${known.join(", ")}, which are all that this version knows; it is sent, and the platform decides`;
  return [{ property, reason, isWarning: true }];
}

const inList = (type: ListType, { property, value, before, vendor }: Place): BrokenRule[] => {
  const { of } = type;
  const items = Array.isArray(value) ? value : [];
  const kept = Array.isArray(before) ? before : [];
  const reason = lengthComplaint(type, items.length);
  if (reason !== undefined) return [{ property, reason, isLimit: true }];
  return items.flatMap((item, i) =>
    // In a list, an item counts as kept wherever it was.
    kept.some((other) => isEqual(of, item, other))
      ? []
      : inValue(of, { property: `${property}[${i}]`, value: item, before: undefined, vendor }),
  );
};

function inMap({ of, reserved = [] }: MapType, { property, value, before, vendor }: Place): BrokenRule[] {
  if (!isValues(value)) return [];
  const prefixes = reserved.flatMap((template) => reservedPrefix(template, vendor) ?? []);
  return Object.entries(value).flatMap(([key, item]) => {
    const kept = isValues(before) && Object.hasOwn(before, key);
    const prefix = kept ? undefined : prefixes.find((start) => key.startsWith(start));
    const at = `${property}.${shownName(key)}`;
    if (prefix !== undefined)
      return [{ property: at, reason: `must not begin with ${prefix}: the platform sets such keys itself` }];
    return inValue(of, { property: at, value: item, before: kept ? before[key] : undefined, vendor });
  });
}

/** A reserved prefix; undefined if it depends on a vendor that is not known. */
export function reservedPrefix(template: string, vendor: string | undefined): string | undefined {
  if (!/\{vendor\}/i.test(template)) return template;
  if (vendor === undefined) return undefined;
  return template.replace("{vendor}", () => vendor.toLowerCase()).replace("{VENDOR}", () => vendor.toUpperCase());
}

/**
 * The values that the platform has already of what a resource desires: the recorded ones, unless the resource is known to be
 * replaced, or the key of an object that is to be adopted, which must be the object's own.
 */
export function keptValues(spec: ResourceSpec, recorded: Values, inputs: Values): Values {
  if (adoptsNow(recorded, inputs)) return Object.fromEntries(keyFields(spec).map(([name]) => [name, inputs[name]]));
  if (Object.keys(recorded).length === 0) return {};
  const isReplaced = inputFields(spec.fields).some(
    ([name, field]) =>
      isImmutable(spec, field) && !containsUnknown(inputs[name]) && !isEqual(field.type, recorded[name], inputs[name]),
  );
  return isReplaced ? {} : recorded;
}

/** Whether a resource that is not in the state yet adopts an object. */
const adoptsNow = (recorded: Values, { adoptUid }: Values): boolean =>
  Object.keys(recorded).length === 0 && typeof adoptUid === "string" && adoptUid !== "";

/** What the platform would refuse of the inputs of a resource, or may refuse (`isWarning`). Unknown values pass. Pure. */
export function platformComplaints(
  spec: ResourceSpec,
  inputs: Values,
  { recorded, vendor }: RuleOptions,
): CheckFailure[] {
  const kept = keptValues(spec, recorded, inputs);
  const broken = brokenRules(spec.fields, inputs, { recorded: kept, vendor });
  // What is adopted has its values already, and the program states them.
  const staff = adoptsNow(recorded, inputs) ? [] : staffWarnings(spec, inputs, kept);
  return [...broken.map((one) => withNameAdvice(spec, one)), ...brokenRelations(spec, inputs, kept), ...staff];
}

/** Adds what to do where the name may be the Pulumi resource's, which a program gives without thinking of the platform. */
function withNameAdvice(spec: ResourceSpec, { property, reason, isWarning }: CheckFailure): CheckFailure {
  const isDefaulted = property === "name" && spec.fields.name?.presence === "required";
  // advice: give-name
  const advice = isDefaulted ? ". Without an input name it is the Pulumi resource's: give name" : "";
  return { property, reason: reason + advice, ...(isWarning ? { isWarning } : {}) };
}

/** What a program may not give beside the source that the value comes from, or beside the parent that decides it. */
export function brokenRelations(spec: ResourceSpec, inputs: Values, recorded: Values): CheckFailure[] {
  return inputFields(spec.fields).flatMap((named) => [
    ...inheritedFailure(spec, named, [inputs, recorded]),
    ...organizationFailure(spec, named, [inputs, recorded]),
  ]);
}

type Sides = readonly [inputs: Values, recorded: Values];

function inheritedFailure(
  spec: ResourceSpec,
  [name, { type, options }]: NamedField,
  [inputs, recorded]: Sides,
): CheckFailure[] {
  const from = inheritedFrom(options);
  const source = from === undefined ? undefined : spec.fields[from];
  if (from === undefined || source === undefined) return [];
  if ([inputs[name], inputs[from]].includes(UNKNOWN)) return [];
  if (isEmpty(type, inputs[name]) || isEmpty(source.type, inputs[from])) return [];
  // Both are recorded where an earlier version, or the platform of its time, let them be.
  if (isEqual(type, inputs[name], recorded[name]) && !isEmpty(source.type, recorded[from])) return [];
  // advice: leave-inherited-out
  return [{ property: name, reason: `cannot be given with ${from}, whose source decides it: leave it out` }];
}

/** Whether the server may have filled in a value of a field, and nobody has chosen it. */
export function isServersChoice(
  { serverDefault, defaultValue }: NamedField[1]["options"],
  value: unknown,
  siblings: Values,
): boolean {
  if (defaultValue !== undefined) return value === defaultValue;
  return typeof serverDefault === "object" ? siblings[serverDefault.from] !== undefined : serverDefault !== undefined;
}

/** The sibling that a value is inherited from. */
export const inheritedFrom = ({ serverDefault }: NamedField[1]["options"]): string | undefined =>
  typeof serverDefault === "object" && serverDefault.inherited ? serverDefault.from : undefined;

function organizationFailure(
  spec: ResourceSpec,
  [name, { type, options }]: NamedField,
  [inputs, recorded]: Sides,
): CheckFailure[] {
  const [given, root] = [inputs[name], organizationOf(spec, inputs)];
  if (!options.isOrganization || typeof given !== "string" || given === "" || root === undefined) return [];
  if (given === UNKNOWN || root === UNKNOWN || given === root || isEqual(type, given, recorded[name])) return [];
  // advice: leave-scope-out
  const reason = `must be the root group of the organisation, ${root}, for the platform takes no other group yet: leave it out`;
  return [{ property: name, reason }];
}

/** Root group of the organisation that a resource's parent is in. */
function organizationOf(spec: ResourceSpec, inputs: Values): string | undefined {
  const parent = inputs[parentField(spec)?.[0] ?? ""];
  return typeof parent === "string" && isUid(parent) ? rootOf(parent) : undefined;
}

/**
 * Inputs that follow from others where the program gives none. What follows from an unknown value is unknown.
 */
export function impliedInputs(spec: ResourceSpec, inputs: Values): Values {
  const implied = inputFields(spec.fields).filter(
    ([name, { type, options }]) => options.isOrganization && isEmpty(type, inputs[name]),
  );
  const organization = organizationOf(spec, inputs);
  return organization === undefined ? {} : Object.fromEntries(implied.map(([name]) => [name, organization]));
}
