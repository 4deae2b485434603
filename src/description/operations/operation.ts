import type { Capability } from "../resources/capabilities";
import type { ResourceSpec } from "../spec/resource";
import { computed, type Field, type Fields, type MessageType, uid } from "../spec/types";

/** A call of the API other than the five verbs of a resource. */
export interface Operation {
  /** Public functions of the call, such as `getImageSize`. Errors use the first. Absent if only a lifecycle uses the call. */
  readonly functions?: readonly [string, ...string[]];
  /** Type and verbs of the resource whose lifecycle uses the call. */
  readonly sentBy?: { readonly type: string; readonly verbs: readonly string[] };
  readonly method: "GET" | "POST" | "PATCH";
  /** Path with parameters in braces, `{repoUid}`. Uids keep their slashes. Other values are one segment. */
  readonly path: string;
  /** Path parameters. */
  readonly params: Fields;
  /** Request fields: the query of a GET, otherwise the body. */
  readonly request: Fields;
  readonly answer: Fields;
  /** The response field that a lookup returns, such as a list. Default: the whole response. */
  readonly returns?: string;
  /** Paging of the returned list. Absent if the list is not paged. */
  readonly pages?: Pages;
  /** Whether the request can be repeated safely. */
  readonly repeat: "safe" | "harmful";
  /** Whether "too many" means "already sent" and not a rate limit. Then the request is not repeated. */
  readonly isLimitFinal?: true;
  readonly needs: Need;
}

/** A paged list, with `page_size`, `page_token` and `order_by` (platform API: LIST-1, LIST-2). */
export interface Pages {
  /** The field that identifies an item. Default: its uid. */
  readonly keyedBy?: string;
  /** Whether the list accepts the `uidp` parameters, which limit it to a part of the tree. */
  readonly isScoped?: true;
  /** When totalCount is present: whenever empty fields are, or only if it is not 0 (platform API: ANS-2). */
  readonly countIsPlain?: true;
}

/** The permission that the caller needs. An operation without a permission gives the reason. */
export type Need<Place extends string = string> =
  /** No token is needed. */
  | { readonly anyone: string }
  /** Any valid token is enough. */
  | { readonly anyCaller: string }
  /**
   * Capabilities, all together, in a group or above it. The field `at` of the parameters or the request holds the group's uid. With
   * `each`, a list shows only items for which the caller has them. With `anywhere`, it must have them in some group: what it asks for
   * lies in none.
   */
  | { readonly capabilities: readonly [Capability, ...Capability[]]; readonly at: Place | "each" | "anywhere" };

/** Names of the placeholders in path P. */
type PlaceholdersOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** Exactly the parameters of path P, with their types. */
type ParamsOf<P extends string, F extends Fields> = {
  readonly [K in PlaceholdersOf<P>]: Field;
} & { readonly [K in keyof F]: K extends PlaceholdersOf<P> ? Field : never };

/** Declares an operation. The compiler checks its parameters against its path, and that its permission names one of its fields. */
export const defineOperation = <const O extends Operation>(
  operation: O & {
    readonly params: ParamsOf<O["path"], O["params"]>;
    readonly needs: Need<keyof (O["params"] & O["request"]) & string>;
  },
): O => operation;

/** The options of a field that every response has. */
export const always = { returned: "always" } as const;

/** A message with a uid. */
export interface ObjectType<F extends Fields = Fields> extends MessageType<F> {
  readonly isObject: true;
}

/** Returns the type of an object. Reading it adds its uid. */
export const object = <const F extends Fields>(fields: F): ObjectType<F> => ({
  kind: "message",
  fields,
  isObject: true,
});

/** Returns the type of a resource that is part of another response. */
export const objectOf = <F extends Fields>(spec: ResourceSpec<F>): ObjectType<F> =>
  // The reader adds the type of the uid, because a spread would lose the doc comments of the fields.
  object({ uid: computed(uid(), { returned: "always" }), ...spec.fields }) as ObjectType<F>;

/** Combines the fields of two messages. The type is an intersection, because a spread would lose the doc comments. */
export const both = <const A extends Fields, const B extends Fields>(a: A, b: B): A & B => ({ ...a, ...b });
