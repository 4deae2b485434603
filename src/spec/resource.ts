import type { Field, Fields } from "./types";

/**
 * A resource of the API as one declaration. Everything that the package does with the resource is derived from it: the
 * class, the checks, the bodies and masks, the reading of answers, the emulator's routes, the docs and the tests.
 */
export interface ResourceSpec<F extends Fields = Fields> {
  /** Domain and name, `iam:Group`: the second half of the Pulumi type token. */
  readonly type: string;
  /**
   * Path of the collection, without a trailing slash. `POST {collection}/{parentUid}` creates; GET, PATCH and DELETE
   * take `{collection}/{uid}`; `GET {collection}` lists, under the last segment as the key of the array.
   */
  readonly collection: string;
  /**
   * How a change is made: by PATCH, by a create over the object with the same key (`upsert`), or `never`, so that a change
   * of any input replaces.
   */
  readonly update: "patch" | "upsert" | "never";
  /** A second DELETE of the same uid succeeds (said of role bindings and account associations). */
  readonly idempotentDelete?: true;
  /** The uid is the parent's: there is one such resource per parent. */
  readonly uidIsParents?: true;
  /** Several resources may stand for one uid, each for a part of what is there: none of them holds it alone. */
  readonly isShared?: true;
  /** It is used up: one that is gone is no drift, unless the input `recreateWhenGone` says so. */
  readonly isConsumed?: true;
  /** What every List must be asked for, lest it leaves objects out. */
  readonly listQuery?: readonly (readonly [key: string, value: string])[];
  /** The path of List may lead to Get instead, which then finds nothing (platform API: IAM-13). */
  readonly listMayBeShadowed?: true;
  /** Which verbs it has, where they are not those of a collection. */
  readonly lifecycle?: "acceptance" | "scimToken";
  readonly fields: F;
}

/** Declares a resource; the literal types of the fields are kept. */
export const defineResource = <const F extends Fields>(spec: ResourceSpec<F>): ResourceSpec<F> => spec;

/** `Group` of `iam:Group`. */
export const nameOf = (spec: ResourceSpec): string => spec.type.slice(spec.type.indexOf(":") + 1);

/** Key of the array in a List answer, `roleBindings` of `/iam/v2/roleBindings`. */
export const pluralOf = (spec: Pick<ResourceSpec, "collection">): string =>
  spec.collection.slice(spec.collection.lastIndexOf("/") + 1);

export type NamedField = readonly [name: string, field: Field];

/** Fields that a program sets, in the order of their declaration. */
export const inputFields = (fields: Fields): NamedField[] =>
  Object.entries(fields).filter(([, field]) => field.presence !== "computed");

/** The field that holds the uid of the parent, where the resource has one. */
export const parentField = (spec: ResourceSpec): NamedField | undefined =>
  Object.entries(spec.fields).find(([, field]) => field.options.parent);

/** The fields that make the resource unique under its parent. */
export const keyFields = (spec: ResourceSpec): NamedField[] =>
  Object.entries(spec.fields).filter(([, field]) => field.options.key);

/** Whether there can be but one such resource under a parent, or under a parent and a key. */
export const isUnique = (spec: ResourceSpec): boolean => spec.uidIsParents === true || keyFields(spec).length > 0;

/** The fields that live at a path of their own below the resource. */
export const subresourceFields = (spec: ResourceSpec): NamedField[] =>
  Object.entries(spec.fields).filter(([, field]) => field.options.subresource);

/** Name of a field on the wire. */
export const wireName = (name: string, field: Field): string => field.options.sentAs ?? name;

/** Name of the oneof that a field is a member of. */
export const oneofOf = (field: Field): string | undefined => field.options.exactlyOneOf ?? field.options.atMostOneOf;

/** Whether a change of this field replaces the resource. */
export const isImmutable = (spec: ResourceSpec, field: Field): boolean =>
  field.options.clientOnly !== true &&
  (spec.update === "never" ||
    field.options.parent === true ||
    field.options.immutable === true ||
    (spec.update === "upsert" && field.options.key === true));
