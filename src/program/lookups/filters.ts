import { atMostOneOf } from "../../description/spec/field-options";
import {
  boolean,
  type Field,
  type Fields,
  type IntegerType,
  integer,
  list,
  type MessageOf,
  optional,
  type StringType,
  string,
  uid,
} from "../../description/spec/types";

/** Filters by place in the tree, for every kind of object with a uid (platform API: LIST-3). */
export const scope = {
  /** uid of an object: only its ancestors. */
  ancestorsOf: optional(uid(), { sentAs: "uidp.ancestors_of" }),
  /** uid of a group: only its descendants, at any depth. */
  descendantsOf: optional(uid(), { sentAs: "uidp.descendants_of" }),
  /** uid of an object: only its direct children. */
  childrenOf: optional(uid(), { sentAs: "uidp.children_of", ...atMostOneOf("parent") }),
  /** Only objects without a parent: organizations, people's identities and built-in roles. */
  inRoot: optional(boolean, { sentAs: "uidp.in_root" }),
  /** Only objects with these uids. */
  ids: optional(list(uid()), { sentAs: "uidp.ids" }),
} as const;

/** Order and size of a list. */
export type Paging = {
  /**
   * Field to sort by, such as `name`. For the reverse order, add ` desc`: `created_at desc`. Every list accepts `uid`,
   * `name`, `created_at` and `updated_at`. The platform refuses other fields that a list does not support.
   */
  readonly orderBy: Field<StringType, "optional", { readonly sentAs: "order_by" }>;
  /** Number of objects to skip at the beginning. Default: 0. */
  readonly skip: Field<IntegerType, "optional", { readonly clientOnly: true }>;
  /** Greatest number of objects to return. Default: all. */
  readonly limit: Field<IntegerType, "optional", { readonly clientOnly: true }>;
};

/** The fields of Paging (platform API: LIST-1, LIST-5). */
export const paging: Paging = {
  orderBy: optional(string(/^[A-Za-z_][\w.]*( (asc|desc))?$/), { sentAs: "order_by" }),
  skip: optional(integer, { clientOnly: true }),
  limit: optional(integer, { clientOnly: true }),
};

// These types refer to scope and Paging, because a spread would lose the doc comments in declaration files.

/** Arguments of a list of objects: filters F, place, order and size. */
export type ListArgs<F extends Fields> = MessageOf<F & typeof scope & Paging>;

/** Arguments that find one object: filters F and place. */
export type OneArgs<F extends Fields> = MessageOf<F & typeof scope>;

/** Arguments that find one object by its name, which is required: filters F and place. */
export type NamedArgs<F extends Fields> = OneArgs<Omit<F, "name">> & { [K in keyof Pick<F, "name">]: string };
