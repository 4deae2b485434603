import type { capabilities } from "../resources/capabilities";
import type { ResourceSpec } from "../spec/resource";
import { computed, type Field, type Fields, type MessageType, uid } from "../spec/types";

/**
 * A call of the API that is none of the five verbs of a resource, as one declaration. The function that asks it, the
 * lifecycle that sends it, the emulator's endpoint and the table of operations are derived from it.
 */
export interface Operation {
  /** Public functions that ask it, `getImageSize`; the first is named in errors. Absent where only a lifecycle sends it. */
  readonly functions?: readonly [string, ...string[]];
  /** Type of the resource whose lifecycle sends it, and in which of its verbs. */
  readonly sentBy?: { readonly type: string; readonly verbs: readonly string[] };
  readonly method: "GET" | "POST" | "PATCH";
  /** Path, in which `{repoUid}` stands for the parameter of that name. A uid keeps its slashes, all else is one segment. */
  readonly path: string;
  /** The parameters in the path. */
  readonly params: Fields;
  /** What else it takes: of a GET the query, else the body. */
  readonly request: Fields;
  /** What it answers. */
  readonly answer: Fields;
  /** The one field of the answer that a lookup returns, a list for example; the whole answer where it is left out. */
  readonly returns?: string;
  /** How the list that it returns is divided into pages; absent where a list comes whole. */
  readonly pages?: Pages;
  /** Whether a second arrival of the same request changes nothing more, so that it may be sent again. */
  readonly repeat: "safe" | "harmful";
  /** "Too many" is its answer ("already sent"), which waiting does not change: it is not sent again. */
  readonly isLimitFinal?: true;
  readonly needs: Need;
}

/** A List of the API: it has `page_size`, `page_token` and `order_by` (platform API: LIST-1, LIST-2). */
export interface Pages {
  /** Fields to sort by, beside the ones that every List has. */
  readonly sortedBy?: readonly string[];
  /** The field that tells items apart, where it is not their uid. */
  readonly keyedBy?: string;
  /** It takes the `uidp` parameters, which say where in the tree to look. */
  readonly isScoped?: true;
}

/** A capability that a role may hold. */
export type Capability = (typeof capabilities)[number];

/** What the caller must be allowed to do. Every operation says so; one that asks for nothing gives the reason. */
export type Need<Place extends string = string> =
  /** Nobody is asked for a token. */
  | { readonly anyone: string }
  /** A token of the API is enough. */
  | { readonly anyCaller: string }
  /**
   * The capability is needed in the group of the uid in the field `at` of the parameters or the request, or above it; `each`:
   * for each thing of a list, which shows no others.
   */
  | { readonly capability: Capability; readonly at: Place | "each" };

/** Names of the placeholders in a path P. */
type PlaceholdersOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** The parameters that a path P has, each with its type, and no others. */
type ParamsOf<P extends string, F extends Fields> = {
  readonly [K in PlaceholdersOf<P>]: Field;
} & { readonly [K in keyof F]: K extends PlaceholdersOf<P> ? Field : never };

/**
 * Declares an operation; literal types are kept. Its parameters must be the placeholders of its path, and what it needs must be
 * needed at one of its fields.
 */
export const defineOperation = <const O extends Operation>(
  operation: O & {
    readonly params: ParamsOf<O["path"], O["params"]>;
    readonly needs: Need<keyof (O["params"] & O["request"]) & string>;
  },
): O => operation;

/** The message of an object: its fields and its uid. */
export interface ObjectType<F extends Fields = Fields> extends MessageType<F> {
  readonly isObject: true;
}

/** An object whose fields hold its uid. */
export const object = <const F extends Fields>(fields: F): ObjectType<F> => ({
  kind: "message",
  fields,
  isObject: true,
});

/** A resource where it is part of another answer. */
export const objectOf = <F extends Fields>(spec: ResourceSpec<F>): ObjectType<F> =>
  // The type of the uid is added by what reads it: a spread would lose the doc comments of the fields.
  object({ uid: computed(uid(), { alwaysReturned: true }), ...spec.fields }) as ObjectType<F>;

/** The fields of two messages together. An intersection, for a spread would lose the doc comments. */
export const both = <const A extends Fields, const B extends Fields>(a: A, b: B): A & B => ({ ...a, ...b });
