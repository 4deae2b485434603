import { isInt64, isTimestamp } from "../../description/spec/formats";
import { oneofOf, wireName } from "../../description/spec/resource";
import type { Field, Fields, ListType, MapType, StringType, ValueType } from "../../description/spec/types";
import { isValues, type Values, withItems, zeroOf } from "../../description/spec/values";
import { gatewayError, type StatusError } from "./errors";
import { type JsonNode, parseJsonText, positionOf } from "./json-syntax";
import { fieldOfKey, isOutput, isZero, pascal } from "./names";
import type { Message } from "./route";
import { formatTime, isDuration } from "./times";

/** A parsed body: its values and, for the derived mask, its JSON. */
export interface Body {
  readonly values: Values;
  readonly node: JsonNode | undefined;
}

/** Parses a body like protojson: both spellings, enums as names or numbers. Drops what is unknown or empty. Throws StatusError. */
export function readBody({ name, fields }: Message, text: string): Body {
  try {
    const node = parseJsonText(text);
    return { values: node === undefined ? {} : new BodyReader(text).message(fields, node, name), node };
  } catch (error) {
    throw error instanceof SyntaxError ? gatewayError("INVALID_ARGUMENT", error.message) : error;
  }
}

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
    if (node.members === undefined) throw this.unexpected(node);
    const values: Record<string, unknown> = {};
    const seen = new Set<string>();
    for (const { name: key, offset, value: member } of node.members) {
      const named = fieldOfKey(fields, key);
      if (named === undefined) continue;
      const [name, field] = named;
      if (seen.has(name)) throw this.fail(offset, `duplicate field ${JSON.stringify(key)}`);
      seen.add(name);
      if (member.value === null) continue;
      const oneof = oneofOf(field);
      const fullName = `${messageName}.${oneof}`;
      if (oneof !== undefined && seen.has(fullName)) throw this.fail(offset, `oneof ${fullName} is already set`);
      seen.add(fullName);
      const slot = { type: field.type, name: wireName(name, field), messageName: `${messageName}.${pascal(name)}` };
      const value = this.value(member, slot);
      if (!isZero(field.type, value)) values[name] = value;
    }
    return values;
  }

  private value(node: JsonNode, slot: Slot): unknown {
    const { type, messageName } = slot;
    switch (type.kind) {
      case "string":
        return this.string(node, { ...slot, type });
      case "boolean":
        return typeof node.value === "boolean" ? node.value : this.invalid("bool", node, slot);
      case "integer": {
        const number = typeof node.value === "number" || /^"-?\d+"$/.test(node.raw) ? Number(node.value) : Number.NaN;
        // As an int32, it is the same number.
        return (number | 0) === number ? number : this.invalid("int32", node, slot);
      }
      case "enum":
        // Unknown names and numbers are dropped (platform API: GW-8).
        if (typeof node.value === "number") return type.values[node.value];
        if (typeof node.value === "string") return type.values.find((name) => name === node.value);
        return this.invalid("enum", node, slot);
      case "list":
        return this.list(node, { ...slot, type });
      case "map":
        return this.map(node, { ...slot, type });
      case "message":
        return this.message(type.fields, node, messageName);
    }
  }

  /** A Duration is written in seconds only, `86400s` (platform API: GW-12). */
  private string(node: JsonNode, slot: Slot<StringType>): string {
    const { format } = slot.type;
    const { raw, value } = node;
    if (format === "int64" && Number.isInteger(value)) return raw;
    if (format === "int64" && !isInt64(String(value))) return this.invalid("int64", node, slot);
    if (format !== "timestamp" && format !== "duration") {
      return typeof value === "string" ? value : this.invalid("string", node, slot);
    }
    if (typeof value !== "string") throw this.unexpected(node);
    if (format === "timestamp" && isTimestamp(value)) return formatTime(new Date(value));
    if (format === "duration" && isDuration(value)) return value;
    throw this.fail(node.offset, `invalid google.protobuf.${pascal(format)} value ${raw}`);
  }

  private list(node: JsonNode, slot: Slot<ListType>): unknown[] {
    if (node.items === undefined) throw this.unexpected(node);
    const { of, ordered } = slot.type;
    const items = node.items.map((item) => this.value(item, { ...slot, type: of }));
    if (of.kind !== "enum") return items;
    const known = items.filter((item) => item !== undefined).map(String);
    // For unordered lists the server sorts by enum number (platform API: IAM-9).
    return ordered ? known : known.sort((a, b) => of.values.indexOf(a) - of.values.indexOf(b));
  }

  private map(node: JsonNode, slot: Slot<MapType>): Values {
    if (node.members === undefined) throw this.unexpected(node);
    const { of, ...type } = slot.type;
    const entries = new Map<string, unknown>();
    for (const { name: key, offset, value } of node.members) {
      if (entries.has(key)) throw this.fail(offset, `duplicate map key ${JSON.stringify(key)}`);
      // JSON has the integer keys of a map as strings.
      if (type.keys === "int64" && !isInt64(key))
        throw this.fail(offset, `invalid value for int64 key: ${JSON.stringify(key)}`);
      entries.set(key, this.value(value, { ...slot, type: of }));
    }
    return Object.fromEntries(entries);
  }

  private invalid(kind: string, node: JsonNode, { name }: Slot): never {
    throw this.fail(node.offset, `invalid value for ${kind} field ${name}: ${shown(node)}`);
  }

  private fail(offset: number, complaint: string): StatusError {
    return gatewayError("INVALID_ARGUMENT", `proto: (${positionOf(this.text, offset)}): ${complaint}`);
  }

  private unexpected(node: JsonNode): StatusError {
    const position = positionOf(this.text, node.offset);
    return gatewayError("INVALID_ARGUMENT", `proto: syntax error (${position}): unexpected token ${shown(node)}`);
  }
}

/** Returns a value in a message. Objects and lists are shown only as their bracket. */
const shown = ({ raw, value }: JsonNode): string => (value === undefined ? raw.charAt(0) : raw);

/** Whether responses contain the field's own value. */
export const isSent = ({ options }: Field): boolean => !options.writeOnly && options.readFrom === undefined;

/** Formats values as a response, with all empty fields or none (platform API: ANS-2). */
export function writeMessage(fields: Fields, values: Values, emitUnpopulated: boolean): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { type } = field;
    const value = isSent(field) ? values[name] : undefined;
    if (!isZero(type, value)) written[wireName(name, field)] = writeValue(type, value, emitUnpopulated);
    else if (emitUnpopulated && oneofOf(field) === undefined) written[wireName(name, field)] = zeroOf(type);
  }
  return written;
}

function writeValue(type: ValueType, value: unknown, emitUnpopulated: boolean): unknown {
  if (type.kind === "message" && isValues(value)) return writeMessage(type.fields, value, emitUnpopulated);
  return withItems(type, value, (of, item) => writeValue(of, item, emitUnpopulated));
}

/** Returns values without computed fields, which requests ignore (AIP-203). */
export function withoutOutputs(fields: Fields, values: Values): Values {
  const kept = Object.entries(fields).filter(([name, field]) => !isOutput(field) && values[name] !== undefined);
  return Object.fromEntries(
    kept.map(([name, { type }]) => {
      const value = values[name];
      return [name, type.kind === "message" && isValues(value) ? withoutOutputs(type.fields, value) : value];
    }),
  );
}
