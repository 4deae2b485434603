import { keyOf } from "../../spec/place";
import { isUnique, parentField, type ResourceSpec } from "../../spec/resource";
import { isValues, type Values } from "../../spec/values";

/** How a run tells the resources of a program apart: by their inputs, because the engine calls no verb with a name. */

/** Identifies the place of an object: kind, parent and key. */
export const placeOf = (spec: ResourceSpec, parentUid: string | undefined, values: Values): string =>
  `${spec.type} ${parentUid} ${keyOf(spec, values)}`;

/** The place that a resource's inputs name. */
export const placeOfInputs = (spec: ResourceSpec, inputs: Values): string => {
  const [parentName = ""] = parentField(spec) ?? [];
  return placeOf(spec, String(inputs[parentName]), inputs);
};

/** Inputs without `adoptUid`. */
export const withoutAdoption = ({ adoptUid: _, ...others }: Values): Values => others;

/** Identifies what a resource is to adopt. */
export const adoptionOf = (spec: ResourceSpec, { adoptUid }: Values): string =>
  `${spec.type} adopting ${String(adoptUid)}`;

/**
 * Identifies a resource of the program: kind, parent, key and what it adopts. Where these do not tell two apart, all inputs do.
 * The engine passes no name.
 */
export function resourceOf(spec: ResourceSpec, inputs: Values): string {
  const place = `${placeOfInputs(spec, inputs)} ${String(inputs.adoptUid ?? "")}`;
  return isUnique(spec) && !spec.isShared ? place : `${place} ${canonical(inputs)}`;
}

/** JSON that is the same for equal values: the engine sends the keys of a map in any order. */
const canonical = (values: Values): string =>
  JSON.stringify(values, (_key, value: unknown) =>
    isValues(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
