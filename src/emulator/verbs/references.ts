import { parentTypeOf, type ResourceSpec } from "../../spec/resource";
import { type Fields, referredType } from "../../spec/types";
import { isValues, type Values } from "../../spec/values";
import { isOutput } from "../gateway/names";
import { parentOf, type Resource, type Store } from "../store";

/**
 * Fills in referenced objects: a computed message whose `uid` has a known type contains the current values of the
 * resource named by `<name>Uid`, or of the parent (platform API: IAM-10; identity, group and role of a binding).
 */
export function hydrated(spec: ResourceSpec, { uid, values }: Resource, store: Store): Values {
  const filled: Record<string, unknown> = { ...values };
  for (const [name, { type, presence, options }] of Object.entries(spec.fields)) {
    const summaryFields = type.kind === "message" && presence === "computed" ? type.fields : undefined;
    const target = summaryFields?.uid === undefined ? undefined : referredType(summaryFields.uid.type);
    if (summaryFields === undefined || target === undefined) continue;
    const reference = values[`${name}Uid`] ?? (parentTypeOf(spec) === target ? parentOf(uid) : undefined);
    if (typeof reference !== "string") continue;
    const found = store.get(target, reference);
    // The role of an invite is missing once it is deleted (platform API: IAM-19).
    if (found !== undefined || options.alwaysReturned)
      filled[name] = summaryOf(summaryFields, reference, found?.values ?? {});
  }
  return filled;
}

/** Inputs that refer to another resource, with its type; without the parent. */
export const references = (spec: ResourceSpec): { readonly name: string; readonly type: string }[] =>
  Object.entries(spec.fields).flatMap(([name, field]) => {
    const { type, options } = field;
    if (isOutput(field) || options.parent || type.kind !== "string" || type.refersTo === undefined) return [];
    return [{ name, type: type.refersTo }];
  });

/** Fields of a summary, from the resource or a message in it: an identity's issuer is in its claimMatch. */
function summaryOf(fields: Fields, uid: string, values: Values): Values {
  const places = [values, ...Object.values(values).filter(isValues)];
  const found = Object.keys(fields).map((name) => [
    name,
    places.map((place) => place[name]).find((value) => value !== undefined),
  ]);
  return { ...Object.fromEntries(found.filter(([, value]) => value !== undefined)), uid };
}
