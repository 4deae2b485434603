import { isDeepStrictEqual } from "node:util";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { remember } from "../../client/api/secret";
import { PROVIDER } from "../../description/names/dynamic";
import { UNKNOWN, UNKNOWNS } from "../../description/spec/unknown";
import { isValues, type Values } from "../../description/spec/values";
import { forEngine, isSecretUnlessGiven, rememberSecrets, SECRET, type ServedType } from "../shared/secrets";

export interface Received {
  /** The values, without marks of secrets and without nulls. */
  readonly values: Values;
  readonly marked: Values;
  /** Whether a program may have replaced the values since, so that only copies of the secrets themselves are still secret. */
  readonly isFormer?: true;
}

/** Reads the properties of a request. Remembers its secrets, both the marked ones and those of the declaration. */
export function receivedOf(
  struct: Struct | undefined,
  { fields }: Pick<ServedType, "fields"> = { fields: {} },
): Received {
  // Dynamic resources left it in the state before they moved to the plugin.
  const { [PROVIDER]: _, ...marked } = struct?.toJavaScript() ?? {};
  const entries = Object.entries(marked).filter(([, value]) => value !== null);
  const values = Object.fromEntries(entries.map(([name, value]) => [name, opened(value)]));
  rememberSecrets(fields, values);
  return { values, marked };
}

/** The properties of a response. Marks secrets of the declaration, and of the properties of the request (`sources`). */
export function structOf(spec: ServedType, values: Values, ...sources: readonly Received[]): Struct {
  const current = sources.filter(({ isFormer }) => isFormer !== true);
  const inPlace = current.reduce((all, source) => markedAs(all, source.marked) as Values, forEngine(spec, values));
  const isInput = (name: string) => (spec.fields[name]?.presence ?? "computed") !== "computed";
  const isAsSent = (name: string) =>
    isInput(name) && current.some((source) => isDeepStrictEqual(source.values[name], values[name]));
  return structFrom(
    withMarkedCopies(inPlace, new Set(sources.flatMap((source) => secretTexts(source.marked))), isAsSent),
  );
}

/** Whether the state has a secret in plain text: it was imported before the program was known, or marked later. */
export function isRevealed(spec: ServedType, recorded: Received, desired: Received): boolean {
  if (!holdsMark(desired.marked)) return false;
  return lacksMark(structOf(spec, recorded.values, desired).toJavaScript(), recorded.marked);
}

/** The properties of a response about an object that no program has given. Also marks values that may contain a password. */
export const importedStructOf = (spec: ServedType, values: Values): Struct =>
  structFrom(forEngine(spec, values, isSecretUnlessGiven));

/** `forEngine` has turned the values into JSON. */
const structFrom = (values: Values): Struct => Struct.fromJavaScript(values as Record<string, JavaScriptValue>);

export const plainOf = ({ values, marked }: Received): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !holdsMark(marked[name])));

const isMarked = (value: unknown): value is { readonly value: unknown } =>
  isValues(value) && Object.entries(SECRET).every(([key, mark]) => value[key] === mark);

function opened(value: unknown): unknown {
  if (UNKNOWNS.has(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map(opened);
  if (isMarked(value)) {
    const inner = opened(value.value);
    rememberTexts(inner);
    return inner;
  }
  if (!isValues(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, opened(inner)]));
}

function rememberTexts(value: unknown): void {
  if (typeof value === "string" && value !== UNKNOWN) remember(value);
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) rememberTexts(inner);
}

/** A value, with the marks that another value has in the same places. */
function markedAs(value: unknown, source: unknown): unknown {
  if (value === undefined || value === null || isMarked(value)) return value;
  if (isMarked(source)) return { ...SECRET, value };
  if (Array.isArray(value) && Array.isArray(source)) {
    if (value.length === source.length) return value.map((item, at) => markedAs(item, source[at]));
    // It is unknown which item is the secret one.
    return source.some(holdsMark) ? { ...SECRET, value } : value;
  }
  if (!isValues(value) || !isValues(source)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, markedAs(inner, source[name])]));
}

/** Whether a part of a value is marked that is not marked in another value. */
function lacksMark(marked: unknown, other: unknown): boolean {
  if (typeof marked !== "object" || marked === null || isMarked(other)) return false;
  if (isMarked(marked)) return true;
  return Object.entries(marked).some(([name, inner]) => lacksMark(inner, (other as Values | null)?.[name]));
}

/**
 * Marks secrets of the request wherever the platform repeats them. If the program gives `description: secret("x")`, and somebody has named
 * the object "x", its name is marked too. An input that is as in the request (`isAsSent`) keeps its marks, and gets no other.
 */
function withMarkedCopies(values: Values, secrets: ReadonlySet<unknown>, isAsSent: (name: string) => boolean): Values {
  if (secrets.size === 0) return values;
  const marked = (value: unknown): unknown => {
    if (secrets.has(value)) return { ...SECRET, value };
    if (Array.isArray(value)) return value.map(marked);
    if (!isValues(value) || isMarked(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, marked(inner)]));
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isAsSent(name) ? value : marked(value)]),
  );
}

function secretTexts(value: unknown, isSecret = false): string[] {
  if (typeof value === "string") return isSecret && value !== "" && value !== UNKNOWN ? [value] : [];
  if (isMarked(value)) return secretTexts(value.value, true);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((inner) => secretTexts(inner, isSecret));
}

const holdsMark = (value: unknown): boolean =>
  isMarked(value) || (typeof value === "object" && value !== null && Object.values(value).some(holdsMark));
