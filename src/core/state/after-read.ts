import { isDeepStrictEqual } from "node:util";
import { isChanging } from "../../description/spec/field-options";
import { inputFields } from "../../description/spec/resource";
import { inheritedFrom } from "../../description/spec/rules";
import type { Field, Fields, ValueType } from "../../description/spec/types";
import { containsUnknown } from "../../description/spec/unknown";
import { inFormerOrder, isEmpty, isEqual, isValues, type Values } from "../../description/spec/values";
import { notesOf, withNotes } from "./notes";
import { type FieldPath, pathText, valueAt, valuesOf, valuesWhere } from "./paths";

/** Whether a read returns what is recorded, except for values that the server changes by itself. */
export const isSameAfterRead = (fields: Fields, recorded: Values, observed: Values): boolean =>
  isDeepStrictEqual(
    withoutChanging(fields, outputsAfterRead(fields, recorded, observed)),
    withoutChanging(fields, recorded),
  );

/** Outputs of a resource that is only read (`get`), from those of its first read: as every later read returns them. */
export const outputsOfGet = (fields: Fields, outputs: Values): Values =>
  outputsAfterRead(fields, withoutChanging(fields, outputs), outputs);

function withoutChanging(fields: Fields, outputs: Values): Values {
  const entries = Object.entries(outputs).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined && isChanging(field.options)) return [];
    const isMessage = field?.type.kind === "message" && isValues(value);
    return [[name, isMessage ? withoutChanging(field.type.fields, value) : value] as const];
  });
  return Object.fromEntries(entries);
}

/** The server's values, in the recorded spelling if that means the same. What the server itself changes stays absent if it was, as in a `get`. */
export function outputsAfterRead(fields: Fields, recorded: Values, seen: Values): Values {
  const observed = withCleared(fields, recorded, seen);
  const sides = [recorded, observed] as const;
  const isFirst = Object.keys(recorded).length === 0;
  const notes = notesOf(recorded);
  const [filled, imported, rewritten] = [new Set(notes.filled), new Set(notes.imported), { ...notes.rewritten }];
  const walk = (fields: Fields, [recorded, observed]: readonly [Values, Values], prefix: FieldPath): Values =>
    valuesOf(Object.entries(fields), prefix, (name, field, path) => {
      const value = current(field, [recorded[name], observed[name]], path);
      // The note that the server chose a value ends when the value changes, unless the server itself changes this field.
      const isNoted = isMovedByServer(field, observed) || isSameInput(field.type, recorded[name], value);
      if (!isNoted) for (const noted of [filled, imported]) noted.delete(pathText(path));
      return value;
    });
  const current = (field: Field, [before, seen]: readonly [unknown, unknown], path: FieldPath): unknown => {
    const { writeOnly, clientOnly, returned } = field.options;
    if (isChanging(field.options)) return before === undefined && !isFirst ? undefined : seen;
    if (writeOnly || clientOnly || returned === "once") return before;
    if (field.presence === "computed") return seen;
    if (field.type.kind === "message" && isValues(seen))
      return walk(field.type.fields, [isValues(before) ? before : {}, seen], path);
    if (isEqual(field.type, before, seen)) return before;
    const text = pathText(path);
    if (Object.hasOwn(rewritten, text)) {
      if (isEqual(field.type, rewritten[text], seen)) return before;
      delete rewritten[text];
    }
    if (isEmpty(field.type, seen)) filled.delete(text);
    else if (!isFirst && isEmpty(field.type, before) && mayComeLater(field)) filled.add(text);
    // The engine compares lists by position.
    return inFormerOrder(field.type, before, seen);
  };
  return withNotes(walk(fields, sides, []), { ...notes, filled, imported, rewritten });
}

/** Observed values, with the known ones that a switch has cleared: `defaultRole` stays as it is known while SCIM is on. */
export const withCleared = (fields: Fields, known: Values, observed: Values): Values => ({
  ...observed,
  ...valuesWhere(known, (name, value) => {
    const { type, options } = (Object.hasOwn(fields, name) && fields[name]) || {};
    if (type === undefined || options?.clearedBy === undefined || containsUnknown(value)) return false;
    return isEmpty(type, observed[name]) && valueAt(observed, options.clearedBy.split(".")) === true;
  }),
});

const mayComeLater = ({ options: { serverDefault } }: Field): boolean =>
  serverDefault === "anytime" || serverDefault === "kept";

/** Whether the server also changes a value that it filled in. Any other change was made by somebody. */
function isMovedByServer(field: Field, siblings: Values): boolean {
  const from = inheritedFrom(field.options);
  return from === undefined ? mayComeLater(field) : siblings[from] !== undefined;
}

/** Whether two values mean the same, apart from what only the server sets in them. */
function isSameInput(type: ValueType, before: unknown, now: unknown): boolean {
  if (type.kind !== "message" || !isValues(before) || !isValues(now)) return isEqual(type, before, now);
  return inputFields(type.fields).every(([name, field]) => isSameInput(field.type, before[name], now[name]));
}

/** The inputs that lead to these outputs: without computed values, and without values that the server filled in. */
export function inputsOf(fields: Fields, outputs: Values): Values {
  const { filled } = notesOf(outputs);
  const walk = (fields: Fields, values: Values, prefix: FieldPath): Values =>
    valuesOf(inputFields(fields), prefix, (name, { type }, path) => {
      const value = values[name];
      if (filled.has(pathText(path))) return undefined;
      return type.kind === "message" && isValues(value) ? walk(type.fields, value, path) : value;
    });
  return walk(fields, outputs, []);
}
