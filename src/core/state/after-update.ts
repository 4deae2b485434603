import { inheritedFrom, mayServerFill } from "../../description/spec/rules";
import type { Field, Fields } from "../../description/spec/types";
import { isEmpty, isValues, type Values } from "../../description/spec/values";
import { type CheckedOutputs, checkedOutputs } from "./after-create";
import type { Change } from "./changes";
import { forgotten, notesOf } from "./notes";
import { type FieldPath, pathText, putAt, valueAt, valuesOf } from "./paths";

export interface Changes {
  readonly recorded: Values;
  readonly desired: Values;
  readonly changed: readonly Change[];
}

/** Outputs after an update: only the sent values of the response, so that the next refresh reports the changes of others. */
export function outputsAfterUpdate(
  fields: Fields,
  { recorded, desired, changed }: Changes,
  observed: Values,
): CheckedOutputs {
  const now: Record<string, unknown> = { ...recorded };
  for (const [name, { presence, options }] of Object.entries(fields)) {
    const { returned, clientOnly } = options;
    const isReturned = returned !== "once" && returned !== "get" && !clientOnly;
    if (presence === "computed" && isReturned) putAt(now, [name], observed[name]);
  }
  const paths = [...changed.map(({ path }) => path), ...newlyInherited(fields, changed)];
  for (const path of paths) putAt(now, path, valueAt(observed, path));
  // From now on, a value that the program gives is the program's, and any other is the server's.
  const before = notesOf(recorded);
  const notes = { ...forgotten(before, paths.map(pathText)), imported: new Set<string>() };
  const mayAdd = (path: string, { options }: Field) => {
    const message = valueAt(observed, path.split(".").slice(0, -1));
    const isKept = before.filled.has(path) && !changed.some((one) => pathText(one.path) === path);
    return isKept || mayServerFill(options, isValues(message) ? message : {});
  };
  return checkedOutputs(fields, [desired, withServerValues(fields, [now, observed])], { notes, mayAdd });
}

/** The fields whose source changed, so that the server sets them again. */
const newlyInherited = (fields: Fields, changed: readonly Change[]): FieldPath[] =>
  Object.entries(fields).flatMap(([name, { options }]) =>
    changed.some(({ path: [from] }) => from !== undefined && from === inheritedFrom(options)) ? [[name]] : [],
  );

/** Values, with computed values inside of messages, and values that the server may have filled in during the update. */
function withServerValues(fields: Fields, [now, observed]: readonly [Values, Values], isInside = false): Values {
  return valuesOf(Object.entries(fields), [], (name, field) => {
    const [ours, seen] = [now[name], observed[name]];
    if (field.presence === "computed") return isInside ? seen : ours;
    if (field.type.kind === "message") {
      return isValues(ours) && isValues(seen) ? withServerValues(field.type.fields, [ours, seen], true) : ours;
    }
    const isFilled = seen !== undefined && isEmpty(field.type, ours) && mayServerFill(field.options, observed);
    return isFilled ? seen : ours;
  });
}
