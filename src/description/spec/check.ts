import type { Complaint } from "./complaint";
import { adviceAbout, isInt64, lengthComplaint, limitComplaint, ruleComplaint, stringComplaint } from "./formats";
import { isOutputText, OUTPUT_TEXT_COMPLAINT } from "./output-text";
import { isOwnOrganization } from "./place";
import { inputFields, oneofsIn, type ResourceSpec } from "./resource";
import { adoptsNow, brokenRelations, keptValues, missingAtFirst, reservedPrefix } from "./rules";
import { shownName } from "./shown";
import { editDistance, nearestTo, suggestion } from "./spelling";
import { staffWarnings } from "./staff-only";
import {
  type EnumType,
  type Field,
  type Fields,
  type ListType,
  type MapType,
  optional,
  type StringType,
  uid,
  type ValueType,
} from "./types";
import { UNKNOWN } from "./unknown";
import { isEmpty, isEqual, isValues, type Values } from "./values";

export interface CheckOptions {
  /** The recorded values, which may be older than a rule: rules and limits apply only to values that differ from them. Empty for a new object. */
  readonly recorded?: Values;
  /** The setting `vendor`, for keys that are reserved for the platform. */
  readonly vendor?: string | undefined;
}

interface Place {
  readonly property: string;
  readonly value: unknown;
  readonly before: unknown;
  readonly vendor: string | undefined;
}

/** Inputs of every resource, in addition to those of its spec. */
const COMMON: Fields = {
  /** uid of an existing object to adopt instead of creating one. */
  adoptUid: optional(uid()),
};

/** Checks the inputs of a resource without a request. Unknown values pass. */
export function check(spec: ResourceSpec, inputs: Values, { recorded = {}, vendor }: CheckOptions = {}): Complaint[] {
  const kept = keptValues(spec, recorded, inputs);
  const found = checkValues({ ...spec.fields, ...COMMON }, inputs, { recorded: kept, vendor });
  return [
    ...found.map((complaint) => withNameAdvice(spec, complaint)),
    ...brokenRelations(spec, inputs, kept),
    // An adopted object already has the values, and the program only states them.
    ...(adoptsNow(recorded, inputs)
      ? []
      : [...staffWarnings(spec, inputs, kept), ...missingAtFirst(spec, inputs, kept)]),
  ];
}

/** Adds what to do if the name comes from the Pulumi resource, because the program did not choose it for the platform. */
function withNameAdvice(spec: ResourceSpec, complaint: Complaint): Complaint {
  const { property, kind, reason } = complaint;
  if (property !== "name" || kind !== "rule" || spec.fields.name?.presence !== "required") return complaint;
  return {
    ...complaint,
    reason: `${reason}. The default of name is the name of the Pulumi resource. Set name to another value`,
  };
}

/** Checks values without a request. Unknown values pass, and are checked again when they are known. */
export const checkValues = (
  fields: Fields,
  values: Values,
  { recorded = {}, vendor }: CheckOptions = {},
): Complaint[] => inMessage(fields, values, { property: "", value: values, before: recorded, vendor });

function inMessage(fields: Fields, values: Values, place: Place): Complaint[] {
  const { property, before } = place;
  const prefix = property === "" ? "" : `${property}.`;
  const former = isValues(before) ? before : {};
  return [
    ...Object.keys(values)
      .filter((name) => values[name] !== undefined && values[name] !== null)
      .flatMap((name) => inName(fields, name, prefix)),
    ...inputFields(fields).flatMap(([name, field]) =>
      inField(field, { ...place, property: prefix + name, value: values[name], before: former[name] }),
    ),
    ...inOneofs(fields, values, prefix),
  ];
}

const form = (property: string, reason: string): Complaint[] => [{ property, reason, kind: "form" }];
const missing = (property: string, reason: string): Complaint[] => [{ property, reason, kind: "missing" }];

function inName(fields: Fields, name: string, prefix: string): Complaint[] {
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (known !== undefined && known.presence !== "computed") return [];
  if (known !== undefined) return form(prefix + name, "is set by the platform, so a program cannot set it");
  const names = inputFields(fields).map(([input]) => input);
  return form(prefix + shownName(name), `is unknown. ${suggestion(name, names)}`);
}

function inField(field: Field, place: Place): Complaint[] {
  const { property, value } = place;
  if (value === undefined || value === null) {
    // An input that follows from the parent is missing only if the parent is.
    const isNeeded = field.presence === "required" && !isOwnOrganization(field);
    return isNeeded ? missing(property, "is required") : [];
  }
  const found = inValue(field.type, place);
  if (found.length === 0 && field.presence === "required" && isEmpty(field.type, value)) {
    return missing(property, "must not be empty");
  }
  return found;
}

function inValue(type: ValueType, place: Place): Complaint[] {
  const { property, value, before } = place;
  if (value === UNKNOWN) return [];
  if (typeof value === "string" && isOutputText(value)) return form(property, OUTPUT_TEXT_COMPLAINT);
  const found = inType(type, place);
  const isKept = found.length > 0 && isEqual(type, value, before);
  return isKept ? found.filter(({ kind }) => kind === "form" || kind === "missing") : found;
}

function inType(type: ValueType, place: Place): Complaint[] {
  const { property, value } = place;
  switch (type.kind) {
    case "string":
      return inString(type, place);
    case "boolean":
      return typeof value === "boolean" ? [] : form(property, "must be true or false");
    case "integer":
      return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
        ? []
        : form(property, "must be a whole number from -2147483647 to 2147483647");
    case "enum":
      return inEnum(type, typeof value === "string" ? value : "", property);
    case "list":
      return Array.isArray(value) ? inList(type, value, place) : form(property, "must be a list");
    case "map":
      return isValues(value) ? inMap(type, value, place) : form(property, "must be a map");
    case "message":
      return isValues(value) ? inMessage(type.fields, value, place) : form(property, "must be an object");
  }
}

function inString(type: StringType, { property, value }: Place): Complaint[] {
  const isNumber = type.orNumber && typeof value === "number";
  if (typeof value !== "string" && !isNumber) return form(property, "must be a string");
  const text = String(value);
  if (text === "") return [];
  const complaint = stringComplaint(type, text);
  if (complaint !== undefined) return form(property, complaint);
  const limit = limitComplaint(type, text);
  if (limit !== undefined) return [{ property, reason: limit, kind: "limit" }];
  const broken = ruleComplaint(type, text);
  if (broken !== undefined) return [{ property, kind: "rule", ...broken }];
  const advice = adviceAbout(type, text);
  return advice === undefined ? [] : [{ property, kind: "advice", reason: advice, isWarning: true }];
}

function inList(type: ListType, items: readonly unknown[], { property, before, vendor }: Place): Complaint[] {
  const { of } = type;
  const former = Array.isArray(before) ? before : [];
  const length = lengthComplaint(type, items.length);
  return [
    ...(length === undefined ? [] : [{ property, reason: length, kind: "limit" as const }]),
    ...items.flatMap((value, i) =>
      // An item counts as recorded wherever it was in the list.
      inValue(of, {
        property: `${property}[${i}]`,
        value,
        before: former.find((other) => isEqual(of, value, other)),
        vendor,
      }),
    ),
  ];
}

function inMap({ of, keys, reserved = [] }: MapType, values: Values, { property, before, vendor }: Place): Complaint[] {
  const prefixes = reserved.flatMap((template) => reservedPrefix(template, vendor) ?? []);
  return Object.entries(values).flatMap(([key, value]): Complaint[] => {
    if (isOutputText(key)) return form(property, `has a key that ${OUTPUT_TEXT_COMPLAINT}`);
    const entry = `${property}.${shownName(key)}`;
    if (keys === "int64" && !isInt64(key)) return form(entry, "must have a number without leading zeros as its key");
    const isKept = isValues(before) && Object.hasOwn(before, key);
    const prefix = isKept ? undefined : prefixes.find((start) => key.startsWith(start));
    const found = inValue(of, { property: entry, value, before: isKept ? before[key] : undefined, vendor });
    if (prefix === undefined) return found;
    const reason = `must not begin with ${prefix}, because the platform sets such keys itself`;
    return [{ property: entry, reason, kind: "rule" }, ...found];
  });
}

/** The most letters by which a misspelled name differs from a known one. */
const MISSPELT = 2;

/**
 * A newer platform may know a name that this version does not. CAP_PETS_LIST passes with a warning, because it has the prefix of its enum.
 * CAP_REPO_LISTS does not, because it is a misspelling. A platform that does not know a name drops it (platform API: GW-8), which the check
 * of the response reports.
 */
function inEnum({ values, warnings = {} }: EnumType, name: string, property: string): Complaint[] {
  if (values.includes(name)) {
    const reason = Object.hasOwn(warnings, name) ? warnings[name] : undefined;
    return reason === undefined ? [] : [{ property, reason, kind: "form", isWarning: true }];
  }
  const known = values.slice(1);
  const prefix = prefixOf(values);
  const hasForm = /^[A-Z][A-Z0-9_]{0,99}$/.test(name) && name.startsWith(prefix) && name.length > prefix.length;
  if (hasForm && known.every((other) => editDistance(name, other) > MISSPELT)) {
    const reason = `is ${name}, which this version of pulumi-platform does not know. The value is sent unchanged`;
    return [{ property, reason, kind: "form", isWarning: true }];
  }
  // The value may be a secret that was given to the wrong input, so it is shown only if it cannot be one.
  const isShown = nearestTo(name, known) !== undefined || /^[A-Z]+(_[A-Z]+)*$/.test(name);
  // In quotes.
  const not = isShown && name !== "" ? `, not ${shownName(name).replace(/^\w+$/, '"$&"')}` : "";
  return form(property, `must be a known value${not}. ${suggestion(name, known)}`);
}

/** The common prefix of an enum's names, `CAP_`. Without one, a text that no name begins with. */
function prefixOf([zero = "", ...known]: readonly string[]): string {
  const [first = "", ...others] = zero.endsWith("_UNSPECIFIED") ? [zero, ...known] : known;
  const prefixes = [...first.matchAll(/_/g)].map(({ index }) => first.slice(0, index + 1)).reverse();
  return prefixes.find((prefix) => others.length > 0 && others.every((name) => name.startsWith(prefix))) ?? " ";
}

function inOneofs(fields: Fields, values: Values, prefix: string): Complaint[] {
  return oneofsIn(fields).flatMap(({ members, given, because }) => {
    const set = members.filter((name) => isGiven(fields[name], values[name]));
    const [first = "", second] = set.length > 1 ? set : members;
    if (set.length > 1 && given !== "at least one") {
      const why = because === undefined ? "" : `, because ${because}`;
      return form(prefix + second, `cannot be set together with ${prefix + first}${why}`);
    }
    if (set.length > 0 || given === "at most one") return [];
    return missing(prefix + first, `(or ${members.slice(1).join(", ")}) is required`);
  });
}

const isGiven = (field: Field | undefined, value: unknown): boolean =>
  field !== undefined &&
  (field.type.kind === "message" ? isValues(value) || value === UNKNOWN : !isEmpty(field.type, value));
