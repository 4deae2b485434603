import type { CustomResource, CustomResourceOptions, ID, Input, OutputInstance } from "@pulumi/pulumi";

/** Inputs of every resource. */
export interface CommonArgs {
  /** uid of an existing object to adopt instead of creating one. It is used only until the resource exists. */
  adoptUid?: Input<string | undefined> | undefined;
}

/**
 * An input that is an object. The object, or each part of it, may be an Output or a promise, as in Pulumi's `Input<T>`.
 * Pulumi lifts the properties of an Output, so the compiler would take an Output for a T. The optional `never` properties
 * prevent this. They let the compiler name a misspelled property, and editors show the comment of each property.
 */
export type NestedInput<T> = T | ((Promise<T> | OutputInstance<T | undefined>) & { readonly [K in keyof T]?: never });

/** Like `NestedInput`, for an object with members that exclude each other. An Output of any member is accepted. */
export type NestedChoice<T> =
  | T
  | (Promise<T> & { readonly [K in keyof T & string]?: undefined })
  | OutputInstance<Loose<T> | undefined>;

/** All members of the alternatives T, each optional. `& string` makes one object type instead of one per alternative. */
type Loose<T> = { readonly [K in keyof T & string]?: T[K] | undefined };

export type ExactlyOne<Members> = {
  [One in keyof Members]: Pick<Members, One> & { readonly [Other in Exclude<keyof Members, One>]?: undefined };
}[keyof Members];

/**
 * The class of a resource with outputs O, as `resourceClass` creates it from a spec.
 *
 * The constructor takes the name of the Pulumi resource, the arguments and Pulumi's options. The name is unique in the
 * program, and becomes the API's `name` if the arguments A set none. The constructor has no doc comment, so that editors
 * show the comment of the class.
 */
export interface ResourceClass<O, A> {
  new (name: string, args: A, opts?: CustomResourceOptions): CustomResource & O;

  /**
   * Reads an existing object without managing it. Fails if it does not exist.
   *
   * @param name name of the Pulumi resource, unique in the program
   * @param id uid of the object
   */
  get<T>(this: abstract new (...args: never[]) => T, name: string, id: Input<ID>, opts?: CustomResourceOptions): T;

  /** Whether a value is a resource of this class, even one from another copy of this package. */
  isInstance<T>(this: abstract new (...args: never[]) => T, value: unknown): value is T;
}
