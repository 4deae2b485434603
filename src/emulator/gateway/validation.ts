import { checkValues } from "../../description/spec/check";
import type { Complaint } from "../../description/spec/complaint";
import type { NamedField } from "../../description/spec/resource";
import type { Fields, ValueType } from "../../description/spec/types";
import { isEqual, isValues, type Sides, type Values } from "../../description/spec/values";
import { invalidArgument, type Typed } from "./errors";
import { isOutput, isZero, protoName } from "./names";
import { wireComplaint } from "./times";

type Violation = readonly [field: string, description: string];

/** Throws StatusError for the first invalid field of a message (platform API: ERR-5). */
export function validateMessage(kind: Typed, fields: Fields, values: Values): void {
  const violation = violationOf(fields, values, "");
  if (violation !== undefined) throw invalidArgument(kind, ...violation);
}

/** Throws StatusError for the first value that breaks a rule. Stored values are kept, because a rule may be younger. */
export function refuseBrokenRules(kind: Typed, fields: Fields, [former, values]: Sides): void {
  // The spec already contains the names of settings, so no vendor is needed. The emulator's own clock checks time limits.
  const [broken] = checkValues(fields, values, { recorded: former }).filter(({ kind }) => kind === "rule");
  if (broken === undefined) return;
  // The platform does not name the item of a list.
  const property = broken.isWarning ? broken.property.replace(/\[\d+\]$/, "") : broken.property;
  throw invalidArgument(kind, protoPath(property), descriptionOf({ ...broken, property }));
}

/** Returns a path of fields by their proto names. Keys of maps stay unchanged. */
const protoPath = (property: string): string =>
  property.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function descriptionOf({ property, pattern, reason, isWarning }: Complaint): string {
  const name = protoPath(property.slice(property.lastIndexOf(".") + 1));
  if (pattern !== undefined) return `${name} must match "${pattern}"`;
  return isWarning ? `${name} has an unknown value` : `${name} ${reason}`;
}

export function changedImmutable(
  fields: Fields,
  [former, values]: readonly [former: Values, values: Values],
  prefix = "",
): string | undefined {
  for (const named of Object.entries(fields)) {
    const [name, { type, options }] = named;
    const [before, after] = [former[name], values[name]];
    if (isZero(type, before) || isZero(type, after)) continue;
    const path = prefix + protoName(named);
    if (options.immutable && !isEqual(type, before, after)) return path;
    const inner = type.kind === "message" && isValues(before) && isValues(after);
    const changed = inner ? changedImmutable(type.fields, [before, after], `${path}.`) : undefined;
    if (changed !== undefined) return changed;
  }
  return undefined;
}

function violationOf(fields: Fields, values: Values, prefix: string): Violation | undefined {
  for (const named of Object.entries(fields)) {
    const [name, field] = named;
    if (isOutput(field)) continue;
    const path = prefix + protoName(named);
    const value = values[name];
    const violation = isZero(field.type, value)
      ? missing({ fields, values, path }, named)
      : wrong(field.type, value, path);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** Returns the error for an empty field that is required, or whose group has no value. */
function missing(
  { fields, values, path }: { readonly fields: Fields; readonly values: Values; readonly path: string },
  named: NamedField,
): Violation | undefined {
  const [, { presence, type, options }] = named;
  const name = protoName(named);
  if (presence === "required") {
    const rule = type.kind === "string" ? type.rule : undefined;
    const what = rule === undefined ? "is required" : `must match "${rule.source ?? rule.pattern.source}"`;
    return [path, `${name} ${what}`];
  }
  const { oneof } = options;
  if (oneof === undefined || oneof.given === "at most one") return undefined;
  const members = Object.entries(fields).filter(([, field]) => field.options.oneof?.name === oneof.name);
  if (members.some(([member, { type: memberType }]) => !isZero(memberType, values[member]))) return undefined;
  const names = members.map(protoName);
  return [path, `one of ${names.slice(0, -1).join(", ")} and ${names.at(-1)} is required`];
}

function wrong(type: ValueType, value: unknown, path: string): Violation | undefined {
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (type.kind === "string" && typeof value === "string") {
    const complaint = wireComplaint(type, value);
    return complaint === undefined ? undefined : [path, `${name} ${complaint}`];
  }
  if (type.kind === "message" && isValues(value)) return violationOf(type.fields, value, `${path}.`);
  if (type.kind === "list" && Array.isArray(value)) {
    const { maxItems = value.length } = type;
    if (value.length > maxItems)
      return [path, `${name} must have at most ${maxItems} ${maxItems === 1 ? "item" : "items"}`];
    return first(value.map((item, i) => wrong(type.of, item, `${path}[${i}]`)));
  }
  if (type.kind === "map" && isValues(value)) {
    return first(Object.entries(value).map(([key, item]) => wrong(type.of, item, `${path}[${JSON.stringify(key)}]`)));
  }
  return undefined;
}

const first = (violations: readonly (Violation | undefined)[]): Violation | undefined =>
  violations.find((violation) => violation !== undefined);
