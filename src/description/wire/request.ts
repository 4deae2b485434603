import type { Operation } from "../operations/operation";
import { secondsOf } from "../spec/formats";
import { inputFields, type NamedField, wireName } from "../spec/resource";
import type { Fields, ValueType } from "../spec/types";
import { isEmpty, isValues, type Values, withItems } from "../spec/values";
import type { ApiRequest, Query } from "./api-request";
import type { JsonObject } from "./json";
import { literal, type Path, path, segment } from "./path";

export type Asked = Pick<Operation, "method" | "path" | "params" | "request">;

/** Builds the request of an operation. `args` are its parameters and request fields. `body` may replace that of the request fields. */
export function requestOf(
  operation: Asked & Partial<Pick<Operation, "repeat" | "isLimitFinal">>,
  args: Values,
  body = bodyOf(operation.request, args),
): ApiRequest {
  const { method, repeat, isLimitFinal = false } = operation;
  return {
    method,
    path: pathOf(operation, args),
    ...(method === "GET" ? { query: queryOf(operation.request, args) } : { body }),
    ...(repeat === "harmful" ? { effect: "create" } : {}),
    isLimitFinal,
  };
}

/** The path of an operation with its parameters. Uids keep their slashes, and other values are one segment each. */
export const pathOf = ({ path: template, params }: Asked, args: Values): Path =>
  template.split(/(\{\w+\})/).reduce((before, part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return path`${before}${literal(part)}`;
    const type = params[name]?.type;
    const text = String(args[name]);
    const isUid = type?.kind === "string" && type.format === "uid";
    return isUid ? path`${before}${text}` : path`${before}${segment(text)}`;
  }, literal(""));

const given = (fields: Fields, args: Values): NamedField[] =>
  inputFields(fields).filter(
    ([name, { options }]) => !options.clientOnly && args[name] !== undefined && args[name] !== null,
  );

/** The query for values: a list is a repeated key (platform API: GW-11), a message is one key per field. */
export const queryOf = (fields: Fields, args: Values): Query =>
  given(fields, args).flatMap(([name, field]) => pairsOf(wireName(name, field), args[name]));

function pairsOf(key: string, value: unknown): Query {
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(key, item));
  if (!isValues(value)) return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : pairsOf(`${key}.${name}`, item)));
}

const bodyOf = (fields: Fields, args: Values): JsonObject =>
  Object.fromEntries(
    given(fields, args).map(([name, field]) => [wireName(name, field), toWire(field.type, args[name])]),
  );

export function messageToWire(fields: Fields, values: Values): JsonObject {
  const entries = inputFields(fields).filter(([name, field]) => !isEmpty(field.type, values[name]));
  return Object.fromEntries(entries.map(([name, field]) => [wireName(name, field), toWire(field.type, values[name])]));
}

/** A value in wire form: a duration in seconds. */
export function toWire(type: ValueType, value: unknown): unknown {
  if (type.kind === "string" && type.format === "duration") return `${secondsOf(String(value))}s`;
  if (type.kind === "message" && isValues(value)) return messageToWire(type.fields, value);
  return withItems(type, value, toWire);
}
