import type { ApiRequest, Client, Query } from "../api/client";
import type { JsonObject } from "../api/json";
import { literal, type Path, path, segment } from "../api/path";
import { inputFields, type NamedField, wireName } from "../spec/resource";
import type { Fields, MessageOf } from "../spec/types";
import { isEmpty, isValues, type Values } from "../spec/values";
import { ArgumentError, checkArguments } from "./answers";

/** An operation of the API that a function of this package asks, as data. */
export interface Operation<F extends Fields = Fields> {
  /** Public name of the function, `getGroups`. */
  readonly name: string;
  readonly method: ApiRequest["method"];
  /** Its path, in which `{group}` stands for the argument of that name. */
  readonly path: string;
  /** What the function takes. `sentAs` is the name on the wire; what is `local` is not sent. */
  readonly arguments: F;
}

/** An operation with one answer. */
export interface Call<F extends Fields, T> extends Operation<F> {
  readonly read: (answer: JsonObject) => T;
  /** The body, where it is not the arguments that are not in the path. */
  readonly body?: (args: MessageOf<F>) => JsonObject;
  /** A second arrival would do harm or be refused: it is sent once, and not again when the answer is lost. */
  readonly isSentOnce?: true;
  /** "Too many" is its answer ("already sent"), which waiting does not change: it is not sent again. */
  readonly isLimitFinal?: true;
}

/** The function that asks a call. It throws ArgumentError, before anything is sent, and the errors of the client. */
export const ask =
  <F extends Fields, T>(call: Call<F, T>) =>
  async (client: Client, args: MessageOf<F> = {} as MessageOf<F>): Promise<T> => {
    check(call, args);
    const { method, isSentOnce, isLimitFinal = false, read, body = (given) => bodyOf(call, given) } = call;
    const answer = await client.call({
      method,
      path: pathOf(call, args),
      ...(method === "GET" ? { query: queryOf(call, args) } : { body: body(args) }),
      ...(isSentOnce ? { effect: "create" } : {}),
      isLimitFinal,
    });
    return read(answer);
  };

/**
 * Refuses arguments that the server would ignore: unknown ones, and, in a question, empty ones, which are as good as
 * not given, so that it would answer with everything. Throws ArgumentError.
 */
export function check({ name, method, arguments: fields }: Operation, args: object): void {
  checkArguments(name, fields, args);
  if (method !== "GET") return;
  const empty = inputFields(fields).filter(([key, field]) => isEmptyFilter(field, (args as Values)[key]));
  if (empty.length === 0) return;
  const names = empty.map(([key]) => key).join(", ");
  // advice: leave-it-out
  throw new ArgumentError(`${name}: ${names} must not be empty; leave it out to ask for all`);
}

const isEmptyFilter = ({ type }: NamedField[1], value: unknown): boolean => {
  if (value === undefined || value === null || type.kind === "boolean" || type.kind === "integer") return false;
  return isEmpty(type, value) || (type.kind === "list" && Array.isArray(value) && value.some((item) => item === ""));
};

/** The path of an operation with its arguments put in: uids with their slashes, all else as one segment each. */
export function pathOf({ path: template, arguments: fields }: Operation, args: object): Path {
  return template.split(/(\{\w+\})/).reduce((before, part) => {
    const name = placeholderIn(part);
    if (name === undefined) return path`${before}${literal(part)}`;
    const type = fields[name]?.type;
    const text = String((args as Values)[name]);
    const isUid = type?.kind === "string" && type.format === "uid";
    return isUid ? path`${before}${text}` : path`${before}${segment(text)}`;
  }, literal(""));
}

const placeholderIn = (part: string): string | undefined => /^\{(\w+)\}$/.exec(part)?.[1];

/** The arguments that go neither into the path nor nowhere, and are given. */
function sentFields({ path: template, arguments: fields }: Operation, args: object): NamedField[] {
  const placed = new Set(template.split(/(\{\w+\})/).map(placeholderIn));
  return inputFields(fields).filter(([name, { options }]) => {
    const value = (args as Values)[name];
    return !options.local && !placed.has(name) && value !== undefined && value !== null;
  });
}

/** The query of an operation: a list is a repeated key (wire fact 10), a message a key for each of its fields. */
export const queryOf = (operation: Operation, args: object): Query =>
  sentFields(operation, args).flatMap(([name, field]) => pairsOf(wireName(name, field), (args as Values)[name]));

function pairsOf(key: string, value: unknown): Query {
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(key, item));
  if (!isValues(value)) return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : pairsOf(`${key}.${name}`, item)));
}

const bodyOf = (operation: Operation, args: object): JsonObject =>
  Object.fromEntries(
    sentFields(operation, args).map(([name, field]) => [wireName(name, field), (args as Values)[name]]),
  );
