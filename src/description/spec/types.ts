import type { FieldOptions } from "./field-options";

/** The value types of the API as data: the source of TypeScript types, input checks, equality, update masks and the emulator's JSON. */

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

/** What the platform requires of a text beyond its format. It may be stricter than when an object was created. */
export interface TextRule {
  readonly pattern: RegExp;
  /** The rule in words, as the end of a sentence: `must be …`. */
  readonly says: string;
  /** The pattern in the platform's own form, if it differs. */
  readonly source?: string;
  /** What the platform's description says in addition, but no refusal of the platform is known for. */
  readonly usual?: { readonly pattern: RegExp; readonly says: string };
}

export interface StringType {
  readonly kind: "string";
  readonly format?: StringFormat;
  /** Type of the resource that a uid refers to. */
  readonly refersTo?: string;
  readonly pattern?: RegExp;
  readonly rule?: TextRule;
  /** Values that are known today. Others are sent with a warning, because the platform may accept them. */
  readonly known?: readonly string[];
  /** A pattern of RE2. */
  readonly isRe2?: true;
  /** Markdown that needs no sanitizing as HTML. */
  readonly isMarkdown?: true;
  /** The limit of a duration, in seconds. */
  readonly maxSeconds?: number;
  readonly maxDaysAhead?: number;
  /** Lookups return the digits as a number. */
  readonly isNumber?: true;
  /** A number of seconds is also allowed. */
  readonly orNumber?: true;
}

export interface BooleanType {
  readonly kind: "boolean";
  /** `false` differs from an absent value: it switches something off. */
  readonly isExplicit?: true;
}

export interface IntegerType {
  readonly kind: "integer";
}

/** Full names of a proto enum. The first is the zero value and means "not set". */
export interface EnumType<V extends string = string> {
  readonly kind: "enum";
  readonly values: readonly V[];
  /** A preview's warning about a value that the platform refuses, now or in the future, by the value. */
  readonly warnings?: Readonly<Record<string, string>>;
}

/** A list; `ordered: false` if the API ignores the order. */
export interface ListType<T extends ValueType = ValueType> {
  readonly kind: "list";
  readonly of: T;
  readonly ordered: boolean;
  /** The most items that the platform accepts for now. */
  readonly maxItems?: number;
}

export interface MapType<T extends ValueType = ValueType> {
  readonly kind: "map";
  readonly of: T;
  /** Keys are 64-bit integers, as decimal digits. */
  readonly keys?: "int64";
  /** Prefixes of keys that only the platform sets. `{vendor}` stands for the setting of that name, `{VENDOR}` for the same in upper case. */
  readonly reserved?: readonly string[];
  /** Everybody who may read the object sees the values, but people put passwords into them. So copies of an organization leave them out. */
  readonly mayHoldPasswords?: true;
}

export interface MessageType<F extends Fields = Fields> {
  readonly kind: "message";
  readonly fields: F;
}

export type ValueType = StringType | BooleanType | IntegerType | EnumType | ListType | MapType | MessageType;

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

/** Names of the fields that every response has. */
export type AlwaysNames<F extends Fields> = {
  [K in keyof F]: F[K]["presence"] extends "required"
    ? K
    : F[K]["options"] extends { readonly returned: "always" | "always changing" }
      ? K
      : never;
}[keyof F];

/** The TypeScript type of a message: required fields are always present, others optional. */
export type MessageOf<F extends Fields> = {
  [K in keyof Pick<F, AlwaysNames<F>>]: ValueOf<F[K]["type"]>;
} & {
  [K in keyof Pick<F, Exclude<keyof F, AlwaysNames<F>>>]?: ValueOf<F[K]["type"]> | undefined;
};

/** A string, with an optional pattern of this package or rule of the platform. */
export const string = (form?: RegExp | TextRule): StringType => {
  if (form === undefined) return { kind: "string" };
  return form instanceof RegExp ? { kind: "string", pattern: form } : { kind: "string", rule: form };
};

export const stringOf = (known: readonly string[]): StringType => ({ kind: "string", known });

/** The uid of a resource of the given type: a path of ids, `root/child/grandchild`. */
export const uid = (refersTo?: string): StringType => ({
  kind: "string",
  format: "uid",
  ...(refersTo === undefined ? {} : { refersTo }),
});

/** RFC 3339 in UTC, with 0, 3, 6 or 9 digits of fraction. */
export const timestamp: StringType = { kind: "string", format: "timestamp" };
export const timestampWithin = (maxDaysAhead: number): StringType => ({ ...timestamp, maxDaysAhead });
/** A duration: `24h`, `7d`, `90m`, `45s`, or a number of seconds. It is sent in seconds, `86400s`. */
export const duration = { kind: "string", format: "duration", orNumber: true } as const satisfies StringType;
export const durationUpTo = (maxSeconds: number): typeof duration & StringType => ({ ...duration, maxSeconds });
/** A 64-bit integer as decimal digits in a string. */
export const int64: StringType = { kind: "string", format: "int64" };
/** A 64-bit integer that a lookup returns as a number, because Pulumi exports a bigint as `{}`. One beyond 2^53 - 1, which would be rounded, is an error. */
export const exactNumber = { kind: "string", format: "int64", isNumber: true } as const satisfies StringType;
/** An https URL without user information. */
export const https: StringType = { kind: "string", format: "https" };
/** A URL for the platform to call. One that is not https, or of a private host, is a warning (platform API: EVT-2). */
export const sink: StringType = { kind: "string", format: "sink" };
/** `sha256:` and 64 hex digits. */
export const digest: StringType = { kind: "string", format: "digest" };
/** Base64. */
export const bytes: StringType = { kind: "string", format: "bytes" };
/** A cloud account number of twelve digits. */
export const account: StringType = { kind: "string", format: "account" };
export const re2: StringType = { kind: "string", isRe2: true };
export const markdown: StringType = { kind: "string", isMarkdown: true };
export const boolean: BooleanType = { kind: "boolean" };
/** On, off, or absent. `false` differs from an absent value. Only for fields that the package itself interprets. */
export const onOrOff: BooleanType = { kind: "boolean", isExplicit: true };
/** A 32-bit integer. */
export const integer: IntegerType = { kind: "integer" };

export const enumOf = <const V extends string>(...values: readonly V[]): EnumType<V> => ({ kind: "enum", values });
export const enumWarning = <const V extends string>(
  warnings: Readonly<Record<string, string>>,
  ...values: readonly V[]
): EnumType<V> => ({ kind: "enum", values, warnings });
/** A list of at most `maxItems` items. The order counts, unless the list is a set. */
const listType =
  (ordered: boolean) =>
  <T extends ValueType>(of: T, maxItems?: number): ListType<T> => ({
    kind: "list",
    of,
    ordered,
    ...(maxItems === undefined ? {} : { maxItems }),
  });

export const list = listType(true);
export const set = listType(false);
/** A map with string keys. Updates always replace all of it. */
export const map = <T extends ValueType>(
  of: T,
  limits: Pick<MapType, "reserved" | "mayHoldPasswords"> = {},
): MapType<T> => ({ kind: "map", of, ...limits });
export const mapByNumber = <T extends ValueType>(of: T): MapType<T> => ({ kind: "map", of, keys: "int64" });
export const message = <const F extends Fields>(fields: F): MessageType<F> => ({ kind: "message", fields });

const field =
  <P extends Presence>(presence: P) =>
  <T extends ValueType, const O extends FieldOptions = Record<never, never>>(type: T, options?: O): Field<T, P, O> => ({
    type,
    presence,
    // The empty object is the default of O.
    options: options ?? ({} as O),
  });

/** A required input. It must not be empty, because empty and absent values are the same on the wire. */
export const required = field("required");
/** An optional input. Removing it from the program clears it on the server. */
export const optional = field("optional");
/** An output, set only by the server. */
export const computed = field("computed");

/** The type that a uid refers to, `iam:Group`. Undefined for other values. */
export const referredType = (type: ValueType | undefined): string | undefined =>
  type?.kind === "string" ? type.refersTo : undefined;
