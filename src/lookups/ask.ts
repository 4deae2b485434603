import type { Client } from "../api/client";
import type { JsonObject } from "../api/json";
import { itemsOf } from "../api/pages";
import type { Operation } from "../operations/operation";
import type { Fields, MessageOf } from "../spec/types";
import type { Values } from "../spec/values";
import { requestOf } from "../wire/request";
import { answerOf, type ResultOf, readerOf } from "./answers";
import { type ArgsOf, argumentsOf, checkQuestion } from "./arguments";
import { type Listing, list } from "./listing";

/**
 * The function that asks an operation. It throws ArgumentError, before anything is sent, and the errors of the client; for
 * an answer that cannot be read, ProtocolError.
 */
export const ask = <O extends Operation>(operation: O): ((client: Client, args?: ArgsOf<O>) => Promise<ResultOf<O>>) =>
  // The operation's data gives arguments and results their types; the compiler cannot follow it.
  asking(operation) as ReturnType<typeof ask<O>>;

/** The same, for who gives the types. */
export function asking(operation: Operation): (client: Client, args?: object) => Promise<unknown> {
  if (operation.pages === undefined) return askOnce(operation, argumentsOf(operation));
  const listing = listingOf(operation);
  return (client, args = {}) => list(client, listing, args);
}

/**
 * The same for a function whose arguments are not those of the operation.
 *
 * @param fields what the function takes
 * @param body the body that is made of it; where it is left out, the values of the request by their names
 */
export const askWith = <O extends Operation, F extends Fields>(
  operation: O,
  fields: F,
  body?: (args: MessageOf<F>) => JsonObject,
): ((client: Client, args: MessageOf<F>) => Promise<ResultOf<O>>) =>
  // As in ask.
  askOnce(operation, fields, body as (args: object) => JsonObject) as ReturnType<typeof askWith<O, F>>;

const askOnce =
  (operation: Operation, fields: Fields, body?: (args: object) => JsonObject) =>
  async (client: Client, args: object = {}): Promise<unknown> => {
    checkQuestion({ name: nameOf(operation), method: operation.method, arguments: fields }, args);
    return resultIn(operation, await client.call(requestOf(operation, args as Values, body?.(args))));
  };

/** The public name of the function of an operation. */
const nameOf = ({ functions: [name] = [""] }: Operation): string => name;

/** What the function of an operation returns of an answer. Throws ProtocolError. */
function resultIn(operation: Operation, answer: JsonObject): unknown {
  const { answer: fields, returns } = operation;
  if (Object.keys(fields).length === 0) return undefined;
  if (returns === undefined) return answerOf(fields)(answer);
  const type = typeOf(operation);
  if (type.kind !== "list" || type.of.kind !== "message") return readerOf(type)(answer[returns]);
  return itemsOf(answer, returns, nameOf(operation)).map(readerOf(type.of));
}

/** The type of the one field that an operation returns. */
function typeOf({ answer, returns = "", path }: Operation): Fields[string]["type"] {
  const field = answer[returns];
  if (field === undefined) throw new Error(`the answer of ${path} has no field "${returns}"`);
  return field.type;
}

/** How the function of a List lists. */
export function listingOf(operation: Operation): Listing<Fields, unknown> {
  const { returns: key = "", pages: { keyedBy } = {}, path, params } = operation;
  const type = typeOf(operation);
  const fields = argumentsOf(operation);
  const sent = Object.entries(fields).filter(([name]) => !Object.hasOwn(params, name));
  return {
    name: nameOf(operation),
    asked: { method: "GET", path, params, request: Object.fromEntries(sent) },
    key,
    arguments: fields,
    read: readerOf(type.kind === "list" ? type.of : type),
    ...(keyedBy === undefined ? {} : { keyOf: (item: JsonObject) => item[keyedBy] }),
  };
}
