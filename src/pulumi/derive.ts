import type { CustomResource, CustomResourceOptions, ID, Input, Output } from "@pulumi/pulumi";
import type {
  AlwaysNames,
  FieldNames,
  Fields,
  ListType,
  MapType,
  MessageType,
  ValueOf,
  ValueType,
} from "../spec/types";

/** An argument of a resource: each part may be an Output. */
type ArgOf<T extends ValueType> = Input<
  T extends MessageType<infer F>
    ? MessageArgs<F>
    : T extends ListType<infer I>
      ? ArgOf<I>[]
      : T extends MapType<infer I>
        ? Record<string, ArgOf<I>>
        : ValueOf<T>
>;

type MessageArgs<F extends Fields> = {
  [K in keyof Pick<F, FieldNames<F, "required">>]: ArgOf<F[K]["type"]>;
} & {
  [K in keyof Pick<F, FieldNames<F, "optional">>]?: ArgOf<F[K]["type"]> | undefined;
};

/** Required inputs that follow from others when left out: the name from that of the Pulumi resource. */
type Defaulted<F extends Fields> =
  | Extract<FieldNames<F, "required">, "name">
  | { [K in keyof F]: F[K]["options"] extends { readonly isOrganization: true } ? K : never }[keyof F];

/** Inputs that every resource takes. */
export interface CommonArgs {
  /** uid of an existing object to take over instead of creating one. It matters only while there is no resource yet. */
  adoptUid?: Input<string> | undefined;
}

/** The arguments of a resource with fields F. The mapped types are homomorphic, so they keep doc comments. */
export type ArgsOf<F extends Fields> = {
  [K in keyof Pick<F, Exclude<FieldNames<F, "required">, Defaulted<F>>>]: ArgOf<F[K]["type"]>;
} & {
  [K in keyof Pick<F, Defaulted<F> | FieldNames<F, "optional">>]?: ArgOf<F[K]["type"]> | undefined;
} & CommonArgs;

/** The outputs of a resource with fields F. */
export type OutputsOf<F extends Fields> = {
  readonly [K in keyof Pick<F, AlwaysNames<F>>]: Output<ValueOf<F[K]["type"]>>;
} & {
  readonly [K in keyof Pick<F, Exclude<keyof F, AlwaysNames<F>>>]: Output<ValueOf<F[K]["type"]> | undefined>;
};

/**
 * The class of a resource: what `resourceClass` makes of a spec of fields F.
 *
 * The constructor takes the name of the Pulumi resource, unique in the program (it is also the API's `name` where the
 * arguments A give none), inputs, each of which may be an Output, and options of Pulumi. It has no doc comment of its own,
 * so that editors show that of the class.
 */
export interface ResourceClass<F extends Fields, A = ArgsOf<F>> {
  new (name: string, args: A, opts?: CustomResourceOptions): CustomResource & OutputsOf<F>;

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
