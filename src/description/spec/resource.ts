import type { Oneof } from "./field-options";
import type { Peculiar } from "./peculiar";
import { type Field, type Fields, referredType } from "./types";

/** Declares a resource of the API. The package derives everything else from it: classes, checks, requests, the emulator, docs and tests. */
export interface ResourceSpec<F extends Fields = Fields> {
  /** Domain and name, `iam:Group`: the second half of the Pulumi type token. */
  readonly type: string;
  /**
   * Path of the collection, without a trailing slash. `POST {collection}/{parentUid}` creates; GET, PATCH and DELETE
   * take `{collection}/{uid}`; `GET {collection}` lists, and its last segment is the key of the array.
   */
  readonly collection: string;
  /** The capabilities that its verbs need (platform API: IAM-29). */
  readonly needs: VerbNeeds;
  /** How to update: by PATCH, or by a create over the object with the same key (`upsert`). With `never`, any changed input replaces the resource. */
  readonly update: "patch" | "upsert" | "never";
  /** A second DELETE of the same uid succeeds (role bindings and account associations). */
  readonly idempotentDelete?: true;
  /** The resource has the uid of its parent, so there is one per parent. */
  readonly uidIsParents?: true;
  /** How messages name an object without `name`: `["of", "identity.name"]` becomes `of "legacy-jenkins"`. */
  readonly knownBy?: readonly (readonly [word: string, field: string])[];
  /** Set for resources whose verbs differ from those of a collection. */
  readonly lifecycle?: "acceptance" | "scimToken";
  readonly peculiar?: Peculiar;
  readonly fields: F;
}

/** Capabilities that a caller needs together, in the group of an object or above it. */
export type Capabilities = readonly [`CAP_${string}`, ...`CAP_${string}`[]];

/** The capabilities that each verb of a collection needs. A verb without capabilities is never sent, because some kinds lack it. */
export interface VerbNeeds {
  /** For List and Get. */
  readonly see: Capabilities;
  /** In the parent, or above it. */
  readonly create?: Capabilities;
  readonly update?: Capabilities;
  readonly delete?: Capabilities;
}

/** Declares a resource and keeps the literal types of its fields. */
export const defineResource = <const F extends Fields>(spec: ResourceSpec<F>): ResourceSpec<F> => spec;

/** `Group` of `iam:Group`. */
export const nameOf = (spec: ResourceSpec): string => spec.type.slice(spec.type.indexOf(":") + 1);

/** `a Group`, `an Identity`. */
export const nameWithArticle = (spec: ResourceSpec): string =>
  `${/^[AEIO]/.test(nameOf(spec)) ? "an" : "a"} ${nameOf(spec)}`;

/** `role binding` for RoleBinding and roleBindings. */
export const inWords = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();

/** Whether the objects of a kind have names. Without an input `name`, an object gets the name of its Pulumi resource. */
export const isNamed = (spec: ResourceSpec): boolean => spec.fields.name?.presence === "required";

/** Whether a field that refers to a type may contain the uid of such a resource. */
export const isReferredToAs = ({ type: own, peculiar }: ResourceSpec, type: string | undefined): boolean =>
  type !== undefined && (type === own || type === peculiar?.rootOf);

/** Type of the parents of a kind. Undefined for roots. */
export const parentTypeOf = (spec: ResourceSpec): string | undefined => referredType(parentField(spec)?.[1].type);

/** The kinds inside of a kind, which are deleted with it. */
export const kindsInside = (spec: ResourceSpec, kinds: readonly ResourceSpec[]): ResourceSpec[] =>
  kinds.filter((kind) => kind.lifecycle === undefined && isReferredToAs(spec, parentTypeOf(kind)));

/** Key of the array in the response to a List, `roleBindings` of `/iam/v2/roleBindings`. */
export const pluralOf = (spec: Pick<ResourceSpec, "collection">): string =>
  spec.collection.slice(spec.collection.lastIndexOf("/") + 1);

export type NamedField = readonly [name: string, field: Field];

/** Fields that a program sets, in declaration order. */
export const inputFields = (fields: Fields): NamedField[] =>
  Object.entries(fields).filter(([, field]) => field.presence !== "computed");

export const parentField = (spec: ResourceSpec): NamedField | undefined =>
  Object.entries(spec.fields).find(([, field]) => field.options.parent);

export const keyFields = (spec: ResourceSpec): NamedField[] =>
  Object.entries(spec.fields).filter(([, field]) => field.options.key);

/** Whether there can be only one such resource per parent, or per parent and key. */
export const isUnique = (spec: ResourceSpec): boolean => spec.uidIsParents === true || keyFields(spec).length > 0;

export const subresourceFields = (spec: ResourceSpec): NamedField[] =>
  Object.entries(spec.fields).filter(([, field]) => field.options.subresource);

export const wireName = (name: string, field: Field): string => field.options.sentAs ?? name;

/** Name of the oneof that a field belongs to, of which at most one member has a value. */
export const oneofOf = ({ options: { oneof } }: Field): string | undefined =>
  oneof?.given === "at least one" ? undefined : oneof?.name;

/** The oneofs among the inputs of a message, with the names of their members. */
export function oneofsIn(fields: Fields): (Oneof & { readonly members: readonly string[] })[] {
  const found = new Map<string, Oneof & { readonly members: string[] }>();
  for (const [name, { options }] of inputFields(fields)) {
    const { oneof } = options;
    if (oneof === undefined) continue;
    const known = found.get(oneof.name) ?? { ...oneof, members: [] };
    known.members.push(name);
    found.set(oneof.name, known);
  }
  return [...found.values()];
}

/** The computed values that a change of inputs may change. */
export const outputsFollowing = (
  { fields, peculiar }: ResourceSpec,
  changed: ReadonlySet<string | undefined>,
): string[] =>
  inputFields(fields).flatMap(([name, { options }]) => {
    if (!changed.has(name)) return [];
    return [...(options.readFrom?.split(".").slice(0, 1) ?? []), ...(peculiar?.outputsOf?.[name] ?? [])];
  });

export const isImmutable = (spec: ResourceSpec, field: Field): boolean =>
  field.options.clientOnly !== true &&
  (spec.update === "never" ||
    field.options.parent === true ||
    field.options.immutable === true ||
    (spec.update === "upsert" && field.options.key === true));
