/**
 * The kinds of value that the API speaks, described as data. One description yields the TypeScript type, the check of
 * an input, the equality that decides drift, the update mask, and the emulator's reading and writing of JSON.
 */

/** What a string must look like beyond being a string; see formats.ts. */
export type StringFormat =
  | "uid"
  | "timestamp"
  | "duration"
  | "https"
  | "sink"
  | "digest"
  | "bytes"
  | "int64"
  | "account";

export interface StringType {
  readonly kind: "string";
  readonly format?: StringFormat;
  /** Type of the resource that a uid names. */
  readonly refersTo?: string;
  readonly pattern?: RegExp;
  /** A lookup returns the digits as a bigint. */
  readonly isBigint?: true;
}

export interface BooleanType {
  readonly kind: "boolean";
}

export interface IntegerType {
  readonly kind: "integer";
}

/** Full names of a proto enum; the first is its zero, which means "not set". */
export interface EnumType<V extends string = string> {
  readonly kind: "enum";
  readonly values: readonly V[];
}

/** A list; `ordered: false` where the API gives the order no meaning. */
export interface ListType<T extends ValueType = ValueType> {
  readonly kind: "list";
  readonly of: T;
  readonly ordered: boolean;
}

export interface MapType<T extends ValueType = ValueType> {
  readonly kind: "map";
  readonly of: T;
  /** Keys are 64-bit integers, as decimal digits. */
  readonly keys?: "int64";
}

export interface MessageType<F extends Fields = Fields> {
  readonly kind: "message";
  readonly fields: F;
}

export type ValueType = StringType | BooleanType | IntegerType | EnumType | ListType | MapType | MessageType;

/** The TypeScript type of a value of type T. */
export type ValueOf<T extends ValueType> =
  T extends MessageType<infer F>
    ? MessageOf<F>
    : T extends ListType<infer I>
      ? ValueOf<I>[]
      : T extends MapType<infer I>
        ? Record<string, ValueOf<I>>
        : T extends EnumType<infer V>
          ? V
          : T extends StringType
            ? string
            : T extends BooleanType
              ? boolean
              : number;

export type Presence = "required" | "optional" | "computed";

/** What is peculiar about a field. The list is short and closed: an peculiarity of one resource does not belong here. */
export interface FieldOptions {
  /** The uid under which the resource is made: in the path of create, the front part of the own uid. Immutable. */
  readonly parent?: true;
  /** Part of what makes the resource unique under its parent. */
  readonly key?: true;
  /** A change replaces the resource. */
  readonly immutable?: true;
  /** Never shown: secret in state, in previews and in outputs. */
  readonly secret?: true;
  /** Sent, never returned. */
  readonly writeOnly?: true;
  /** Name on the wire where it is not the field's own; in braces, the name of the setting that holds it. */
  readonly sentAs?: string;
  /** Dotted path of the answer that holds the value, where the field itself comes back empty. */
  readonly readFrom?: string;
  /** Query parameter of List that selects by this field. */
  readonly filter?: string;
  /** The server may store the value in another spelling. The user's is kept, and only a change of the server's is drift. */
  readonly serverNormalized?: true;
  /** The server may set a value where none is given: always, or only while the field `from` beside it is set. */
  readonly serverDefault?: true | { readonly from: string };
  /** The server changes the value by itself: never drift, never an output of `get`. */
  readonly serverManaged?: true;
  /** Used by this package only: never sent, never read from an answer. A change of it replaces nothing. */
  readonly clientOnly?: true;
  /** Returned by create only; what was recorded then is kept. */
  readonly returnedOnce?: true;
  /** Returned by Get only, so that a create is followed by one. */
  readonly onlyInGet?: true;
  /** A computed value that every answer has. */
  readonly alwaysReturned?: true;
  /** At most one of the fields of this group may be set; setting one drops the other. */
  readonly atMostOneOf?: string;
  /** Exactly one of the fields of this group must be set; setting another drops the former. */
  readonly exactlyOneOf?: string;
  /** At least one of the fields of this group must be set; they do not exclude each other. */
  readonly atLeastOneOf?: string;
  /** Lives at `{uid}/{segment}`, under its own name `property` there. */
  readonly subresource?: { readonly segment: string; readonly property: string };
}

export interface Field<
  T extends ValueType = ValueType,
  P extends Presence = Presence,
  O extends FieldOptions = FieldOptions,
> {
  readonly type: T;
  readonly presence: P;
  readonly options: O;
}

export type Fields = { readonly [name: string]: Field };

/** Names of the fields of F that have presence P. */
export type FieldNames<F extends Fields, P extends Presence> = {
  [K in keyof F]: F[K]["presence"] extends P ? K : never;
}[keyof F];

/** Names of the fields of F that every answer has. */
export type AlwaysNames<F extends Fields> = {
  [K in keyof F]: F[K]["presence"] extends "required"
    ? K
    : F[K]["options"] extends { readonly alwaysReturned: true }
      ? K
      : never;
}[keyof F];

/** A message as a plain value: some fields are always present, the others not. */
export type MessageOf<F extends Fields> = {
  [K in keyof Pick<F, AlwaysNames<F>>]: ValueOf<F[K]["type"]>;
} & {
  [K in keyof Pick<F, Exclude<keyof F, AlwaysNames<F>>>]?: ValueOf<F[K]["type"]> | undefined;
};

/** A string, of the given pattern if any. */
export const string = (pattern?: RegExp): StringType => ({
  kind: "string",
  ...(pattern === undefined ? {} : { pattern }),
});

/** The uid of a resource of the given type: a path of ids, `root/child/grandchild`. */
export const uid = (refersTo?: string): StringType => ({
  kind: "string",
  format: "uid",
  ...(refersTo === undefined ? {} : { refersTo }),
});

/** RFC 3339 in UTC, with 0, 3, 6 or 9 digits of fraction. */
export const timestamp: StringType = { kind: "string", format: "timestamp" };
/** A span of time: `24h`, `7d`, `90m`, `45s`, or seconds. It goes out in seconds, `86400s`. */
export const duration: StringType = { kind: "string", format: "duration" };
/** A 64-bit integer as decimal digits in a string. */
export const int64: StringType = { kind: "string", format: "int64" };
/** A 64-bit integer that a lookup returns as a bigint. */
export const bigint = { kind: "string", format: "int64", isBigint: true } as const satisfies StringType;
/** An https URL without user information. */
export const https: StringType = { kind: "string", format: "https" };
/** An https URL of a public host, for the platform to call. */
export const sink: StringType = { kind: "string", format: "sink" };
/** `sha256:` and 64 hex digits. */
export const digest: StringType = { kind: "string", format: "digest" };
/** Base64. */
export const bytes: StringType = { kind: "string", format: "bytes" };
/** A cloud account number of twelve digits. */
export const account: StringType = { kind: "string", format: "account" };
export const boolean: BooleanType = { kind: "boolean" };
/** A 32-bit integer. */
export const integer: IntegerType = { kind: "integer" };

/** One of the names of a proto enum; the first one is the zero of the enum and means "not set". */
export const enumOf = <const V extends string>(...values: readonly V[]): EnumType<V> => ({ kind: "enum", values });
/** A list whose order means something. */
export const list = <T extends ValueType>(of: T): ListType<T> => ({ kind: "list", of, ordered: true });
/** A list whose order means nothing. */
export const set = <T extends ValueType>(of: T): ListType<T> => ({ kind: "list", of, ordered: false });
/** A map with string keys. It is always replaced whole. */
export const map = <T extends ValueType>(of: T): MapType<T> => ({ kind: "map", of });
/** A map whose keys are 64-bit integers, as decimal digits. */
export const mapByNumber = <T extends ValueType>(of: T): MapType<T> => ({ kind: "map", of, keys: "int64" });
/** A nested message. */
export const message = <const F extends Fields>(fields: F): MessageType<F> => ({ kind: "message", fields });

const field =
  <P extends Presence>(presence: P) =>
  <T extends ValueType, const O extends FieldOptions = Record<never, never>>(type: T, options?: O): Field<T, P, O> => ({
    type,
    presence,
    // An omitted bag of options is the empty bag, which is what O defaults to.
    options: options ?? ({} as O),
  });

/** An input that must be given and not be empty: on the wire an empty value is an absent one. */
export const required = field("required");
/** An input that may be left out; leaving it out again clears it on the server. */
export const optional = field("optional");
/** An output that only the server sets. */
export const computed = field("computed");
