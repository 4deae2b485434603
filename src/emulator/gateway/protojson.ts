import { oneofOf, wireName } from "../../spec/resource";
import type { Fields, MapType, ValueType } from "../../spec/types";
import { isValues, type Values, zeroOf } from "../../spec/values";
import { gatewayError, type StatusError } from "./errors";
import { type JsonNode, JsonSyntaxError, parseJsonText, positionOf } from "./json-syntax";
import { fieldOfKey, isOutput, isZero, pascal } from "./names";
import type { Message } from "./route";
import { formatTime, isDuration } from "./times";

/** A parsed body: its values and, for the derived mask, its JSON. */
export interface Body {
  readonly values: Values;
  /** Absent if the request has no body. */
  readonly node: JsonNode | undefined;
}

/**
 * Parses a body like protojson with unknown fields discarded: keys in either spelling, enums as names or numbers.
 * Unknown keys, unknown enum names and empty values are dropped. Throws StatusError.
 */
export function readBody({ name, fields }: Message, text: string): Body {
  const node = parseBody(text);
  if (node === undefined) return { values: {}, node };
  return { values: new BodyReader(text).message(fields, node, name), node };
}

function parseBody(text: string): JsonNode | undefined {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw gatewayError("INVALID_ARGUMENT", error.message);
    throw error;
  }
}

const INT32 = 2 ** 31;
const TRUE_INTEGER = /^-?\d+(\.0+)?$/;

/** A value's type and names, for errors. */
interface Slot<T extends ValueType = ValueType> {
  readonly type: T;
  /** JSON name of the field. */
  readonly name: string;
  /** Proto name of the field's message, if it has one. */
  readonly messageName: string;
}

class BodyReader {
  constructor(private readonly text: string) {}

  message(fields: Fields, node: JsonNode, messageName: string): Values {
    if (node.kind !== "object") throw this.unexpected(node);
    const values: Record<string, unknown> = {};
    const seen = new Set<string>();
    for (const { name: key, offset, value: member } of node.members) {
      const named = fieldOfKey(fields, key);
      if (named === undefined) continue;
      const [name, field] = named;
      if (seen.has(name)) throw this.fail(offset, `duplicate field ${JSON.stringify(key)}`);
      seen.add(name);
      if (member.kind === "null") continue;
      const oneof = oneofOf(field);
      if (oneof !== undefined) {
        const fullName = `${messageName}.${oneof}`;
        if (seen.has(fullName))
          throw this.fail(offset, `error parsing ${JSON.stringify(key)}, oneof ${fullName} is already set`);
        seen.add(fullName);
      }
      const slot = { type: field.type, name: wireName(name, field), messageName: `${messageName}.${pascal(name)}` };
      const value = this.value(member, slot);
      if (!isZero(field.type, value)) values[name] = value;
    }
    return values;
  }

  private value(node: JsonNode, slot: Slot): unknown {
    const { type, name, messageName } = slot;
    switch (type.kind) {
      case "string":
        if (type.format === "timestamp") return this.timestamp(node);
        if (type.format === "duration") return this.duration(node);
        if (type.format === "int64" && node.kind === "number" && TRUE_INTEGER.test(node.raw)) return node.raw;
        return node.kind === "string" ? node.value : this.invalid("string", node, name);
      case "boolean":
        return node.kind === "boolean" ? node.value : this.invalid("bool", node, name);
      case "integer":
        return this.integer(node, name);
      case "enum":
        return this.enumName(type.values, node, name);
      case "list":
        return this.list(node, { ...slot, type });
      case "map":
        return this.map(node, { ...slot, type });
      case "message":
        return this.message(type.fields, node, messageName);
    }
  }

  private list(node: JsonNode, slot: Slot<ValueType & { kind: "list" }>): unknown[] {
    if (node.kind !== "array") throw this.unexpected(node);
    const { type } = slot;
    const items = node.items.map((item) => this.value(item, { ...slot, type: type.of }));
    if (type.of.kind !== "enum") return items;
    const { values } = type.of;
    const known = items.filter((item) => item !== undefined).map((item) => values.indexOf(String(item)));
    // For unordered lists the server sorts by enum number (platform API: IAM-9).
    return (type.ordered ? known : known.sort((a, b) => a - b)).map((index) => values[index]);
  }

  private map(node: JsonNode, slot: Slot<MapType>): Values {
    if (node.kind !== "object") throw this.unexpected(node);
    const { type } = slot;
    const entries = new Map<string, unknown>();
    for (const { name: key, offset, value } of node.members) {
      if (entries.has(key)) throw this.fail(offset, `duplicate map key ${JSON.stringify(key)}`);
      // A map with integer keys has them as strings in JSON.
      if ("keys" in type && type.keys === "int64" && !/^-?\d{1,19}$/.test(key))
        throw this.fail(offset, `invalid value for int64 key: ${JSON.stringify(key)}`);
      entries.set(key, this.value(value, { ...slot, type: type.of }));
    }
    return Object.fromEntries(entries);
  }

  private timestamp(node: JsonNode): string {
    if (node.kind !== "string") throw this.unexpected(node);
    const time = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/.test(node.value)
      ? Date.parse(node.value)
      : Number.NaN;
    if (Number.isNaN(time)) throw this.fail(node.offset, `invalid google.protobuf.Timestamp value ${node.raw}`);
    return formatTime(new Date(time));
  }

  /** A Duration is written in seconds only, `86400s` (platform API: GW-12). */
  private duration(node: JsonNode): string {
    if (node.kind !== "string") throw this.unexpected(node);
    if (isDuration(node.value)) return node.value;
    throw this.fail(node.offset, `invalid google.protobuf.Duration value ${node.raw}`);
  }

  private integer(node: JsonNode, name: string): number {
    const written = node.kind === "number" ? node.raw : node.kind === "string" ? node.value : "";
    const number = Number(written);
    if (
      written.trim() !== written ||
      written === "" ||
      !Number.isInteger(number) ||
      number < -INT32 ||
      number >= INT32
    ) {
      return this.invalid("int32", node, name);
    }
    return number;
  }

  /** Unknown names and numbers of an enum are dropped (platform API: GW-8). */
  private enumName(names: readonly string[], node: JsonNode, name: string): string | undefined {
    if (node.kind === "number") return names[node.value];
    if (node.kind === "string") return names.includes(node.value) ? node.value : undefined;
    return this.invalid("enum", node, name);
  }

  private invalid(kind: string, node: JsonNode, name: string): never {
    throw this.fail(node.offset, `invalid value for ${kind} field ${name}: ${token(node)}`);
  }

  private fail(offset: number, complaint: string): StatusError {
    return gatewayError("INVALID_ARGUMENT", `proto: (${positionOf(this.text, offset)}): ${complaint}`);
  }

  private unexpected(node: JsonNode): StatusError {
    const position = positionOf(this.text, node.offset);
    return gatewayError("INVALID_ARGUMENT", `proto: syntax error (${position}): unexpected token ${token(node)}`);
  }
}

/** A value in protojson's error messages; only the bracket of objects and lists. */
const token = (node: JsonNode): string =>
  node.kind === "object" || node.kind === "array" ? node.raw.charAt(0) : node.raw;

/** Formats values as an answer, with all empty fields or none (platform API: ANS-2). */
export function writeMessage(fields: Fields, values: Values, emitUnpopulated: boolean): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { type, options } = field;
    const value = options.writeOnly || options.readFrom !== undefined ? undefined : values[name];
    if (!isZero(type, value)) written[wireName(name, field)] = writeValue(type, value, emitUnpopulated);
    else if (emitUnpopulated && oneofOf(field) === undefined) written[wireName(name, field)] = zeroOf(type);
  }
  return written;
}

function writeValue(type: ValueType, value: unknown, emitUnpopulated: boolean): unknown {
  switch (type.kind) {
    case "list":
      return Array.isArray(value) ? value.map((item) => writeValue(type.of, item, emitUnpopulated)) : value;
    case "map":
      if (!isValues(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, writeValue(type.of, item, emitUnpopulated)]),
      );
    case "message":
      return isValues(value) ? writeMessage(type.fields, value, emitUnpopulated) : value;
    default:
      return value;
  }
}

/** Values without computed fields (AIP-203: they are ignored in requests). */
export function withoutOutputs(fields: Fields, values: Values): Values {
  const kept = Object.entries(fields).filter(([name, field]) => !isOutput(field) && values[name] !== undefined);
  return Object.fromEntries(
    kept.map(([name, { type }]) => {
      const value = values[name];
      return [name, type.kind === "message" && isValues(value) ? withoutOutputs(type.fields, value) : value];
    }),
  );
}
