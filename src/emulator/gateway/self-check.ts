import { stringComplaint } from "../../spec/formats";
import { oneofOf, wireName } from "../../spec/resource";
import type { Fields, StringType, ValueType } from "../../spec/types";
import { isValues, type Values, zeroOf } from "../../spec/values";
import { writeMessage } from "./protojson";
import type { Message } from "./route";
import { isDuration } from "./times";

/** The emulator's answer would violate its spec. This is a bug of the emulator, not of the client. */
export class EmulatorBug extends Error {
  override readonly name = "EmulatorBug";
}

type Answer = Readonly<Record<string, unknown>>;

/** Checks a resource before it is sent: valid fields, none missing. Throws EmulatorBug. */
function assertResource(fields: Fields, answer: Answer, path: string): void {
  assertMessage(fields, answer, path);
  for (const [name, { presence, type, options }] of Object.entries(fields)) {
    // An answer may omit false, 0 and empty lists and maps.
    const mayBeZero = ["boolean", "integer", "list", "map"].includes(type.kind);
    const isSent = !mayBeZero && !options.writeOnly && options.readFrom === undefined;
    const isDue = isSent && (presence === "required" || options.alwaysReturned === true);
    if (isDue && answer[wireName(name, { presence, type, options })] === undefined) {
      throw new EmulatorBug(`${path}.${name} is missing`);
    }
  }
}

/** Formats a message as an answer and checks it. Throws EmulatorBug. */
export function writeAnswer({ name, fields }: Message, values: Values, emitUnpopulated: boolean) {
  const answer = writeMessage(fields, values, emitUnpopulated);
  assertResource(fields, answer, name);
  return answer;
}

function assertMessage(fields: Fields, answer: Answer, path: string): void {
  const byWireName = new Map(Object.entries(fields).map(([name, field]) => [wireName(name, field), field]));
  const oneofs = new Set<string>();
  for (const [name, value] of Object.entries(answer)) {
    const field = byWireName.get(name);
    const at = `${path}.${name}`;
    if (field === undefined) throw new EmulatorBug(`${at} is no field`);
    const oneof = oneofOf(field);
    if (oneof !== undefined && oneofs.has(oneof))
      throw new EmulatorBug(`${at} is a second member of the oneof ${oneof}`);
    if (oneof !== undefined) oneofs.add(oneof);
    if (field.options.writeOnly && value !== "" && value !== null) throw new EmulatorBug(`${at} must never be sent`);
    assertValue(field.type, value, at);
  }
}

function assertValue(type: ValueType, value: unknown, at: string): void {
  const mayBeNull = type.kind === "message" || (type.kind === "string" && zeroOf(type) === null);
  if (value === null && mayBeNull) return;
  if (!isOfKind(type, value)) throw new EmulatorBug(`${at} is no ${type.kind}: ${JSON.stringify(value)}`);
  if (type.kind === "string" && typeof value === "string" && value !== "") {
    const complaint = complaintOf(type, value);
    if (complaint !== undefined) throw new EmulatorBug(`${at} ${complaint}: ${JSON.stringify(value)}`);
  }
  if (type.kind === "list" && Array.isArray(value)) {
    for (const [i, item] of value.entries()) assertValue(type.of, item, `${at}[${i}]`);
  }
  if (type.kind === "map" && isValues(value)) {
    for (const [key, item] of Object.entries(value)) assertValue(type.of, item, `${at}[${JSON.stringify(key)}]`);
  }
  if (type.kind === "message" && isValues(value)) assertMessage(type.fields, value, at);
}

/** On the wire a Duration has only one spelling; the spec's check also accepts others. */
function complaintOf(type: StringType, text: string): string | undefined {
  if (type.format === "duration") return isDuration(text) ? undefined : "must be a Duration in seconds";
  return stringComplaint(type, text);
}

function isOfKind(type: ValueType, value: unknown): boolean {
  switch (type.kind) {
    case "string":
    case "boolean":
      return typeof value === type.kind;
    case "integer":
      return Number.isInteger(value);
    case "enum":
      return typeof value === "string" && type.values.includes(value);
    case "list":
      return Array.isArray(value);
    case "map":
    case "message":
      return isValues(value);
  }
}
