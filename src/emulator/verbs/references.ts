import { isAlwaysReturned } from "../../description/spec/field-options";
import { parentTypeOf, type ResourceSpec } from "../../description/spec/resource";
import { type Fields, referredType } from "../../description/spec/types";
import { isValues, type Values } from "../../description/spec/values";
import { isOutput } from "../gateway/names";
import { parentOf, type Resource, type Store } from "../store";

/** Fills in referenced objects (platform API: IAM-10): a computed message gets the values of the resource in `<name>Uid`, or of the parent. */
export function hydrated(spec: ResourceSpec, { uid, values }: Resource, store: Store): Values {
  const filled: Record<string, unknown> = { ...values };
  for (const [name, { type, presence, options }] of Object.entries(spec.fields)) {
    const summaryFields = type.kind === "message" && presence === "computed" ? type.fields : undefined;
    const target = summaryFields?.uid === undefined ? undefined : referredType(summaryFields.uid.type);
    if (summaryFields === undefined || target === undefined) continue;
    const reference = values[`${name}Uid`] ?? (parentTypeOf(spec) === target ? parentOf(uid) : undefined);
    if (typeof reference !== "string") continue;
    const found = store.get(target, reference);
    // The role of an invite is missing after its delete (platform API: IAM-19).
    if (found !== undefined || isAlwaysReturned(options))
      filled[name] = summaryOf(summaryFields, reference, found?.values ?? {});
  }
  return filled;
}

/** Returns the inputs that refer to another resource, with its type, except for the parent. */
export const references = (spec: ResourceSpec): { readonly name: string; readonly type: string }[] =>
  Object.entries(spec.fields).flatMap(([name, field]) => {
    const { type, options } = field;
    if (isOutput(field) || options.parent || type.kind !== "string" || type.refersTo === undefined) return [];
    return [{ name, type: type.refersTo }];
  });

/** Returns the fields of a summary, from the resource or a message in it: an identity's issuer is in its claimMatch. */
function summaryOf(fields: Fields, uid: string, values: Values): Values {
  const all: Values = Object.assign({}, ...Object.values(values).filter(isValues), values);
  return { ...Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(fields, name))), uid };
}
