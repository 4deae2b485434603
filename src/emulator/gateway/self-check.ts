import { isAlwaysReturned } from "../../description/spec/field-options";
import { oneofOf } from "../../description/spec/resource";
import type { Fields, ValueType } from "../../description/spec/types";
import { isValues, type Values } from "../../description/spec/values";
import { isZero } from "./names";
import { isSent, writeMessage } from "./protojson";
import type { Message } from "./route";
import { wireComplaint } from "./times";

/** The emulator's response would violate its spec. This is a bug of the emulator, not of the client. */
export class EmulatorBug extends Error {
  override readonly name = "EmulatorBug";
}

/** Types whose zero value a response may omit even if the field is required. */
const MAY_BE_ZERO: ReadonlySet<ValueType["kind"]> = new Set(["boolean", "integer", "list", "map"]);

/** Formats a message as a response, and checks that no field is missing and that all values are valid. Throws EmulatorBug. */
export function writeAnswer({ name: path, fields }: Message, values: Values, emitUnpopulated: boolean) {
  const answer = writeMessage(fields, values, emitUnpopulated);
  assertMessage(fields, values, path);
  for (const [name, field] of Object.entries(fields)) {
    const { presence, type, options } = field;
    const isDue = (presence === "required" || isAlwaysReturned(options)) && !MAY_BE_ZERO.has(type.kind);
    if (isDue && isSent(field) && !emitUnpopulated && isZero(type, values[name])) {
      throw new EmulatorBug(`${path}.${name} is missing`);
    }
  }
  return answer;
}

function assertMessage(fields: Fields, values: Values, path: string): void {
  const oneofs = new Set<string>();
  for (const [name, field] of Object.entries(fields)) {
    if (!isSent(field) || isZero(field.type, values[name])) continue;
    const oneof = oneofOf(field);
    if (oneof !== undefined && oneofs.has(oneof)) throw new EmulatorBug(`${path}.${name} is a second ${oneof}`);
    if (oneof !== undefined) oneofs.add(oneof);
    assertValue(field.type, values[name], `${path}.${name}`);
  }
}

function assertValue(type: ValueType, value: unknown, at: string): void {
  const complaint = complaintAbout(type, value);
  if (complaint !== undefined) throw new EmulatorBug(`${at} ${complaint}: ${JSON.stringify(value)}`);
  if (type.kind === "list" && Array.isArray(value)) {
    for (const [i, item] of value.entries()) assertValue(type.of, item, `${at}[${i}]`);
  } else if (type.kind === "map" && isValues(value)) {
    for (const [key, item] of Object.entries(value)) assertValue(type.of, item, `${at}[${JSON.stringify(key)}]`);
  } else if (type.kind === "message" && isValues(value)) assertMessage(type.fields, value, at);
}

function complaintAbout(type: ValueType, value: unknown): string | undefined {
  const isOfKind = {
    string: typeof value === "string",
    boolean: typeof value === "boolean",
    integer: Number.isInteger(value),
    enum: type.kind === "enum" && type.values.some((name) => name === value),
    list: Array.isArray(value),
    map: isValues(value),
    message: isValues(value),
  }[type.kind];
  if (!isOfKind) return `must be a ${type.kind}`;
  if (type.kind !== "string" || typeof value !== "string" || value === "") return undefined;
  return wireComplaint(type, value);
}
