import type { CustomResource, CustomResourceOptions, ID, Input, OutputInstance } from "@pulumi/pulumi";

/** Inputs that every resource takes. */
export interface CommonArgs {
  /** uid of an existing object to take over instead of creating one. It matters only while there is no resource yet. */
  adoptUid?: Input<string> | undefined;
}

/**
 * An input that is an object: it, or each part of it, may be an Output or a promise, as in Pulumi's `Input<T>`. An Output of
 * an object has its properties, each as an Output, by Pulumi's lifting: so it is a T. What stands beside T has T's names
 * too, as properties that nothing has: so the compiler takes an object for a T alone, says which name was meant by a
 * misspelled one, and lets an editor show the comment of each.
 */
export type NestedInput<T> = T | ((Promise<T> | OutputInstance<T | undefined>) & { readonly [K in keyof T]?: never });

/**
 * The same for an object with members that exclude each other. Which of them an Output has is known only later, so that an Output
 * of any of them is taken. What stands beside T is such that an editor still finds the one alternative that is meant.
 */
export type NestedChoice<T> =
  | T
  | (Promise<T> & { readonly [K in keyof T & string]?: undefined })
  | OutputInstance<Loose<T> | undefined>;

/** All members of the alternatives T, each of which may be left out. `& string` makes one object of them, and not one of each. */
type Loose<T> = { readonly [K in keyof T & string]?: T[K] | undefined };

/** Exactly one of the members. */
export type ExactlyOne<Members> = {
  [One in keyof Members]: Pick<Members, One> & { readonly [Other in Exclude<keyof Members, One>]?: undefined };
}[keyof Members];

/**
 * The class of a resource with outputs O: what `resourceClass` makes of its spec.
 *
 * The constructor takes the name of the Pulumi resource, unique in the program (it is also the API's `name` where the
 * arguments A give none), inputs, each of which may be an Output, and options of Pulumi. It has no doc comment of its own,
 * so that editors show that of the class.
 */
export interface ResourceClass<O, A> {
  new (name: string, args: A, opts?: CustomResourceOptions): CustomResource & O;

  /**
   * Reads an existing object without managing it. Fails when there is none.
   *
   * @param name name of the Pulumi resource, unique in the program
   * @param id uid of the object
   */
  get<T>(this: abstract new (...args: never[]) => T, name: string, id: Input<ID>, opts?: CustomResourceOptions): T;

  /** Whether a value is a resource of this class, even one from another copy of this package. */
  isInstance<T>(this: abstract new (...args: never[]) => T, value: unknown): value is T;
}
