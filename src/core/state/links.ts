import { childrenParameter, parentUidOf } from "../../description/spec/place";
import { isReferredToAs, type ResourceSpec } from "../../description/spec/resource";
import type { JsonObject } from "../../description/wire/json";
import { observe } from "./wire";

/** An object that is in another or refers to it, and so blocks its delete. */
export interface Dependent {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly name: string;
}

export interface Dependents {
  readonly found: readonly Dependent[];
  /** Kinds that could not be listed, so that more of them may exist. */
  readonly unlisted: readonly ResourceSpec[];
  readonly isCut: boolean;
}

/** How objects of one kind depend on an object of another kind: they are in it, or refer to it by a field. */
export interface Link {
  /** The field with the other object's uid. */
  readonly field: string;
  readonly isInside: boolean;
  /** The List parameter that selects by the link. Without one, the whole organization is listed. */
  readonly query: string | undefined;
  isLinked(item: JsonObject, uid: string): boolean;
}

export function linksOf(other: ResourceSpec, spec: ResourceSpec): Link[] {
  if (other.lifecycle !== undefined) return [];
  return Object.entries(other.fields).flatMap(([name, { type, options, presence }]): Link[] => {
    if (presence === "computed" || type.kind !== "string" || !isReferredToAs(spec, type.refersTo)) return [];
    const isInside = options.parent === true;
    const linkedTo = (item: JsonObject) =>
      isInside ? parentUidOf(other, String(item.uid)) : observe(other.fields, item)[name];
    const query = isInside ? childrenParameter(other) : options.filter;
    return [{ field: name, isInside, query, isLinked: (item, uid) => linkedTo(item) === uid }];
  });
}
