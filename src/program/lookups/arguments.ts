import type { Operation } from "../../description/operations/operation";
import { checkValues } from "../../description/spec/check";
import type { Complaint } from "../../description/spec/complaint";
import { inputFields, type NamedField } from "../../description/spec/resource";
import type { Fields, MessageOf } from "../../description/spec/types";
import { isEmpty, type Values } from "../../description/spec/values";
import { ArgumentError } from "./errors";
import { type Paging, paging, scope } from "./filters";

type ArgumentFields<O extends Operation> = O["params"] &
  O["request"] &
  (O extends { readonly pages: { readonly isScoped: true } } ? typeof scope : unknown) &
  (O extends { readonly pages: object } ? Paging : unknown);

/** Arguments of an operation's function: its path parameters and request fields. Those of lists include scope and paging. */
export type ArgsOf<O extends Operation> = MessageOf<ArgumentFields<O>>;

/** The argument fields of an operation, in the order of error messages. */
export const argumentsOf = ({ params, request, pages }: Operation): Fields => ({
  ...(pages?.isScoped ? scope : {}),
  ...params,
  ...request,
  ...(pages === undefined ? {} : paging),
});

/** Validates arguments before any request. Throws ArgumentError with all complaints. */
export const checkArguments = (lookup: string, fields: Fields, args: object): void =>
  refuse(lookup, complaintsOf(fields, args));

/** The platform's rules for objects do not apply to arguments. */
const complaintsOf = (fields: Fields, args: object): Complaint[] =>
  checkValues(fields, args as Values).filter(({ kind }) => kind !== "rule" && kind !== "advice");

function refuse(lookup: string, failures: readonly Complaint[]): void {
  if (failures.length === 0) return;
  throw new ArgumentError(`${lookup}: ${failures.map(({ property, reason }) => `${property} ${reason}`).join("; ")}`);
}

/** The signature of a lookup. The arguments of a GET are filters. */
export interface LookupRequest {
  readonly name: string;
  readonly method: Operation["method"];
  readonly arguments: Fields;
}

/**
 * Validates arguments before any request, and rejects what the server would ignore: unknown arguments and empty filters
 * of a GET. The server would treat an empty filter as absent and return everything. It refuses an unknown enum value in a
 * query, but drops it from a body. Throws ArgumentError with all complaints.
 */
export function checkQuestion({ name, method, arguments: fields }: LookupRequest, args: object): void {
  const failures = complaintsOf(fields, args);
  refuse(name, method === "GET" ? failures.filter(({ isWarning }) => !isWarning) : failures);
  if (method !== "GET") return;
  const empty = inputFields(fields).filter(([key, field]) => isEmptyFilter(field, (args as Values)[key]));
  if (empty.length === 0) return;
  const names = empty.map(([key]) => key).join(", ");
  throw new ArgumentError(`${name}: ${names} must not be empty. Leave it out to list everything`);
}

const isEmptyFilter = ({ type }: NamedField[1], value: unknown): boolean => {
  if (value === undefined || value === null || type.kind === "boolean" || type.kind === "integer") return false;
  return isEmpty(type, value) || (type.kind === "list" && Array.isArray(value) && value.some((item) => item === ""));
};
