import { missingInputs } from "../../description/spec/missing";
import { placeInputs } from "../../description/spec/place";
import { isImmutable, isUnique, type ResourceSpec } from "../../description/spec/resource";
import { isEmpty, type Values } from "../../description/spec/values";
import { type Change, changes, declaresFilled } from "../state/changes";
import { type FieldPath, valueAt } from "../state/paths";

export interface Diff {
  readonly changed: boolean;
  /** The reason is not among the inputs, so a comparison of the inputs would not show it. */
  readonly isHidden: boolean;
  /** Inputs whose change requires another object. */
  readonly replaces: readonly string[];
  /** Whether the old object must go first, because the new one has its key. Set for every change: `replaceOnChanges` may replace. */
  readonly deleteBeforeReplace: boolean;
}

/**
 * Compares recorded outputs with desired inputs. Ignores values that only the server sets. An unknown value counts as changed, because
 * a dependent resource must be planned as if its parent were replaced. If an input is missing, also one that only a new object needs, this
 * is an update, which is skipped or refused. A replacement would delete the object, and then skip or fail the create.
 */
export function diff(spec: ResourceSpec, recorded: Values, desired: Values): Diff {
  const skipped = { changed: true, isHidden: true, replaces: [], deleteBeforeReplace: false };
  if (missingInputs(spec, desired, recorded).length > 0) return skipped;
  const all = changes(spec.fields, recorded, desired);
  const changed = new Set(all.map(inputOf));
  const isWantedAgain = spec.peculiar?.mayLapse === true && recorded.gone === true && desired.recreateWhenGone === true;
  const replaces = [
    ...new Set([...immutableChanges(spec, recorded, all).map(inputOf), ...(isWantedAgain ? ["recreateWhenGone"] : [])]),
  ];
  if (replaces.length > 0 && missingInputs(spec, desired, {}).length > 0) return skipped;
  const isChanged = changed.size > 0 || isWantedAgain || declaresFilled(spec.fields, recorded, desired);
  return {
    changed: isChanged,
    isHidden: isWantedAgain,
    replaces,
    deleteBeforeReplace: isChanged && isUnique(spec) && !placeInputs(spec).some((name) => changed.has(name)),
  };
}

const inputOf = ({ path: [name = ""] }: Change): string => name;

/** The changes whose field, or the field around it, is immutable. */
export const immutableChanges = (spec: ResourceSpec, recorded: Values, all: readonly Change[]): Change[] =>
  all.filter(
    (change) =>
      !isUnread(recorded, change) &&
      (isImmutable(spec, spec.fields[change.path[0] ?? ""] ?? change.field) || isImmutable(spec, change.field)),
  );

/** Whether an import could not read a value, because the platform never returns it. The object has one, so an update only records it. */
export const isUnread = (recorded: Values, { path, field: { presence, options } }: Change): boolean =>
  presence === "required" && options.writeOnly === true && valueAt(recorded, path) === undefined;

export interface Difference {
  readonly path: FieldPath;
  readonly kind: "add" | "delete" | "update";
  readonly replaces: boolean;
}

/**
 * The values that differ. Empty if the program only states a value that the server had filled in. `diff` reports this as a change
 * too, because a note in the state changes. Also empty if an input is missing, because no difference must lead to a replacement.
 */
export function differences(spec: ResourceSpec, recorded: Values, desired: Values): Difference[] {
  const { replaces, isHidden } = diff(spec, recorded, desired);
  if (isHidden && replaces.length === 0) return [];
  const found = changes(spec.fields, recorded, desired).map(({ path, field: { type } }): Difference => {
    const kind = isEmpty(type, valueAt(recorded, path))
      ? "add"
      : isEmpty(type, valueAt(desired, path))
        ? "delete"
        : "update";
    return { path, kind, replaces: replaces.includes(path[0] ?? "") };
  });
  const hidden = isHidden ? replaces.filter((name) => found.every(({ path }) => path[0] !== name)) : [];
  return [...found, ...hidden.map((name): Difference => ({ path: [name], kind: "update", replaces: true }))];
}
