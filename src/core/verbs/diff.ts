import { isImmutable, isUnique, keyFields, parentField, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { type Change, changes, declaresFilled } from "../state/changes";

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

/** The input that a change is in. */
const inputOf = ({ path: [name = ""] }: Change): string => name;

/** Those of some changes that cannot be made in place: of a field, or inside of one, that is immutable. */
export const immutableChanges = (spec: ResourceSpec, all: readonly Change[]): Change[] =>
  all.filter(
    ({ path: [name = ""], field }) => isImmutable(spec, spec.fields[name] ?? field) || isImmutable(spec, field),
  );
