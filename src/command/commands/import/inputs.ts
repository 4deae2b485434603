import { valuesOf } from "../../../core/state/paths";
import { check } from "../../../description/spec/check";
import type { Complaint } from "../../../description/spec/complaint";
import { isOwnOrganization } from "../../../description/spec/place";
import { inputFields, type NamedField, parentField, type ResourceSpec } from "../../../description/spec/resource";
import type { Fields, ValueType } from "../../../description/spec/types";
import { isEmpty, isValues, type Values, withItems } from "../../../description/spec/values";
import { rootOf } from "../../../description/uid";
import type { LiveObject } from "../../organization/read";

/**
 * Returns the inputs with which a program declares an object as it is: all with a value, except those that follow from
 * the place of the object. Values that the platform never returns are missing.
 *
 * @param values of the object, with those that have a path of their own, and without those of its source
 */
export function inputsOf({ spec, parentUid }: Pick<LiveObject, "spec" | "parentUid">, values: Values): Values {
  const [parentName] = parentField(spec) ?? [];
  const isImplied = ([name, field]: NamedField) =>
    name === parentName || (isOwnOrganization(field) && parentUid !== undefined && values[name] === rootOf(parentUid));
  const parent = parentName === undefined || parentUid === undefined ? {} : { [parentName]: parentUid };
  const own = inputFields(spec.fields).filter((field) => !isImplied(field));
  return { ...parent, ...given(own, values) };
}

/** The values of inputs, in declaration order, without empty ones. */
const given = (fields: readonly NamedField[], values: Values): Values =>
  valuesOf(fields, [], (name, { type }) => (isEmpty(type, values[name]) ? undefined : givenValue(type, values[name])));

/** Keeps items of lists and maps, even empty ones. */
function givenValue(type: ValueType, value: unknown): unknown {
  if (type.kind === "message" && isValues(value)) return given(inputFields(type.fields), value);
  return withItems(type, value, givenValue);
}

/** Returns why the provider would refuse these inputs. An unknown name of an enum counts, because the program would not compile. */
export const complaintsOf = (spec: ResourceSpec, inputs: Values, vendor: string | undefined): Complaint[] =>
  check(spec, inputs, { vendor }).filter(({ kind, isWarning }) => !isWarning || kind === "form");

/** Returns the paths of secret inputs that the platform never returns, `["oidc", "clientSecret"]`. */
export const secretPaths = (fields: Fields): string[][] =>
  inputFields(fields).flatMap(([name, { type, options }]) => {
    if (options.secret && options.writeOnly) return [[name]];
    return type.kind === "message" ? secretPaths(type.fields).map((path) => [name, ...path]) : [];
  });
