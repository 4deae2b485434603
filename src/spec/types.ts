import type { FieldOptions } from "./field-options";

/**
 * The value types of the API, described as data. The TypeScript type, input checks, equality (for drift), update masks,
 * and the emulator's JSON are all derived from one description.
 */

/** Formats of strings; see formats.ts. */
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

/** What the platform asks of a text beyond its format. It may be stricter than it was when an object was made. */
export interface TextRule {
  readonly pattern: RegExp;
  /** The rule in words, as the end of a sentence: `must be …`. */
  readonly says: string;
  /** The pattern as the platform writes it, if that differs. It may leave lengths to another rule. */
  readonly source?: string;
}

export interface StringType {
  readonly kind: "string";
  readonly format?: StringFormat;
  /** Type of the resource that a uid names. */
  readonly refersTo?: string;
  readonly pattern?: RegExp;
  readonly rule?: TextRule;
  /** Values that are known today. The platform may take others too, so that one is sent with a warning. */
  readonly known?: readonly string[];
  /** Markdown, whose HTML must need no sanitizing. */
  readonly isMarkdown?: true;
  /** A duration: its limit, in seconds. */
  readonly maxSeconds?: number;
  /** A timestamp: how many days ahead it may lie at most, when it is given. */
  readonly maxDaysAhead?: number;
  /** Lookups return the digits as a number. */
  readonly isNumber?: true;
  /** A number, of seconds, may be given as well. */
  readonly orNumber?: true;
}

export interface BooleanType {
  readonly kind: "boolean";
  /** `false` is a value of its own, and not the same as none: it says that something is to be off. */
  readonly isExplicit?: true;
}

export interface IntegerType {
  readonly kind: "integer";
}

/** Full names of a proto enum. The first is the zero value and means "not set". */
export interface EnumType<V extends string = string> {
  readonly kind: "enum";
  readonly values: readonly V[];
  /** What a preview says of a value that the platform may refuse, or will one day, by the value. */
  readonly warnings?: Readonly<Record<string, string>>;
}

/** A list; `ordered: false` if the API ignores the order. */
export interface ListType<T extends ValueType = ValueType> {
  readonly kind: "list";
  readonly of: T;
  readonly ordered: boolean;
  /** How many items the platform takes for now. */
  readonly maxItems?: number;
}

export interface MapType<T extends ValueType = ValueType> {
  readonly kind: "map";
  readonly of: T;
  /** Keys are 64-bit integers, as decimal digits. */
  readonly keys?: "int64";
  /**
   * What no key may begin with, since the platform sets such keys itself. `{vendor}` stands for the setting of that name,
   * `{VENDOR}` for the same in upper case.
   */
  readonly reserved?: readonly string[];
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
            ? T extends { readonly orNumber: true }
              ? string | number
              : string
            : T extends BooleanType
              ? boolean
              : number;

export type Presence = "required" | "optional" | "computed";

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

/** Names of the fields of F that every answer has. */
export type AlwaysNames<F extends Fields> = {
  [K in keyof F]: F[K]["presence"] extends "required"
    ? K
    : F[K]["options"] extends { readonly alwaysReturned: true }
      ? K
      : never;
}[keyof F];

/** The TypeScript type of a message: required fields are always present, others optional. */
export type MessageOf<F extends Fields> = {
  [K in keyof Pick<F, AlwaysNames<F>>]: ValueOf<F[K]["type"]>;
} & {
  [K in keyof Pick<F, Exclude<keyof F, AlwaysNames<F>>>]?: ValueOf<F[K]["type"]> | undefined;
};

/** A string, with an optional pattern of this package, or rule of the platform. */
export const string = (form?: RegExp | TextRule): StringType => {
  if (form === undefined) return { kind: "string" };
  return form instanceof RegExp ? { kind: "string", pattern: form } : { kind: "string", rule: form };
};

/** One of some known strings, or of those that the platform has added since. */
export const stringOf = (known: readonly string[]): StringType => ({ kind: "string", known });

/** The uid of a resource of the given type: a path of ids, `root/child/grandchild`. */
export const uid = (refersTo?: string): StringType => ({
  kind: "string",
  format: "uid",
  ...(refersTo === undefined ? {} : { refersTo }),
});

/** RFC 3339 in UTC, with 0, 3, 6 or 9 digits of fraction. */
export const timestamp: StringType = { kind: "string", format: "timestamp" };
/** The same, at most some days ahead. */
export const timestampWithin = (maxDaysAhead: number): StringType => ({ ...timestamp, maxDaysAhead });
/** A duration: `24h`, `7d`, `90m`, `45s`, or a number of seconds. It is sent in seconds, `86400s`. */
export const duration = { kind: "string", format: "duration", orNumber: true } as const satisfies StringType;
/** The same, with a limit in seconds. */
export const durationUpTo = (maxSeconds: number): typeof duration & StringType => ({ ...duration, maxSeconds });
/** A 64-bit integer as decimal digits in a string. */
export const int64: StringType = { kind: "string", format: "int64" };
/**
 * A 64-bit integer that a lookup returns as a number, as Pulumi's providers do: Pulumi makes `{}` of a bigint that is
 * exported. One beyond 2^53 - 1, which a number would round, is an error.
 */
export const exactNumber = { kind: "string", format: "int64", isNumber: true } as const satisfies StringType;
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
/** Markdown that needs no sanitizing once it is HTML. */
export const markdown: StringType = { kind: "string", isMarkdown: true };
export const boolean: BooleanType = { kind: "boolean" };
/** On, off, or not said: `false` differs from an absent value. Only for fields that the package itself interprets. */
export const onOrOff: BooleanType = { kind: "boolean", isExplicit: true };
/** A 32-bit integer. */
export const integer: IntegerType = { kind: "integer" };

/** One of the names of a proto enum. The first is the zero value and means "not set". */
export const enumOf = <const V extends string>(...values: readonly V[]): EnumType<V> => ({ kind: "enum", values });
/** The same, with what a preview says of some of the values. */
export const enumWarning = <const V extends string>(
  warnings: Readonly<Record<string, string>>,
  ...values: readonly V[]
): EnumType<V> => ({ kind: "enum", values, warnings });
/** A list whose order is significant, of at most `maxItems` items. */
export const list = <T extends ValueType>(of: T, maxItems?: number): ListType<T> => ({
  kind: "list",
  of,
  ordered: true,
  ...(maxItems === undefined ? {} : { maxItems }),
});
/** A list whose order is not significant. */
export const set = <T extends ValueType>(of: T): ListType<T> => ({ kind: "list", of, ordered: false });
/** The same, of which the platform takes a few items for now. */
export const setUpTo = <T extends ValueType>(maxItems: number, of: T): ListType<T> => ({ ...set(of), maxItems });
/** A map with string keys. Updates always replace all of it. */
export const map = <T extends ValueType>(of: T, reserved?: readonly string[]): MapType<T> => ({
  kind: "map",
  of,
  ...(reserved === undefined ? {} : { reserved }),
});
/** A map whose keys are 64-bit integers, as decimal digits. */
export const mapByNumber = <T extends ValueType>(of: T): MapType<T> => ({ kind: "map", of, keys: "int64" });
/** A nested message. */
export const message = <const F extends Fields>(fields: F): MessageType<F> => ({ kind: "message", fields });

const field =
  <P extends Presence>(presence: P) =>
  <T extends ValueType, const O extends FieldOptions = Record<never, never>>(type: T, options?: O): Field<T, P, O> => ({
    type,
    presence,
    // Omitted options are the empty object, the default of O.
    options: options ?? ({} as O),
  });

/** A required input. It must not be empty, since an empty value is the same as an absent one on the wire. */
export const required = field("required");
/** An optional input. Removing it from the program clears it on the server. */
export const optional = field("optional");
/** An output, set only by the server. */
export const computed = field("computed");

/** The type that a value refers to by its uid, `iam:Group`; undefined where it refers to none. */
export const referredType = (type: ValueType | undefined): string | undefined =>
  type?.kind === "string" ? type.refersTo : undefined;
