import { isTimestamp } from "../../description/spec/formats";
import type { Fields, ValueType } from "../../description/spec/types";
import type { Values } from "../../description/spec/values";
import { gatewayError } from "./errors";
import { camel, protoName } from "./names";

/** A query (platform API: GW-10): names in snake_case or camelCase, unknown ones ignored. Getters throw StatusError, for repeated scalars too. */
export class Query {
  private readonly entries: readonly (readonly [name: string, value: string])[];

  constructor(raw: string) {
    this.entries = raw
      .split("&")
      .filter((part) => part !== "")
      .map((part) => {
        const [name = "", ...value] = part.split("=");
        return [unescaped(name), unescaped(value.join("="))];
      });
  }

  /** Returns a scalar by its proto name, such as `page_size`, or undefined. */
  text(name: string): string | undefined {
    let found: string | undefined;
    for (const spelling of new Set([name, camel(name)])) {
      const values = this.valuesOf(spelling);
      if (values.length > 1) throw refusal(`too many values for field "${lastOf(name)}": ${values.join(", ")}`);
      found = values[0] ?? found;
    }
    return found;
  }

  /** Returns all values of a repeated field. Commas do not separate values (platform API: GW-11). */
  texts(name: string): string[] {
    return [...new Set([name, camel(name)])].flatMap((spelling) => this.valuesOf(spelling));
  }

  /** Returns an int32, or 0 if absent. */
  integer(name: string): number {
    const text = this.text(name) ?? "0";
    const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Math.abs(number) < 2 ** 31) return number;
    throw refusal(`parsing field "${lastOf(name)}": strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  }

  /** Returns a boolean, or false if absent. */
  boolean(name: string): boolean {
    const text = this.text(name);
    if (text === undefined || /^(0|f|F|false|FALSE|False)$/.test(text)) return false;
    if (/^(1|t|T|true|TRUE|True)$/.test(text)) return true;
    throw invalidValue(name, text);
  }

  time(name: string): Date | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (isTimestamp(text)) return new Date(text);
    throw invalidValue(name, text);
  }

  /** Returns enum values, as names or numbers. Unlike in a body, unknown ones are rejected (platform API: GW-9). */
  enumNames(name: string, names: readonly string[]): string[] {
    return this.texts(name).map((text) => {
      const known = /^\d+$/.test(text) ? names[Number(text)] : names.find((candidate) => candidate === text);
      if (known === undefined) throw invalidValue(name, text);
      return known;
    });
  }

  /** Identifies the query, except for the given fields. */
  fingerprint(without: readonly string[]): string {
    const ignored = new Set(without.flatMap((name) => [name, camel(name)]));
    return JSON.stringify(this.entries.filter(([key]) => !ignored.has(key)));
  }

  private valuesOf(name: string): string[] {
    return this.entries.filter(([key]) => key === name).map(([, value]) => value);
  }
}

const refusal = (message: string) => gatewayError("INVALID_ARGUMENT", message);

const invalidValue = (name: string, text: string) =>
  refusal(`parsing field "${lastOf(name)}": ${JSON.stringify(text)} is not a valid value`);

const lastOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw refusal(`invalid URL escape in ${JSON.stringify(text)}`);
  }
}

/** Returns query values by field name. Repeated messages are not possible. Throws StatusError. */
export function valuesIn(query: Query, fields: Fields): Values {
  const entries = Object.entries(fields).map((named) => [named[0], valueIn(query, protoName(named), named[1].type)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function valueIn(query: Query, name: string, type: ValueType): unknown {
  switch (type.kind) {
    case "list":
      if (type.of.kind === "message") throw refusal(`invalid path: "${camel(name)}" is not a message`);
      return type.of.kind === "enum" ? query.enumNames(name, type.of.values) : query.texts(name);
    case "enum":
      return query.enumNames(name, type.values)[0];
    case "boolean":
      return query.boolean(name);
    case "integer":
      return query.integer(name);
    case "string":
      return type.format === "timestamp" ? query.time(name)?.toISOString() : query.text(name);
    default:
      return undefined;
  }
}
