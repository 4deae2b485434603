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
} from "../spec/types";

/**
 * Where in the tree to look; what every kind of object with a uid can be listed by
 * (platform API: LIST-3).
 */
export const scope = {
  /** uid: only what lies above it. */
  ancestorsOf: optional(uid(), { sentAs: "uidp.ancestors_of" }),
  /** uid of a group: only what lies below it, however deep. */
  descendantsOf: optional(uid(), { sentAs: "uidp.descendants_of" }),
  /** uid: only what lies directly below it. */
  childrenOf: optional(uid(), { sentAs: "uidp.children_of", atMostOneOf: "parent" }),
  /** Only what lies at the root, below nothing: organizations, people's identities and built-in roles. */
  inRoot: optional(boolean, { sentAs: "uidp.in_root" }),
  /** uids to choose from. */
  ids: optional(list(uid()), { sentAs: "uidp.ids" }),
} as const;

/** In which order to list, and how much. */
export type Paging = {
  /**
   * Field to sort by, with ` desc` behind it for the reverse: `name`, `created_at desc`. Every list can be sorted by
   * `uid`, `name`, `created_at` and `updated_at`; the platform refuses a field that a list cannot be sorted by.
   */
  readonly orderBy: Field<StringType, "optional", { readonly sentAs: "order_by" }>;
  /** How many to leave out at the beginning. */
  readonly skip: Field<IntegerType, "optional", { readonly clientOnly: true }>;
  /** The most to return; all when left out. */
  readonly limit: Field<IntegerType, "optional", { readonly clientOnly: true }>;
};

/** The fields of Paging (platform API: LIST-1, LIST-5). */
export const paging: Paging = {
  orderBy: optional(string(/^[A-Za-z_][\w.]*( (asc|desc))?$/), { sentAs: "order_by" }),
  skip: optional(integer, { clientOnly: true }),
  limit: optional(integer, { clientOnly: true }),
};

// These types refer to scope and Paging without spreading them: a spread would lose the doc comments in declaration
// files.

/** Arguments of a list of objects: filters F, where to look, in which order, how much. */
export type ListArgs<F extends Fields> = MessageOf<F & typeof scope & Paging>;

/** Arguments that describe one object: filters F, and where to look. */
export type OneArgs<F extends Fields> = MessageOf<F & typeof scope>;

/** Arguments that describe one object by its name: filters F, of which the name must be given, and where to look. */
export type NamedArgs<F extends Fields> = OneArgs<Omit<F, "name">> & { [K in keyof Pick<F, "name">]: string };
