import { ConfigurationError, PlatformError, ProtocolError } from "../api/errors";
import { isJsonObject, type JsonObject } from "../api/json";
import { shownWord } from "../api/shown";
import { checkValues } from "../spec/check";
import { wireName } from "../spec/resource";
import type {
  AlwaysNames,
  Field,
  Fields,
  ListType,
  MapType,
  MessageType,
  StringType,
  ValueOf,
  ValueType,
} from "../spec/types";
import { isEmpty, type Values, zeroOf } from "../spec/values";
import { parentOf } from "../uid";

/** A question was put in a way that cannot be answered. Nothing was sent. */
export class ArgumentError extends ConfigurationError {}

/** Nothing, or more than one thing, answers a question for one. */
export class NoSingleAnswerError extends PlatformError {
  override readonly name = "NoSingleAnswerError";
}

/**
 * Names of the fields of F that Get and List leave out: they are in the uid, are ours, were told once, or live
 * elsewhere.
 */
type Untold<F extends Fields> = {
  [K in keyof F]: F[K]["options"] extends
    | { readonly parent: true }
    | { readonly local: true }
    | { readonly writeOnly: true }
    | { readonly createOnly: true }
    | { readonly subresource: object }
    ? K
    : never;
}[keyof F];

/** The TypeScript type of a value of type T as an answer has it. */
type ToldOf<T extends ValueType> =
  T extends MessageType<infer F>
    ? AnswerOf<F>
    : T extends ListType<infer I>
      ? ToldOf<I>[]
      : T extends MapType<infer I>
        ? Record<string, ToldOf<I>>
        : ValueOf<T>;

/** What an answer tells of fields F. Mapped types are homomorphic, so that doc comments show. */
export type AnswerOf<F extends Fields> = {
  [K in keyof Pick<F, Exclude<AlwaysNames<F>, Untold<F>>>]: ToldOf<F[K]["type"]>;
} & {
  [K in keyof Pick<F, Exclude<keyof F, AlwaysNames<F> | Untold<F>>>]?: ToldOf<F[K]["type"]> | undefined;
};

/** What every object of the API has. */
export interface Entity {
  /** uid of the object. */
  uid: string;
  /** uid of what the object lies under; absent where it lies under nothing, as a root group and a built-in role do. */
  parentUid?: string | undefined;
}

/** An object of fields F as the platform holds it. */
export type EntityOf<F extends Fields> = Entity & AnswerOf<Omit<F, "uid">>;

/**
 * Refuses arguments that are not the ones described, before any request: the server ignores what it does not know, and
 * would list everything. Throws ArgumentError, with every complaint.
 */
export function checkArguments(lookup: string, fields: Fields, args: object): void {
  const failures = checkValues(fields, args as Values);
  if (failures.length === 0) return;
  throw new ArgumentError(`${lookup}: ${failures.map(({ property, reason }) => `${property} ${reason}`).join("; ")}`);
}

/**
 * Reads answers that fields describe. What every answer has is there, if only as the zero of its kind; of the rest,
 * what is empty is left out, for a server may write empty fields or not (wire fact 24). Throws ProtocolError for an
 * integer that has lost its last digits, or is none.
 */
export const answerOf =
  <F extends Fields>(fields: F) =>
  (answer: JsonObject): AnswerOf<F> =>
    // The value has the fields of F by construction; the compiler cannot follow a loop over them.
    messageOf(fields, answer) as AnswerOf<F>;

/** Where the uid of what an object lies under comes from: the own uid without its last id, or all of it. */
export type ParentRule = "front" | "same";

/**
 * Reads objects that fields describe, with the uid of what they lie under. Throws ProtocolError when there is no uid.
 */
export const entityOf =
  <F extends Fields>(fields: F, rule: ParentRule = "front") =>
  (answer: JsonObject): EntityOf<F> => {
    const { uid } = answer;
    if (typeof uid !== "string" || uid === "") throw new ProtocolError("an object without a uid came back", false);
    const parentUid = rule === "same" ? uid : parentOf(uid);
    const values = { uid, ...(parentUid ? { parentUid } : {}), ...messageOf(fields, answer) };
    return values as EntityOf<F>; // As above.
  };

function messageOf(fields: Fields, answer: JsonObject): Values {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    if (isUntold(field)) return [];
    const raw = rawOf(name, field, answer);
    const value = (isAbsent(field.type, raw) ? undefined : readValue(field.type, raw)) ?? absentValue(field);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

const isUntold = ({ options }: Field): boolean =>
  options.parent === true ||
  options.local === true ||
  options.writeOnly === true ||
  options.createOnly === true ||
  options.subresource !== undefined;

/** The value of a field on the wire; where it comes back empty under its own name, that of another place. */
function rawOf(name: string, field: Field, answer: JsonObject): unknown {
  const own = answer[wireName(name, field)];
  if (field.options.readFrom === undefined || !isAbsent(field.type, own)) return own;
  return field.options.readFrom
    .split(".")
    .reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), answer);
}

/** Whether a value on the wire says no more than none. A message says that it is there, even when it is empty. */
const isAbsent = (type: ValueType, raw: unknown): boolean =>
  raw === undefined || raw === null || (type.kind !== "message" && isEmpty(type, raw));

/** A value as it is told; nothing where it is of another kind than was described. */
function readValue(type: ValueType, raw: unknown): unknown {
  switch (type.kind) {
    case "message":
      return isJsonObject(raw) ? messageOf(type.fields, raw) : undefined;
    case "list":
      return Array.isArray(raw) ? raw.flatMap((item) => readValue(type.of, item) ?? []) : undefined;
    case "map":
      return isJsonObject(raw)
        ? Object.fromEntries(Object.entries(raw).map(([key, item]) => [key, readValue(type.of, item)]))
        : undefined;
    case "string":
      return readText(type, raw);
    case "enum":
      return typeof raw === "string" ? raw : undefined;
    case "boolean":
      return typeof raw === "boolean" ? raw : undefined;
    case "integer":
      return typeof raw === "number" ? raw : undefined;
  }
}

/** 64-bit integers come as strings; one that came as a number was rounded if it is beyond what a number can hold. */
function readText({ format }: StringType, raw: unknown): string | undefined {
  if (format !== "int64") return typeof raw === "string" ? raw : undefined;
  if (typeof raw === "string" && /^-?\d{1,19}$/.test(raw)) return raw;
  if (typeof raw !== "number" && typeof raw !== "string") return undefined;
  if (Number.isSafeInteger(raw)) return String(raw);
  const reason = typeof raw === "number" ? "came as a number, and lost its last digits" : "is none";
  throw new ProtocolError(`a 64-bit integer ${reason}: ${shownWord(String(raw))}`, false);
}

/** Empty fields may be left out of an answer (they mean the same); what is always there gets its zero back. */
function absentValue({ type, presence, options }: Field): unknown {
  if (!options.always && presence !== "required") return undefined;
  return type.kind === "message" ? messageOf(type.fields, {}) : (zeroOf(type) ?? undefined);
}
