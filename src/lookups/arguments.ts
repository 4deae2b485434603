import { ConfigurationError } from "../api/errors";
import type { Operation } from "../operations/operation";
import { checkValues } from "../spec/check";
import { inputFields, type NamedField } from "../spec/resource";
import type { Fields, MessageOf } from "../spec/types";
import { isEmpty, type Values } from "../spec/values";
import { type Paging, paging, scope } from "./filters";

/** The arguments are not the ones that a lookup takes. Nothing was sent. */
export class ArgumentError extends ConfigurationError {}

/** The fields of the arguments of an operation O. */
type ArgumentFields<O extends Operation> = O["params"] &
  O["request"] &
  (O extends { readonly pages: { readonly isScoped: true } } ? typeof scope : unknown) &
  (O extends { readonly pages: object } ? Paging : unknown);

/** What the function of an operation O takes: its parameters and its request; of a List, where to look and how much too. */
export type ArgsOf<O extends Operation> = MessageOf<ArgumentFields<O>>;

/** The fields of the arguments of an operation, in the order in which a program is told of them. */
export const argumentsOf = ({ params, request, pages }: Operation): Fields => ({
  ...(pages?.isScoped ? scope : {}),
  ...params,
  ...request,
  ...(pages === undefined ? {} : paging(...(pages.sortedBy ?? []))),
});

/**
 * Refuses arguments that are not the ones described, before any request: the server ignores what it does not know, and
 * would list everything. Throws ArgumentError, with every complaint.
 */
export function checkArguments(lookup: string, fields: Fields, args: object): void {
  const failures = checkValues(fields, args as Values);
  if (failures.length === 0) return;
  throw new ArgumentError(`${lookup}: ${failures.map(({ property, reason }) => `${property} ${reason}`).join("; ")}`);
}

/** The arguments of a question; those of a GET select what is answered. */
export interface Question {
  /** Public name of the function. */
  readonly name: string;
  readonly method: Operation["method"];
  readonly arguments: Fields;
}

/**
 * Refuses arguments that the server would ignore: unknown ones, and, in a GET, empty ones. To the server an empty filter is
 * none, so that it would answer with everything. Throws ArgumentError.
 */
export function checkQuestion({ name, method, arguments: fields }: Question, args: object): void {
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
