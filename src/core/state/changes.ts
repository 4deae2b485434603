import { inputFields, oneofOf } from "../../description/spec/resource";
import { defaultOf, inheritedFrom } from "../../description/spec/rules";
import type { Field, Fields } from "../../description/spec/types";
import { containsUnknown } from "../../description/spec/unknown";
import { isEmpty, isEqual, isValues, type Values } from "../../description/spec/values";
import { notesOf } from "./notes";
import { type FieldPath, pathText } from "./paths";

export interface Change {
  readonly path: FieldPath;
  readonly field: Field;
  /** The server makes this change by itself, because another member of the same oneof is set. */
  readonly byServer: boolean;
}

/**
 * The differences between recorded and desired values. Compares messages field by field, so that a mask names no more than what changed.
 * Lists and maps are compared as a whole. If the program gives no value, what the server filled in is no difference. The same holds for a
 * value that the server always sets by default.
 */
export function changes(fields: Fields, recorded: Values, desired: Values): Change[] {
  const { filled, imported } = notesOf(recorded);
  const walk = (fields: Fields, [recorded, desired]: readonly [Values, Values], prefix: FieldPath): Change[] =>
    inputFields(fields).flatMap(([name, field]): Change[] => {
      const path = [...prefix, name];
      const [before, after] = [recorded[name], desired[name]];
      const change = { path, field, byServer: false };
      if (containsUnknown(after)) return [change];
      if (isEqual(field.type, before, after)) return [];
      if (isEmpty(field.type, after)) {
        const isKept = field.options.serverDefault === "kept" || before === defaultOf(field.options);
        if (isKept || filled.has(pathText(path)) || imported.has(pathText(path))) return [];
        return [
          { ...change, byServer: isReplacedInOneof(fields, field, desired) || isInherited(fields, field, desired) },
        ];
      }
      if (field.type.kind === "message" && isValues(before) && isValues(after) && !isEmpty(field.type, before)) {
        return walk(field.type.fields, [before, after], path);
      }
      return [change];
    });
  return walk(fields, [recorded, desired], []);
}

function isReplacedInOneof(fields: Fields, field: Field, desired: Values): boolean {
  const oneof = oneofOf(field);
  if (oneof === undefined) return false;
  return inputFields(fields).some(([other, f]) => oneofOf(f) === oneof && !isEmpty(f.type, desired[other]));
}

function isInherited(fields: Fields, { options }: Field, desired: Values): boolean {
  const from = inheritedFrom(options);
  const source = from === undefined ? undefined : fields[from];
  return from !== undefined && source !== undefined && !isEmpty(source.type, desired[from]);
}

/** Whether the program now gives a value that the server filled in, even the same value. It then belongs to the program. */
export function declaresFilled(fields: Fields, recorded: Values, desired: Values): boolean {
  const { filled } = notesOf(recorded);
  const walk = (fields: Fields, desired: Values, prefix: FieldPath): boolean =>
    inputFields(fields).some(([name, { type }]) => {
      const [value, path] = [desired[name], [...prefix, name]];
      if (isEmpty(type, value)) return false;
      return (
        filled.has(pathText(path)) || (type.kind === "message" && isValues(value) && walk(type.fields, value, path))
      );
    });
  return filled.size > 0 && walk(fields, desired, []);
}
