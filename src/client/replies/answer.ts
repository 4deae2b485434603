import { SECRET_KEY } from "../../description/names/dynamic";
import { wireName } from "../../description/spec/resource";
import type { Field, Fields, StringType, ValueType } from "../../description/spec/types";
import { UNKNOWNS } from "../../description/spec/unknown";
import { isEmpty, isValues, type Values, withItems, zeroOf } from "../../description/spec/values";
import { isJsonObject, type JsonObject } from "../../description/wire/json";
import { ProtocolError } from "../api/errors";
import { remember } from "../api/secret";
import { shownWord } from "../api/shown";

/**
 * Reads a response into values by field name. Nothing else reads the platform's data. Omits absent, null and zero values, because servers
 * may leave empty fields out (platform API: ANS-2), and values of an unexpected type. Keeps empty messages. Remembers secrets for
 * scrubbing. Throws ProtocolError for a 64-bit integer that was rounded or is malformed.
 */
export function readAnswer(fields: Fields, answer: JsonObject): Values {
  const seen: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { parent, subresource, clientOnly, secret } = field.options;
    if (parent || subresource || clientOnly) continue;
    const raw = rawOf(name, field, answer) ?? unnamedBlock(fields, field, answer);
    const value = isAbsent(field.type, raw) ? undefined : readValue(field.type, raw);
    if (value === undefined || isAbsent(field.type, value)) continue;
    // Remembered at once, so that the next error cannot show it.
    if (secret && typeof value === "string") remember(value);
    seen[name] = value;
  }
  return seen;
}

function rawOf(name: string, field: Field, answer: JsonObject): unknown {
  const direct = answer[wireName(name, field)];
  if (field.options.readFrom === undefined || !isAbsent(field.type, direct)) return direct;
  return field.options.readFrom
    .split(".")
    .reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), answer);
}

/** A block whose name is a setting that is missing or wrong. It is known by its content, so that nobody can change it unseen. */
function unnamedBlock(fields: Fields, { type, options }: Field, answer: JsonObject): unknown {
  if (type.kind !== "message" || options.sentAs?.startsWith("{") !== true) return undefined;
  const named = new Set(Object.entries(fields).map(([name, field]) => wireName(name, field)));
  const isIt = (value: unknown) =>
    isJsonObject(value) && Object.keys(type.fields).some((name) => Object.hasOwn(value, name));
  return Object.entries(answer).find(([name, value]) => !named.has(name) && isIt(value))?.[1];
}

/** Whether a raw value is absent or empty. A message counts as present even if it is empty. */
const isAbsent = (type: ValueType, raw: unknown): boolean =>
  raw === undefined || raw === null || (type.kind !== "message" && isEmpty(type, raw));

/** Reads a value. Undefined if its type is unexpected. Items of lists and maps may be zero. */
function readValue(type: ValueType, raw: unknown): unknown {
  switch (type.kind) {
    case "message":
      return isJsonObject(raw) ? readAnswer(type.fields, raw) : undefined;
    case "list":
      return Array.isArray(raw) ? raw.flatMap((item) => readValue(type.of, item) ?? []) : undefined;
    case "map":
      return isJsonObject(raw)
        ? Object.fromEntries(
            Object.entries(raw).map(([key, item]) => [asText(key), readValue(type.of, item) ?? itemZero(type.of)]),
          )
        : undefined;
    case "string":
      return readText(type, raw);
    case "enum":
      // The gateway sends an enum value as a number if it has no name for it.
      return Number.isInteger(raw) ? String(raw) : typeof raw === "string" ? asText(raw) : undefined;
    case "boolean":
      return typeof raw === "boolean" ? raw : undefined;
    case "integer":
      return typeof raw === "number" ? raw : undefined;
  }
}

/** Puts quotes around a text that the engine takes for an unknown value or a secret: it would refuse each refresh, and record no such create. */
function asText(text: string): string {
  // JSON may contain half of a surrogate pair. The engine's protocol refuses it.
  const whole = text.replace(/\p{Surrogate}/gu, "\ufffd");
  return UNKNOWNS.has(whole) || whole === SECRET_KEY ? JSON.stringify(whole) : whole;
}

/** Replaces map items that are null or of an unexpected type, so that their keys are kept. */
const itemZero = (type: ValueType): unknown => zeroOf(type) ?? (type.kind === "message" ? {} : "");

/** 64-bit integers are strings. An integer that was sent as a number was rounded if it exceeds the safe range. */
function readText({ format }: StringType, raw: unknown): string | undefined {
  if (format !== "int64") return typeof raw === "string" ? asText(raw) : undefined;
  if (typeof raw === "string" && /^-?\d{1,19}$/.test(raw)) return raw;
  if (typeof raw !== "number" && typeof raw !== "string") return undefined;
  if (Number.isSafeInteger(raw)) return String(raw);
  const text = shownWord(String(raw));
  if (typeof raw === "string") throw new ProtocolError(`the response must have a 64-bit integer, not ${text}`, false);
  throw new ProtocolError(
    `the response has a 64-bit integer as a JSON number, which lost its last digits: ${text}`,
    false,
  );
}

/** Removes copies, and empty messages, because state does not distinguish them from absent ones. Keeps items of lists and maps. */
export const forState = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const { type, options } = fields[name] ?? {};
      const kept = type === undefined ? value : pruned(type, value);
      const isNothing = type?.kind === "message" && isValues(kept) && Object.keys(kept).length === 0;
      return isNothing || options?.copied ? [] : [[name, kept]];
    }),
  );

function pruned(type: ValueType, value: unknown): unknown {
  if (type.kind === "message" && isValues(value)) return forState(type.fields, value);
  return withItems(type, value, pruned);
}
