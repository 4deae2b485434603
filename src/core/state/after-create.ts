import type { Field, Fields } from "../../description/spec/types";
import { isEmpty, isEqual, isValues, type Values } from "../../description/spec/values";
import { type Notes, notesOf, withNotes } from "./notes";
import { type FieldPath, pathText, valuesOf } from "./paths";

/** Outputs to record, and the paths at which the server did not apply the request. */
export interface CheckedOutputs {
  readonly outputs: Values;
  readonly unapplied: readonly string[];
}

/** Outputs after a create: the program's values in its own spelling, and the values that the server added. */
export const outputsAfterCreate = (fields: Fields, desired: Values, observed: Values): CheckedOutputs =>
  checkedOutputs(fields, [desired, observed], { notes: notesOf({}), mayAdd: () => true });

/** How values are handled that the program does not give. */
export interface Filling {
  readonly notes: Notes;
  /** Whether the server may have set the field at a path. */
  readonly mayAdd: (path: string, field: Field) => boolean;
}

/** Combines desired and observed values to outputs, and lists where the two contradict each other. */
export function checkedOutputs(
  fields: Fields,
  sides: readonly [desired: Values, observed: Values],
  { notes, mayAdd }: Filling,
): CheckedOutputs {
  const unapplied: string[] = [];
  const [filled, rewritten] = [new Set(notes.filled), { ...notes.rewritten }];
  const walk = (fields: Fields, [desired, observed]: typeof sides, prefix: FieldPath): Values =>
    valuesOf(Object.entries(fields), prefix, (name, field, names) => {
      const [wanted, seen] = [desired[name], observed[name]];
      const path = pathText(names);
      const { parent, subresource, writeOnly, serverNormalized, clientOnly } = field.options;
      if (!isEmpty(field.type, wanted)) filled.delete(path);
      if (field.presence === "computed") return seen;
      if (subresource && isEmpty(field.type, wanted) && filled.has(path)) return seen;
      if (parent || subresource || writeOnly || clientOnly) return wanted;
      if (field.type.kind === "message" && isValues(wanted) && isValues(seen)) {
        return walk(field.type.fields, [wanted, seen], names);
      }
      if (isEqual(field.type, wanted, seen)) return wanted;
      if (isEmpty(field.type, wanted) && mayAdd(path, field)) {
        filled.add(path);
        return seen;
      }
      if (serverNormalized && !isEmpty(field.type, seen)) {
        rewritten[path] = seen;
        return wanted;
      }
      unapplied.push(path);
      return seen;
    });
  const outputs = walk(fields, sides, []);
  return { outputs: withNotes(outputs, { ...notes, filled, rewritten }), unapplied };
}
