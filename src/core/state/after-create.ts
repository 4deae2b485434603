import type { Field, Fields } from "../../spec/types";
import { isEmpty, isEqual, isValues, type Values } from "../../spec/values";
import { type Notes, notesOf, withNotes } from "./notes";
import { type FieldPath, pathText } from "./paths";

/** Outputs to record, and the paths at which the server did not do what was asked. */
export interface CheckedOutputs {
  readonly outputs: Values;
  readonly unapplied: readonly string[];
}

/** Outputs after a create: what was asked, in the program's own spelling, and what the server added to the new object. */
export const outputsAfterCreate = (fields: Fields, desired: Values, observed: Values): CheckedOutputs =>
  checkedOutputs(fields, [desired, observed], { notes: notesOf({}), mayFill: () => true });

/** How values are taken that the program does not give. */
export interface Filling {
  /** Changed in place. */
  readonly notes: Notes;
  /** Whether the server may be who gave the field at a path its value. */
  readonly mayFill: (path: string, field: Field) => boolean;
}

/** Outputs made of what is desired and what is observed, and where the two contradict each other. */
export function checkedOutputs(
  fields: Fields,
  sides: readonly [desired: Values, observed: Values],
  { notes, mayFill }: Filling,
): CheckedOutputs {
  const unapplied: string[] = [];
  const walk = (fields: Fields, [desired, observed]: typeof sides, prefix: FieldPath): Values => {
    const outputs: Record<string, unknown> = {};
    const put = (name: string, value: unknown) => {
      if (value !== undefined && value !== null) outputs[name] = value;
    };
    for (const [name, field] of Object.entries(fields)) {
      const [wanted, seen] = [desired[name], observed[name]];
      const path = pathText([...prefix, name]);
      const { parent, subresource, writeOnly, serverNormalized, clientOnly } = field.options;
      if (!isEmpty(field.type, wanted)) notes.filled.delete(path);
      if (field.presence === "computed") put(name, seen);
      else if (subresource && isEmpty(field.type, wanted) && notes.filled.has(path)) put(name, seen);
      else if (parent || subresource || writeOnly || clientOnly) put(name, wanted);
      else if (field.type.kind === "message" && isValues(wanted) && isValues(seen)) {
        put(name, walk(field.type.fields, [wanted, seen], [...prefix, name]));
      } else if (isEqual(field.type, wanted, seen)) put(name, wanted);
      else if (isEmpty(field.type, wanted) && mayFill(path, field)) {
        notes.filled.add(path);
        put(name, seen);
      } else if (serverNormalized && !isEmpty(field.type, seen)) {
        notes.rewritten[path] = seen;
        put(name, wanted);
      } else {
        unapplied.push(path);
        put(name, seen);
      }
    }
    return outputs;
  };
  const outputs = walk(fields, sides, []);
  return { outputs: withNotes(outputs, notes), unapplied };
}
