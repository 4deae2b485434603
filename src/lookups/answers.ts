import { ConfigurationError, PlatformError } from "../api/errors";
import { isJsonObject, type JsonObject } from "../api/json";
import { checkValues } from "../spec/check";
import { wireName } from "../spec/resource";
import type { Field, Fields, MessageOf, ValueType } from "../spec/types";
import type { Values } from "../spec/values";

/** A question was put in a way that cannot be answered. Nothing was sent. */
export class ArgumentError extends ConfigurationError {}

/** Nothing, or more than one thing, answers a question for one. */
export class NoSingleAnswerError extends PlatformError {
  override readonly name = "NoSingleAnswerError";
}

/**
 * Refuses arguments that are not the ones described, before any request: the server ignores what it does not know, and
 * would list everything. Throws ArgumentError, with every complaint.
 */
export function checkArguments(lookup: string, fields: Fields, args: object): void {
  const failures = checkValues(fields, args as Values);
  if (failures.length === 0) return;
  throw new ArgumentError(`${lookup}: ${failures.map(({ property, reason }) => `${property} ${reason}`).join("; ")}`);
}

/** The value of an answer that was described by fields: what every answer has is there, if only as the zero of its kind. */
// The value has the fields of F by construction; the compiler cannot follow a loop over them.
export const answerOf = <F extends Fields>(fields: F, answer: JsonObject): MessageOf<F> =>
  messageOf(fields, answer) as MessageOf<F>;

function messageOf(fields: Fields, answer: JsonObject): Values {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const raw = answer[wireName(name, field)];
    const value = raw === undefined || raw === null ? zeroOf(field) : readValue(field.type, raw);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function readValue(type: ValueType, raw: unknown): unknown {
  switch (type.kind) {
    case "message":
      return isJsonObject(raw) ? messageOf(type.fields, raw) : undefined;
    case "list":
      return Array.isArray(raw) ? raw.map((item) => readValue(type.of, item)) : [];
    case "map":
      return isJsonObject(raw)
        ? Object.fromEntries(Object.entries(raw).map(([key, item]) => [key, readValue(type.of, item)]))
        : {};
    case "string":
      return type.format === "int64" ? String(raw) : raw;
    default:
      return raw;
  }
}

/** Empty fields may be left out of an answer (they mean the same); what is always there gets its zero back. */
function zeroOf({ type, presence, options }: Field): unknown {
  if (!options.always && presence !== "required") return undefined;
  switch (type.kind) {
    case "string":
      return type.format === "int64" ? "0" : "";
    case "boolean":
      return false;
    case "integer":
      return 0;
    case "enum":
      return type.values[0];
    case "list":
      return [];
    case "map":
    case "message":
      return {};
  }
}
