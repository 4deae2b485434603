import { isImmutable, isUnique, keyFields, parentField, type ResourceSpec } from "../../spec/resource";
import { isEmpty, type Values } from "../../spec/values";
import { type Change, changes, declaresFilled } from "../state/changes";
import { type FieldPath, valueAt } from "../state/paths";

export interface Diff {
  readonly changed: boolean;
  /** The reason is not among the inputs: comparing them would not show it. */
  readonly isHidden: boolean;
  /** Inputs whose change needs another object. */
  readonly replaces: readonly string[];
  /**
   * The new object would have the key of the old one, so that one must go first. Said of every change, for the
   * engine may be told to replace where an update would do (`replaceOnChanges`).
   */
  readonly deleteBeforeReplace: boolean;
}

/**
 * Compares recorded outputs with desired inputs. Pure: what only the server sets is not looked at. An unknown value
 * counts as changed, for a dependant must be planned as if its parent were replaced.
 */
export function diff(spec: ResourceSpec, recorded: Values, desired: Values): Diff {
  const all = changes(spec.fields, recorded, desired);
  const changed = new Set(all.map(inputOf));
  const isWantedAgain = spec.isConsumed === true && recorded.gone === true && desired.recreateWhenGone === true;
  const replaces = [
    ...new Set([...immutableChanges(spec, all).map(inputOf), ...(isWantedAgain ? ["recreateWhenGone"] : [])]),
  ];
  const identifying = [parentField(spec), ...keyFields(spec)].flatMap((named) => named?.[0] ?? []);
  const isChanged = changed.size > 0 || isWantedAgain || declaresFilled(spec.fields, recorded, desired);
  return {
    changed: isChanged,
    isHidden: isWantedAgain,
    replaces,
    deleteBeforeReplace: isChanged && isUnique(spec) && !identifying.some((name) => changed.has(name)),
  };
}

const inputOf = ({ path: [name = ""] }: Change): string => name;

/** Those of some changes that cannot be made in place: of a field, or inside of one, that is immutable. */
export const immutableChanges = (spec: ResourceSpec, all: readonly Change[]): Change[] =>
  all.filter(
    ({ path: [name = ""], field }) => isImmutable(spec, spec.fields[name] ?? field) || isImmutable(spec, field),
  );

/** One value that differs between what is recorded and what is desired. */
export interface Difference {
  readonly path: FieldPath;
  readonly kind: "add" | "delete" | "update";
  /** Whether its change needs another object. */
  readonly replaces: boolean;
}

/**
 * The values that differ. Empty although `diff` says that something changed, where the program now gives the value that the server
 * had filled in: only a note in the state changes.
 */
export function differences(spec: ResourceSpec, recorded: Values, desired: Values): Difference[] {
  const { replaces, isHidden } = diff(spec, recorded, desired);
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
