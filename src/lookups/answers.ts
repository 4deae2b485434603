import { ProtocolError } from "../api/errors";
import type { JsonObject } from "../api/json";
import type { ObjectType, Operation } from "../operations/operation";
import type { AlwaysNames, Field, Fields, ListType, MapType, MessageType, ValueOf, ValueType } from "../spec/types";
import { isValues, type Values, zeroOf } from "../spec/values";
import { parentOf } from "../uid";
import { readAnswer } from "../wire/answer";

/** Names of the fields of F that Get and List leave out: in the uid, ours, sent only, told by the create only, or elsewhere. */
type NotReturned<F extends Fields> = {
  [K in keyof F]: F[K]["options"] extends
    | { readonly parent: true }
    | { readonly clientOnly: true }
    | { readonly writeOnly: true }
    | { readonly returnedOnce: true }
    | { readonly subresource: object }
    ? K
    : never;
}[keyof F];

/** The TypeScript type of a value of type T as an answer has it. */
type ReturnedValue<T extends ValueType> =
  T extends ObjectType<infer F>
    ? EntityOf<F>
    : T extends MessageType<infer F>
      ? AnswerOf<F>
      : T extends ListType<infer I>
        ? ReturnedValue<I>[]
        : T extends MapType<infer I>
          ? Record<string, ReturnedValue<I>>
          : T extends { readonly isBigint: true }
            ? bigint
            : ValueOf<T>;

/** What an answer tells of fields F. Mapped types are homomorphic, so that doc comments show. */
export type AnswerOf<F extends Fields> = {
  [K in keyof Pick<F, Exclude<AlwaysNames<F>, NotReturned<F>>>]: ReturnedValue<F[K]["type"]>;
} & {
  [K in keyof Pick<F, Exclude<keyof F, AlwaysNames<F> | NotReturned<F>>>]?: ReturnedValue<F[K]["type"]> | undefined;
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

/** What the function of an operation O returns. */
export type ResultOf<O extends Operation> = O["returns"] extends keyof O["answer"]
  ? ReturnedValue<O["answer"][O["returns"]]["type"]>
  : keyof O["answer"] extends never
    ? undefined
    : AnswerOf<O["answer"]>;

/** One of the things that the function of an operation O lists. */
export type ItemOf<O extends Operation> = ResultOf<O> extends (infer I)[] ? I : never;

/**
 * Reads answers that fields describe. What every answer has is there, if only as the zero of its kind; of the rest, what is
 * empty is left out. Throws ProtocolError for an integer that has lost its last digits, or is none.
 */
export const answerOf =
  (fields: Fields) =>
  (answer: JsonObject): Values =>
    messageOf(fields, readAnswer(fields, answer));

/** Where the uid of what an object lies under comes from: the own uid without its last id, or all of it. */
export type ParentRule = "front" | "same";

/**
 * Reads objects that fields describe, with the uid of what they lie under. Throws ProtocolError when there is no uid.
 */
export const entityOf =
  <F extends Fields>(fields: F, rule: ParentRule = "front") =>
  (answer: JsonObject): EntityOf<F> =>
    // The value has the fields of F by construction; the compiler cannot follow a loop over them.
    objectOf(fields, { ...readAnswer(fields, answer), uid: answer.uid }, rule) as EntityOf<F>;

/** Reads one value of a type, an item of a list for example. Throws as answerOf and entityOf do. */
export const readerOf =
  (type: ValueType) =>
  (raw: unknown): unknown => {
    const { value } = readAnswer({ value: { type, presence: "computed", options: {} } }, { value: raw });
    return returnedValue(type, value ?? zeroOf(type) ?? {});
  };

function objectOf(fields: Fields, values: Values, rule: ParentRule = "front"): Values {
  const { uid } = values;
  if (typeof uid !== "string" || uid === "") throw new ProtocolError("an object without a uid came back", false);
  const parentUid = rule === "same" ? uid : parentOf(uid);
  return { uid, ...(parentUid ? { parentUid } : {}), ...messageOf(fields, values) };
}

function messageOf(fields: Fields, values: Values): Values {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    if (isNotReturned(field)) return [];
    const value = values[name] === undefined ? absentValue(field) : returnedValue(field.type, values[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

const isNotReturned = ({ options }: Field): boolean =>
  options.parent === true ||
  options.clientOnly === true ||
  options.writeOnly === true ||
  options.returnedOnce === true ||
  options.subresource !== undefined;

/** A value that was read, with what every answer has. */
function returnedValue(type: ValueType, value: unknown): unknown {
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => returnedValue(type.of, item));
  if (type.kind === "map" && isValues(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, returnedValue(type.of, item)]));
  }
  if (type.kind === "message" && isValues(value)) {
    return "isObject" in type ? objectOf(type.fields, value) : messageOf(type.fields, value);
  }
  return type.kind === "string" && type.isBigint ? BigInt(String(value)) : value;
}

/** Empty fields may be left out of an answer (they mean the same); what is always there gets its zero back. */
function absentValue({ type, presence, options }: Field): unknown {
  if (!options.alwaysReturned && presence !== "required") return undefined;
  return returnedValue(type, zeroOf(type) ?? (type.kind === "message" ? {} : undefined));
}
