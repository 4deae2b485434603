import { isDeepStrictEqual } from "node:util";
import { changes } from "../../../core/state/changes";
import { valueAt } from "../../../core/state/paths";
import type { Fields } from "../../../description/spec/types";
import type { Values } from "../../../description/spec/values";
import { findSpec } from "../../organization/read";
import type { Refreshed } from "../../stack/event-log";
import { isSecret, kindOfType } from "../../stack/export";
import { type ChangedField, changedFields, differences, fieldsAt, hasMarkedSecret } from "./fields";
import { type PathStep, stepsOf } from "./paths";

/**
 * Returns the changed fields that the engine leaves out, because they are under `ignoreChanges`. The engine reports such a resource
 * as unchanged, but its event log has both sides.
 *
 * For a kind of this package, every difference that the engine does not name is such a field, because values are compared by their
 * meaning. For other packages, only the inputs that `ignoreChanges` names are compared.
 */
export function ignoredFields(resource: Refreshed, ignoreChanges: readonly string[]): ChangedField[] {
  const { outcome, recorded, live, isReadOnly } = resource;
  if (live === undefined || isReadOnly) return [];
  const fields = findSpec(kindOfType(resource.type) ?? "")?.fields;
  const paths =
    fields === undefined
      ? differences(recorded.inputs, live.inputs).filter(isUnder(ignoreChanges))
      : meaningfulDifferences(fields, recorded.inputs, live.inputs);
  const reported = outcome === "changed" ? changedFields(resource).map(({ path }) => path) : [];
  return fieldsAt(paths, resource).filter(({ path }) => !reported.some((other) => isWithin(path, other)));
}

/**
 * A resource with its outputs in place of the inputs that `ignoreChanges` names: in the recorded inputs of its log, the engine has put the
 * live value at a path below an input (`claimMatch.subject`). It leaves the outputs alone, which for kinds of this package have all inputs.
 */
export function asRecorded(resource: Refreshed, ignoreChanges: readonly string[]): Refreshed {
  const { type, recorded, live } = resource;
  if (findSpec(kindOfType(type) ?? "") === undefined) return resource;
  const names = Object.keys({ ...recorded.inputs, ...live?.inputs }).filter((name) => isUnder(ignoreChanges)([name]));
  const sideOf = ({ inputs, outputs }: Refreshed["recorded"]) => {
    const kept = names.filter((name) => name in outputs).map((name) => [name, outputs[name]]);
    return { outputs, inputs: { ...inputs, ...Object.fromEntries(kept) } };
  };
  return { ...resource, recorded: sideOf(recorded), live: live && sideOf(live) };
}

/** Returns the inputs under `ignoreChanges` that contain a secret. The event log hides secrets, so their changes cannot be seen. */
export const hiddenInputs = ({ recorded, live }: Refreshed, ignoreChanges: readonly string[]): string[] =>
  live === undefined
    ? []
    : Object.keys(recorded.inputs)
        .filter((name) => isUnder(ignoreChanges)([name]))
        .filter((name) => [recorded, live].some(({ inputs }) => hasMarkedSecret(inputs[name])));

/** Whether `ignoreChanges` names the input of a path, or a part of that input. */
const isUnder =
  (ignoreChanges: readonly string[]) =>
  ([input]: readonly PathStep[]): boolean =>
    ignoreChanges.some((path) => ["*", input].includes(stepsOf(path)[0]));

const isWithin = (path: string, other: string): boolean =>
  path === other || [".", "["].some((mark) => path.startsWith(other + mark) || other.startsWith(path + mark));

/** Returns the paths of the inputs that an update would change back. Hidden secrets cannot be compared. */
const meaningfulDifferences = (fields: Fields, recorded: Values, live: Values): PathStep[][] =>
  changes(fields, live, recorded)
    .map(({ path }) => path)
    .filter((path) => !isDeepStrictEqual(valueAt(recorded, path), valueAt(live, path)))
    .filter(
      (path) => !path.some((_, i) => isHidden([recorded, live].map((side) => valueAt(side, path.slice(0, i + 1))))),
    )
    // Each key of a map by itself, because the engine may report another key.
    .flatMap((path) => differences(valueAt(recorded, path), valueAt(live, path), path));

/** Whether a value has a secret on one side, and is not empty on any. */
const isHidden = (sides: readonly unknown[]): boolean => sides.some(isSecret) && sides.every(Boolean);
