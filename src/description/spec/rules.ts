import { isUid, rootOf } from "../uid";
import type { Complaint } from "./complaint";
import type { FieldOptions } from "./field-options";
import { isOwnOrganization } from "./place";
import { inputFields, isImmutable, keyFields, type NamedField, parentField, type ResourceSpec } from "./resource";
import { containsUnknown, UNKNOWN } from "./unknown";
import { isEmpty, isEqual, type Sides, type Values } from "./values";

/** A reserved prefix. Undefined if it depends on a vendor that is not known. */
export function reservedPrefix(template: string, vendor: string | undefined): string | undefined {
  if (!/\{vendor\}/i.test(template)) return template;
  if (vendor === undefined) return undefined;
  return template.replace("{vendor}", () => vendor.toLowerCase()).replace("{VENDOR}", () => vendor.toUpperCase());
}

/** The desired values that the platform has: the recorded ones, unless it will be replaced. For an object to adopt, its own key. */
export function keptValues(spec: ResourceSpec, recorded: Values, inputs: Values): Values {
  if (adoptsNow(recorded, inputs)) return Object.fromEntries(keyFields(spec).map(([name]) => [name, inputs[name]]));
  if (Object.keys(recorded).length === 0) return {};
  // A missing value replaces nothing, because another resource may have failed.
  const isOpen = ([name, { presence }]: NamedField) =>
    containsUnknown(inputs[name]) || (presence === "required" && inputs[name] === undefined);
  const isReplaced = inputFields(spec.fields).some(
    ([name, field]) =>
      isImmutable(spec, field) && !isOpen([name, field]) && !isEqual(field.type, recorded[name], inputs[name]),
  );
  return isReplaced ? {} : recorded;
}

/** Whether a resource that is not in the state yet adopts an object. */
export const adoptsNow = (recorded: Values, { adoptUid }: Values): boolean =>
  Object.keys(recorded).length === 0 && typeof adoptUid === "string" && adoptUid !== "";

/** Complaints about inputs that contradict another, such as a `readme` beside the `syncConfig` that decides it. */
export function brokenRelations(spec: ResourceSpec, inputs: Values, recorded: Values): Complaint[] {
  const sides: Sides = [recorded, inputs];
  return inputFields(spec.fields).flatMap((named) => [
    ...inheritedFailure(spec, named, sides),
    ...neededFailure(spec, named, sides),
    ...organizationFailure(spec, named, sides),
  ]);
}

function inheritedFailure(
  spec: ResourceSpec,
  [name, { type, options }]: NamedField,
  [recorded, inputs]: Sides,
): Complaint[] {
  const from = inheritedFrom(options);
  const source = from === undefined ? undefined : spec.fields[from];
  if (from === undefined || source === undefined) return [];
  if ([inputs[name], inputs[from]].includes(UNKNOWN)) return [];
  if (isEmpty(type, inputs[name]) || isEmpty(source.type, inputs[from])) return [];
  // Both are recorded if an earlier version, or the platform at that time, allowed them.
  if (isEqual(type, inputs[name], recorded[name]) && !isEmpty(source.type, recorded[from])) return [];
  const reason = `cannot be set together with ${from}, because ${from} decides it. Remove ${name} from the program`;
  return [{ property: name, reason, kind: "rule" }];
}

/** Whether a value lacks the sibling that it needs. A recorded pair may be older than the rule. */
export function lacksNeeded(
  spec: ResourceSpec,
  [name, { type, options }]: NamedField,
  [recorded, inputs]: Sides,
): boolean {
  const { needs = "" } = options;
  const needed = spec.fields[needs]?.type;
  if (needed === undefined || inputs[name] === UNKNOWN || isEmpty(type, inputs[name])) return false;
  if (!isEmpty(needed, inputs[needs])) return false;
  return !isEqual(type, inputs[name], recorded[name]) || !isEmpty(needed, recorded[needs]);
}

function neededFailure(spec: ResourceSpec, named: NamedField, sides: Sides): Complaint[] {
  const [name, { options }] = named;
  if (!lacksNeeded(spec, named, sides)) return [];
  return [
    {
      property: name,
      reason: `needs ${options.needs}. Set ${options.needs}, or remove ${name} from the program`,
      kind: "rule",
    },
  ];
}

/** What else manages an object, like SCIM, so that no program can. `uid` is that of its identity provider. */
export function ownerOf({ peculiar }: ResourceSpec, values: Values): { name: string; uid: string } | undefined {
  const { field, values: names, owner } = peculiar?.ownedBy ?? { field: "", values: {}, owner: "" };
  const value = values[field];
  const name = typeof value === "string" && Object.hasOwn(names, value) ? names[value] : undefined;
  return name === undefined ? undefined : { name, uid: String(values[owner] ?? "") };
}

/** Complaints about missing inputs that the platform requires of a new object, because the switch that clears them is off. */
export const missingAtFirst = (spec: ResourceSpec, inputs: Values, recorded: Values): Complaint[] =>
  inputFields(spec.fields).flatMap(([name, { type, options }]) => {
    const { clearedBy } = options;
    const isKnown = Object.keys(recorded).length > 0 || inputs[name] === UNKNOWN;
    if (clearedBy === undefined || isKnown || !isEmpty(type, inputs[name])) return [];
    const reason =
      `is missing, and the platform requires it of a new object, whose ${clearedBy} is false. Set it. ` +
      `The platform clears it when ${clearedBy} becomes true, and that is no drift`;
    return [{ property: name, reason, kind: "missing" }];
  });

/** Whether the server may give a field its value, beside these siblings. Otherwise somebody else did, or it should have been cleared. */
export function mayServerFill(options: FieldOptions, siblings: Values): boolean {
  const from = sourceOf(options);
  return from === undefined ? options.serverDefault !== undefined : siblings[from] !== undefined;
}

/** The sibling that names the object from which the server may take a value. */
export const sourceOf = ({ serverDefault }: FieldOptions): string | undefined =>
  typeof serverDefault === "object" ? serverDefault.from : undefined;

/** The value that the server always sets by default. */
export const defaultOf = ({ serverDefault }: FieldOptions): string | undefined =>
  typeof serverDefault === "object" && serverDefault.from === undefined ? serverDefault.value : undefined;

/** Whether the server may have filled in a value, so that nobody chose it. */
export const isServersChoice = (options: FieldOptions, value: unknown, siblings: Values): boolean =>
  mayServerFill(options, siblings) && [undefined, value].includes(defaultOf(options));

/** The sibling that a value is inherited from. */
export const inheritedFrom = ({ serverDefault }: FieldOptions): string | undefined =>
  typeof serverDefault === "object" && "inherited" in serverDefault ? serverDefault.from : undefined;

function organizationFailure(spec: ResourceSpec, [name, field]: NamedField, [recorded, inputs]: Sides): Complaint[] {
  const [given, root] = [inputs[name], organizationOf(spec, inputs)];
  if (!isOwnOrganization(field) || typeof given !== "string" || given === "" || root === undefined) return [];
  if (given === UNKNOWN || root === UNKNOWN || given === root || isEqual(field.type, given, recorded[name])) return [];
  const reason = `must be the root group of the organization, ${root}, because the platform accepts no other group yet. Remove ${name} from the program`;
  return [{ property: name, reason, kind: "rule" }];
}

/** Root group of the organization of a resource's parent. */
function organizationOf(spec: ResourceSpec, inputs: Values): string | undefined {
  const parent = inputs[parentField(spec)?.[0] ?? ""];
  return typeof parent === "string" && isUid(parent) ? rootOf(parent) : undefined;
}

/** Inputs that follow from others if the program gives none. An input that follows from an unknown value is unknown. */
export function impliedInputs(spec: ResourceSpec, inputs: Values): Values {
  const implied = inputFields(spec.fields).filter(
    ([name, field]) => isOwnOrganization(field) && isEmpty(field.type, inputs[name]),
  );
  const organization = organizationOf(spec, inputs);
  return organization === undefined ? {} : Object.fromEntries(implied.map(([name]) => [name, organization]));
}
