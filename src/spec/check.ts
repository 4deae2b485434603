import { lengthComplaint, limitComplaint, stringComplaint } from "./formats";
import { isOutputText, OUTPUT_TEXT_COMPLAINT } from "./output-text";
import { inputFields, type ResourceSpec } from "./resource";
import { shownName } from "./shown";
import { type EnumType, type Field, type FieldOptions, type Fields, optional, uid, type ValueType } from "./types";
import { UNKNOWN } from "./unknown";
import { isEmpty, isValues, type Values } from "./values";

/**
 * A problem with one input: its dotted path and the reason. Contains names but never values: any input may be secret,
 * and Pulumi does not say which ones are.
 */
export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
  /** The value is sent all the same, and the platform decides. */
  readonly isWarning?: true;
  /** The value has the right form, and goes beyond what the platform takes for now. */
  readonly isLimit?: true;
}

/** Inputs of every resource, in addition to those of its spec. */
const COMMON: Fields = {
  /** uid of an existing object to adopt instead of creating one. */
  adoptUid: optional(uid()),
};

/** Checks the inputs of a resource. Limits are rules of the platform: `platformComplaints` knows which values it has already. Pure. */
export const check = (spec: ResourceSpec, inputs: Values): CheckFailure[] =>
  checkValues({ ...spec.fields, ...COMMON }, inputs).filter(({ isLimit }) => !isLimit);

/** Checks values without a server. Unknown values pass and are checked later, when they are known. */
export const checkValues = (fields: Fields, values: Values): CheckFailure[] => messageFailures(fields, values, "");

function messageFailures(fields: Fields, values: Values, prefix: string): CheckFailure[] {
  return [
    ...Object.keys(values)
      .filter((name) => values[name] !== undefined && values[name] !== null)
      .flatMap((name) => nameFailures(fields, name, prefix)),
    ...inputFields(fields).flatMap(([name, field]) => fieldFailures(field, values[name], prefix + name)),
    ...oneofFailures(fields, values, prefix),
  ];
}

function nameFailures(fields: Fields, name: string, prefix: string): CheckFailure[] {
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (known !== undefined && known.presence !== "computed") return [];
  if (known !== undefined) return [{ property: prefix + name, reason: "is set by the server and cannot be given" }];
  const names = inputFields(fields).map(([input]) => input);
  return [{ property: prefix + shownName(name), reason: `is not known here; ${suggestion(name, names)}` }];
}

function fieldFailures(field: Field, value: unknown, property: string): CheckFailure[] {
  if (value === UNKNOWN) return [];
  if (value === undefined || value === null) {
    // What follows from the parent is missing only where that is.
    const isNeeded = field.presence === "required" && !field.options.isOrganization;
    return isNeeded ? [{ property, reason: "is required" }] : [];
  }
  const failures = valueFailures(field.type, value, property);
  if (failures.length === 0 && field.presence === "required" && isEmpty(field.type, value)) {
    return [{ property, reason: "must not be empty" }];
  }
  return failures;
}

function valueFailures(type: ValueType, value: unknown, property: string): CheckFailure[] {
  if (value === UNKNOWN) return [];
  const failure = (reason: string): CheckFailure[] => [{ property, reason }];
  if (typeof value === "string" && isOutputText(value)) return failure(OUTPUT_TEXT_COMPLAINT);
  switch (type.kind) {
    case "string": {
      const isNumber = type.orNumber && typeof value === "number";
      if (typeof value !== "string" && !isNumber) return failure("must be a string");
      const text = String(value);
      const complaint = text === "" ? undefined : stringComplaint(type, text);
      return complaint === undefined ? limitFailures(limitComplaint(type, text), property) : failure(complaint);
    }
    case "boolean":
      return typeof value === "boolean" ? [] : failure("must be true or false");
    case "integer":
      return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
        ? []
        : failure("must be a whole number of 32 bits");
    case "enum":
      return enumFailures(type, typeof value === "string" ? value : "", property);
    case "list":
      if (!Array.isArray(value)) return failure("must be a list");
      return [
        ...limitFailures(lengthComplaint(type, value.length), property),
        ...value.flatMap((item, i) => valueFailures(type.of, item, `${property}[${i}]`)),
      ];
    case "map":
      if (!isValues(value)) return failure("must be a map");
      return Object.entries(value).flatMap(([key, item]) => {
        if (isOutputText(key)) return failure(`has a key that ${OUTPUT_TEXT_COMPLAINT}`);
        const entry = `${property}.${shownName(key)}`;
        if (type.keys !== "int64" || /^-?\d{1,19}$/.test(key)) return valueFailures(type.of, item, entry);
        return [{ property: entry, reason: "must have a number as its key" }];
      });
    case "message":
      return isValues(value) ? messageFailures(type.fields, value, `${property}.`) : failure("must be an object");
  }
}

const limitFailures = (reason: string | undefined, property: string): CheckFailure[] =>
  reason === undefined ? [] : [{ property, reason, isLimit: true }];

/** Letters by which a misspelt name may differ from a known one. */
const MISSPELT = 2;

/**
 * A name that this version does not know may be a newer platform's: if it has the prefix of its enum, and is not one of
 * the known names misspelt, it passes with a warning. Where the platform does not know it either, it drops out of the
 * object (platform API: GW-8), which the check of the answer finds.
 */
function enumFailures({ values, warnings = {} }: EnumType, name: string, property: string): CheckFailure[] {
  if (values.includes(name)) {
    const reason = Object.hasOwn(warnings, name) ? warnings[name] : undefined;
    return reason === undefined ? [] : [{ property, reason, isWarning: true }];
  }
  const known = values.slice(1);
  const prefix = prefixOf(values);
  const hasForm = /^[A-Z][A-Z0-9_]{0,99}$/.test(name) && name.startsWith(prefix) && name.length > prefix.length;
  if (hasForm && known.every((other) => editDistance(name, other) > MISSPELT)) {
    return [{ property, reason: `is ${name}, which this version does not know; it is sent as it is`, isWarning: true }];
  }
  // The value may be a secret that was given to the wrong input: so it is shown only where it cannot be one.
  const isShown = nearestTo(name, known) !== undefined || /^[A-Z]+(_[A-Z]+)*$/.test(name);
  const not = isShown && name !== "" ? `, not ${shownValue(name)}` : "";
  return [{ property, reason: `must be one of the known values${not}; ${suggestion(name, known)}` }];
}

/** What the names of an enum begin with, `CAP_`. An enum without such a prefix gets a text that no name begins with. */
function prefixOf([zero = "", ...known]: readonly string[]): string {
  const [first = "", ...others] = zero.endsWith("_UNSPECIFIED") ? [zero, ...known] : known;
  const prefixes = [...first.matchAll(/_/g)].map(({ index }) => first.slice(0, index + 1)).reverse();
  return prefixes.find((prefix) => others.length > 0 && others.every((name) => name.startsWith(prefix))) ?? " ";
}

function oneofFailures(fields: Fields, values: Values, prefix: string): CheckFailure[] {
  const groups = new Map<string, { readonly members: string[]; readonly options: FieldOptions }>();
  for (const [name, { options }] of inputFields(fields)) {
    const group = options.exactlyOneOf ?? options.atMostOneOf ?? options.atLeastOneOf;
    if (group === undefined) continue;
    const known = groups.get(group) ?? { members: [], options };
    known.members.push(name);
    groups.set(group, known);
  }
  return [...groups.values()].flatMap(({ members, options }) => {
    const set = members.filter((name) => isGiven(fields[name], values[name]));
    const [first = "", second] = set.length > 1 ? set : members;
    if (set.length > 1 && options.atLeastOneOf === undefined) {
      const why = options.onlyOneBecause === undefined ? "" : `, because ${options.onlyOneBecause}`;
      return [{ property: prefix + second, reason: `cannot be set together with ${prefix}${first}${why}` }];
    }
    if (set.length > 0 || options.atMostOneOf !== undefined) return [];
    return [{ property: prefix + first, reason: `(or ${members.slice(1).join(", ")}) is required` }];
  });
}

const isGiven = (field: Field | undefined, value: unknown): boolean =>
  field !== undefined &&
  (field.type.kind === "message" ? isValues(value) || value === UNKNOWN : !isEmpty(field.type, value));

/** A name in quotes. */
const shownValue = (name: string): string => shownName(name).replace(/^\w+$/, '"$&"');

/** The most similar known name; undefined if none is similar. */
function nearestTo(name: string, known: readonly string[]): string | undefined {
  // A name without its prefix, or in another notation, is the best match: BASE or repo.list for CAP_REPO_LIST.
  const ending = `_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
  const ranked = known.map((candidate) => ({
    candidate,
    distance: candidate.endsWith(ending) ? 0 : editDistance(name.toLowerCase(), candidate.toLowerCase()),
  }));
  ranked.sort((a, b) => a.distance - b.distance);
  const [nearest] = ranked;
  const isNear = nearest !== undefined && nearest.distance <= Math.max(2, nearest.candidate.length / 2);
  return isNear ? nearest.candidate : undefined;
}

/** Suggests the most similar known name, or lists all of them if none is similar. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestTo(name, known);
  // advice: did-you-mean
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  return `known are ${known.slice(0, 30).join(", ")}${known.length > 30 ? ", …" : ""}`;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= Math.min(a.length, 100); i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
