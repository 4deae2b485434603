import { resources } from "../../../description/resources";
import { isReferredToAs, type ResourceSpec } from "../../../description/spec/resource";
import type { Fields, StringType, ValueType } from "../../../description/spec/types";
import { isValues, type Values } from "../../../description/spec/values";
import { isUid } from "../../../description/uid";

/** A uid in the inputs of an object. */
export interface Reference {
  readonly uid: string;
  /** Kind of the object. Undefined if the declaration does not name it. */
  readonly kind: string | undefined;
}

/** Returns a text as a reference, if it is one. A text without a format may be a uid too, like the source of a mirror. */
export function referenceIn({ format, refersTo, rule, isMarkdown }: StringType, value: unknown): Reference | undefined {
  if (typeof value !== "string" || !isUid(value)) return undefined;
  if (format === "uid") return { uid: value, kind: refersTo };
  const mayBeUid = format === undefined && rule === undefined && !isMarkdown && value.includes("/");
  return mayBeUid ? { uid: value, kind: undefined } : undefined;
}

export const referencesIn = (fields: Fields, values: Values): Reference[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const type = Object.hasOwn(fields, name) ? fields[name]?.type : undefined;
    return type === undefined ? [] : inValue(type, value);
  });

function inValue(type: ValueType, value: unknown): Reference[] {
  if (type.kind === "string") {
    const found = referenceIn(type, value);
    return found === undefined ? [] : [found];
  }
  if (type.kind === "list" && Array.isArray(value)) return value.flatMap((item) => inValue(type.of, item));
  if (type.kind === "map" && isValues(value)) return Object.values(value).flatMap((item) => inValue(type.of, item));
  return type.kind === "message" && isValues(value) ? referencesIn(type.fields, value) : [];
}

/** Whether a reference may be to an object of a kind. References never mean a kind that shares the uid of its parent. */
export const mayReferTo = ({ kind }: Reference, spec: ResourceSpec): boolean =>
  spec.uidIsParents !== true &&
  (kind === undefined || isReferredToAs(spec, kind) || resources[kind]?.peculiar?.rootOf === spec.type);
