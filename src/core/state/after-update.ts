import { inheritedFrom } from "../../spec/rules";
import type { Field, Fields } from "../../spec/types";
import { isEmpty, isValues, type Values } from "../../spec/values";
import { type CheckedOutputs, checkedOutputs } from "./after-create";
import type { Change } from "./changes";
import { forget, notesOf } from "./notes";
import { type FieldPath, pathText, putAt, valueAt } from "./paths";

/** An update of what is recorded. */
export interface Changes {
  readonly recorded: Values;
  readonly desired: Values;
  /** Where the two differ. */
  readonly changed: readonly Change[];
}

/**
 * Outputs after an update. Only what was sent is taken from the answer: what another writer has changed meanwhile stays
 * as recorded, for the next refresh to find.
 */
export function outputsAfterUpdate(
  fields: Fields,
  { recorded, desired, changed }: Changes,
  observed: Values,
): CheckedOutputs {
  const notes = notesOf(recorded);
  const now: Record<string, unknown> = { ...recorded };
  for (const [name, { presence, options }] of Object.entries(fields)) {
    const { returnedOnce, onlyInGet, clientOnly } = options;
    if (presence === "computed" && !returnedOnce && !onlyInGet && !clientOnly) putAt(now, [name], observed[name]);
  }
  const changedPaths = new Set<string>();
  for (const { path } of changed) {
    changedPaths.add(pathText(path));
    forget(notes, pathText(path));
    putAt(now, path, valueAt(observed, path));
  }
  for (const name of inheritedAnew(fields, changed)) {
    forget(notes, name);
    putAt(now, [name], observed[name]);
  }
  copyServerValues(fields, { now, observed }, []);
  const before = notesOf(recorded).filled;
  const mayFill = (path: string, field: Field) =>
    mayServerFill(field, valueAt(observed, path.split(".").slice(0, -1))) ||
    (before.has(path) && !changedPaths.has(path));
  return checkedOutputs(fields, [desired, now], { notes, mayFill });
}

/** The fields that come from a source in which something changes: the server follows the new one. */
const inheritedAnew = (fields: Fields, changed: readonly Change[]): string[] =>
  Object.entries(fields).flatMap(([name, { options }]) =>
    changed.some(({ path: [from] }) => from !== undefined && from === inheritedFrom(options)) ? [name] : [],
  );

/**
 * Copies what only the server says inside of messages, and what it may have filled in along with the update.
 *
 * @param sides `now` is changed in place
 */
function copyServerValues(
  fields: Fields,
  sides: { readonly now: Record<string, unknown>; readonly observed: Values },
  prefix: FieldPath,
): void {
  const { now, observed } = sides;
  for (const [name, field] of Object.entries(fields)) {
    const { type, presence } = field;
    const path = [...prefix, name];
    const [ours, seen] = [valueAt(now, path), valueAt(observed, path)];
    if (presence === "computed") {
      if (prefix.length > 0) putAt(now, path, seen);
    } else if (type.kind === "message") {
      if (isValues(ours) && isValues(seen)) copyServerValues(type.fields, sides, path);
    } else if (seen !== undefined && isEmpty(type, ours) && mayServerFill(field, valueAt(observed, prefix))) {
      putAt(now, path, seen);
    }
  }
}

/**
 * Whether the server may be who gave a field its value. Where it may not, a value that the program does not give is
 * another writer's, or one that should have been cleared.
 *
 * @param message what the server holds of the message that the field is in
 */
function mayServerFill({ options: { serverDefault } }: Field, message: unknown): boolean {
  if (typeof serverDefault !== "object") return serverDefault !== undefined;
  return isValues(message) && message[serverDefault.from] !== undefined;
}
