import { isImmutable, isUnique, keyFields, parentField, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { claimsFilled, notesOf } from "../state/outputs";
import { changes } from "../state/wire";

export interface Diff {
  readonly changed: boolean;
  /** The reason is not among the inputs: comparing them would not show it. */
  readonly isHidden: boolean;
  /** Inputs whose change makes another object of it. */
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
  const { filled } = notesOf(recorded);
  const made = changes(spec.fields, recorded, desired, filled);
  const changed = new Set(made.map(({ path: [name = ""] }) => name));
  const immutable = made.filter(({ path: [name = ""], field }) => {
    const outermost = spec.fields[name];
    return (outermost !== undefined && isImmutable(spec, outermost)) || isImmutable(spec, field);
  });
  const isWantedAgain = spec.isConsumed === true && recorded.gone === true && desired.recreateWhenGone === true;
  const replaces = [
    ...new Set([...immutable.map(({ path: [name = ""] }) => name), ...(isWantedAgain ? ["recreateWhenGone"] : [])]),
  ];
  const identifying = [parentField(spec), ...keyFields(spec)].flatMap((named) => named?.[0] ?? []);
  const isChanged = changed.size > 0 || isWantedAgain || claimsFilled(spec.fields, desired, filled);
  return {
    changed: isChanged,
    isHidden: isWantedAgain,
    replaces,
    deleteBeforeReplace: isChanged && isUnique(spec) && !identifying.some((name) => changed.has(name)),
  };
}
