import type { Client } from "../../client/api/client";
import { itemsOf } from "../../client/api/pages";
import type { Operation } from "../../description/operations/operation";
import type { Fields, MessageOf } from "../../description/spec/types";
import type { Values } from "../../description/spec/values";
import type { JsonObject } from "../../description/wire/json";
import { requestOf } from "../../description/wire/request";
import { answerOf, type ResultOf, readerOf } from "./answers";
import { type ArgsOf, argumentsOf, checkQuestion } from "./arguments";
import { type Listing, list } from "./listing";

/** The function of an operation. Throws ArgumentError before any request, ProtocolError, and the errors of the client. */
export const ask = <O extends Operation>(operation: O): ((client: Client, args?: ArgsOf<O>) => Promise<ResultOf<O>>) =>
  // The types come from the operation's data, which the compiler cannot follow.
  asking(operation) as ReturnType<typeof ask<O>>;

/** Like `ask`, without inferred types. */
export function asking(operation: Operation): (client: Client, args?: object) => Promise<unknown> {
  if (operation.pages === undefined) return askOnce(operation, argumentsOf(operation));
  const listing = listingOf(operation);
  return (client, args = {}) => list(client, listing, args);
}

/**
 * Returns a function whose arguments differ from those of its operation.
 *
 * @param body builds the request body from them. By default, it contains the request fields of the same names.
 */
export const askWith = <O extends Operation, F extends Fields>(
  operation: O,
  fields: F,
  body?: (args: MessageOf<F>) => JsonObject,
): ((client: Client, args: MessageOf<F>) => Promise<ResultOf<O>>) =>
  // The types come from the operation's data, as in `ask`.
  askOnce(operation, fields, body as (args: object) => JsonObject) as ReturnType<typeof askWith<O, F>>;

const askOnce =
  (operation: Operation, fields: Fields, body?: (args: object) => JsonObject) =>
  async (client: Client, args: object = {}): Promise<unknown> => {
    checkQuestion({ name: nameOf(operation), method: operation.method, arguments: fields }, args);
    return resultIn(operation, await client.call(requestOf(operation, args as Values, body?.(args))));
  };

const nameOf = ({ functions: [name] = [""] }: Operation): string => name;

export function resultIn(operation: Operation, answer: JsonObject): unknown {
  const { answer: fields, returns } = operation;
  if (Object.keys(fields).length === 0) return undefined;
  if (returns === undefined) return answerOf(fields)(answer);
  const type = typeOf(operation);
  if (type.kind !== "list" || type.of.kind !== "message") return readerOf(type)(answer[returns]);
  return itemsOf(answer, returns, nameOf(operation)).map(readerOf(type.of));
}

function typeOf({ answer, returns = "", path }: Operation): Fields[string]["type"] {
  const field = answer[returns];
  if (field === undefined) throw new Error(`the response of ${path} has no field "${returns}"`);
  return field.type;
}

export function listingOf(operation: Operation): Listing<unknown> {
  const { returns: key = "", pages: { keyedBy, countIsPlain = false } = {}, path, params } = operation;
  const type = typeOf(operation);
  const fields = argumentsOf(operation);
  const sent = Object.entries(fields).filter(([name]) => !Object.hasOwn(params, name));
  return {
    name: nameOf(operation),
    asked: { method: "GET", path, params, request: Object.fromEntries(sent) },
    key,
    countIsPlain,
    arguments: fields,
    read: readerOf(type.kind === "list" ? type.of : type),
    ...(keyedBy === undefined ? {} : { keyOf: (item: JsonObject) => item[keyedBy] }),
  };
}
