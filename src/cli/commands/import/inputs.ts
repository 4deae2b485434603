import { type CheckFailure, check } from "../../../spec/check";
import { inputFields, type NamedField, parentField, type ResourceSpec } from "../../../spec/resource";
import { inheritedFrom, platformComplaints } from "../../../spec/rules";
import type { Fields, ValueType } from "../../../spec/types";
import { isEmpty, isValues, type Values } from "../../../spec/values";
import { rootOf } from "../../../uid";
import type { LiveObject } from "../../organization/read";

/**
 * The inputs by which a program declares an object as it is: all that have a value, nested ones too, but for what follows from
 * others. What no answer tells is not among them.
 *
 * @param values of the object, with those that have a path of their own
 */
export function inputsOf({ spec, parentUid }: Pick<LiveObject, "spec" | "parentUid">, values: Values): Values {
  const [parentName] = parentField(spec) ?? [];
  const parent = parentName === undefined || parentUid === undefined ? {} : { [parentName]: parentUid };
  const root = parentUid === undefined ? undefined : rootOf(parentUid);
  const isImplied = ([name, { options }]: NamedField) =>
    (options.isOrganization === true && values[name] === root) || isInherited(spec.fields, [name, { options }], values);
  const implied = inputFields(spec.fields)
    .filter(isImplied)
    .map(([name]) => name);
  const own = Object.entries(given(spec.fields, values)).filter(([name]) => !implied.includes(name));
  return { ...parent, ...Object.fromEntries(own.filter(([name]) => name !== parentName)) };
}

/** Whether a value is another one's consequence: the source of a mirror decides what the mirror has. */
function isInherited(
  fields: Fields,
  [, { options }]: readonly [string, Pick<NamedField[1], "options">],
  values: Values,
): boolean {
  const from = inheritedFrom(options);
  const source = from === undefined ? undefined : fields[from];
  return from !== undefined && source !== undefined && !isEmpty(source.type, values[from]);
}

/** The values of inputs, in declaration order, without empty ones. */
const given = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    inputFields(fields).flatMap(([name, { type }]) =>
      isEmpty(type, values[name]) ? [] : [[name, givenValue(type, values[name])] as const],
    ),
  );

/** Items of lists and maps stay, empty ones too. */
function givenValue(type: ValueType, value: unknown): unknown {
  if (type.kind === "message" && isValues(value)) return given(type.fields, value);
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => givenValue(type.of, item));
  if (type.kind !== "map" || !isValues(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, givenValue(type.of, item)]));
}

/**
 * Why a program with these inputs would be refused, as for a new object. A name of an enum that this version does not know
 * counts, since the program would not compile.
 *
 * @param vendor the setting of that name
 */
export const complaintsOf = (spec: ResourceSpec, inputs: Values, vendor: string | undefined): CheckFailure[] => [
  ...check(spec, inputs),
  ...platformComplaints(spec, inputs, { recorded: {}, vendor }).filter(({ isWarning }) => !isWarning),
];

/** Paths of the inputs that are secret and never told, `["oidc", "clientSecret"]`. */
export const secretPaths = (fields: Fields): string[][] =>
  inputFields(fields).flatMap(([name, { type, options }]) => {
    if (options.secret && options.writeOnly) return [[name]];
    return type.kind === "message" ? secretPaths(type.fields).map((path) => [name, ...path]) : [];
  });

/** Inputs with a value at a path. */
export function withValue(values: Values, [name = "", ...rest]: readonly string[], value: unknown): Values {
  const inner = values[name];
  return { ...values, [name]: rest.length === 0 ? value : withValue(isValues(inner) ? inner : {}, rest, value) };
}
