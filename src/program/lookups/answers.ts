import { ProtocolError } from "../../client/api/errors";
import { shownWord } from "../../client/api/shown";
import { readAnswer } from "../../client/replies/answer";
import type { ObjectType, Operation } from "../../description/operations/operation";
import { isAlwaysReturned } from "../../description/spec/field-options";
import type {
  AlwaysNames,
  Field,
  Fields,
  ListType,
  MapType,
  MessageType,
  ValueOf,
  ValueType,
} from "../../description/spec/types";
import { isValues, type Values, withItems, zeroOf } from "../../description/spec/values";
import { parentOf } from "../../description/uid";
import type { JsonObject } from "../../description/wire/json";

/** Names of fields that Get and List do not return. */
type NotReturned<F extends Fields> = {
  [K in keyof F]: F[K]["options"] extends
    | { readonly parent: true }
    | { readonly clientOnly: true }
    | { readonly writeOnly: true }
    | { readonly returned: "once" }
    | { readonly subresource: object }
    ? K
    : never;
}[keyof F];

type ReturnedValue<T extends ValueType> =
  T extends ObjectType<infer F>
    ? EntityOf<F>
    : T extends MessageType<infer F>
      ? AnswerOf<F>
      : T extends ListType<infer I>
        ? ReturnedValue<I>[]
        : T extends MapType<infer I>
          ? Record<string, ReturnedValue<I>>
          : T extends { readonly isNumber: true }
            ? number
            : ValueOf<T>;

/** The TypeScript type of a result with fields F. The mapped types are homomorphic, so they keep doc comments. */
export type AnswerOf<F extends Fields> = {
  [K in keyof Pick<F, Exclude<AlwaysNames<F>, NotReturned<F>>>]: ReturnedValue<F[K]["type"]>;
} & {
  [K in keyof Pick<F, Exclude<keyof F, AlwaysNames<F> | NotReturned<F>>>]?: ReturnedValue<F[K]["type"]> | undefined;
};

/** Fields of every object of the API. */
export interface Entity {
  /** uid of the object. */
  uid: string;
  /** uid of the parent. Absent for an object without a parent, such as a root group or a built-in role. */
  parentUid?: string | undefined;
}

export type EntityOf<F extends Fields> = Entity & AnswerOf<Omit<F, "uid">>;

export type ResultOf<O extends Operation> = O["returns"] extends keyof O["answer"]
  ? ReturnedValue<O["answer"][O["returns"]]["type"]>
  : keyof O["answer"] extends never
    ? undefined
    : AnswerOf<O["answer"]>;

/** An empty field gets its zero value if every response has it, and is otherwise left out. Throws ProtocolError. */
export const answerOf =
  (fields: Fields) =>
  (answer: JsonObject): Values =>
    messageOf(fields, readAnswer(fields, answer));

/** How to get the uid of an object's parent: remove the last id of the object's uid, or use the same uid. */
export type ParentRule = "front" | "same";

/** Reads an object with its uid and its parent's. Throws ProtocolError if there is no uid. */
export const entityOf =
  <F extends Fields>(fields: F, rule: ParentRule = "front") =>
  (answer: JsonObject): EntityOf<F> =>
    // The value has the fields of F by construction, but the compiler cannot follow a loop over them.
    objectOf(fields, { ...readAnswer(fields, answer), uid: answer.uid }, rule) as EntityOf<F>;

/** Reads a single value, for example a list item. Throws like answerOf and entityOf. */
export const readerOf =
  (type: ValueType) =>
  (raw: unknown): unknown => {
    const { value } = readAnswer({ value: { type, presence: "computed", options: {} } }, { value: raw });
    return returnedValue(type, value ?? zeroOf(type) ?? {});
  };

function objectOf(fields: Fields, values: Values, rule: ParentRule = "front"): Values {
  const { uid } = values;
  if (typeof uid !== "string" || uid === "")
    throw new ProtocolError("the response contains an object without a uid", false);
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
  options.returned === "once" ||
  options.subresource !== undefined;

/** A value as lookups return it: nested messages with their defaults, exact numbers converted. */
function returnedValue(type: ValueType, value: unknown): unknown {
  if (type.kind === "message" && isValues(value)) {
    return "isObject" in type ? objectOf(type.fields, value) : messageOf(type.fields, value);
  }
  if (type.kind === "string" && type.isNumber) return exactNumberOf(String(value));
  return withItems(type, value, returnedValue);
}

/** Throws ProtocolError if a JavaScript number cannot represent it exactly. */
function exactNumberOf(digits: string): number {
  const number = Number(digits);
  if (Number.isSafeInteger(number)) return number;
  throw new ProtocolError(`a 64-bit integer is too large for an exact JavaScript number: ${shownWord(digits)}`, false);
}

/** Returns the default of an empty field: its zero value if every response has the field, otherwise undefined. */
function absentValue({ type, presence, options }: Field): unknown {
  if (!isAlwaysReturned(options) && presence !== "required") return undefined;
  return returnedValue(type, zeroOf(type) ?? (type.kind === "message" ? {} : undefined));
}
