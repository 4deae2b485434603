import { isDeepStrictEqual } from "node:util";
import { inputFields } from "../../../spec/resource";
import type { Fields } from "../../../spec/types";
import { isEmpty, isEqual, isValues, type Values } from "../../../spec/values";
import { findSpec } from "../../organization/read";
import type { Refreshed } from "../../stack/event-log";
import { isSecret, kindOfType } from "../../stack/export";
import { type ChangedField, changedFields, differences, fieldsAt, holdsSecret } from "./fields";
import { type Step, stepsOf } from "./paths";

/**
 * Returns the fields that others changed and that the engine leaves out, because the resource has them under `ignoreChanges`.
 * The engine calls such a resource unchanged, and its event log has both sides all the same.
 *
 * Of a kind of this package, every difference that the engine does not name is one, because values are compared by what they
 * mean. Of other packages nobody here knows that, so only what `ignoreChanges` names is compared.
 *
 * @param ignoreChanges paths that the state records for the resource
 */
export function ignoredFields(resource: Refreshed, ignoreChanges: readonly string[]): ChangedField[] {
  const { outcome, recorded, live, isReadOnly } = resource;
  if (live === undefined || isReadOnly) return [];
  const fields = findSpec(kindOfType(resource.type) ?? "")?.fields;
  const paths =
    fields === undefined
      ? differences(recorded.inputs, live.inputs).filter(isUnder(ignoreChanges))
      : meaningfulDifferences(fields, [recorded.inputs, live.inputs]);
  const told = outcome === "changed" ? changedFields(resource).map(({ path }) => path) : [];
  return fieldsAt(paths, resource).filter(({ path }) => !told.some((other) => isWithin(path, other)));
}

/** Returns the inputs under `ignoreChanges` that hold a secret: the event log hides it, so that no change of it can be seen. */
export const hiddenInputs = ({ recorded, live }: Refreshed, ignoreChanges: readonly string[]): string[] =>
  live === undefined
    ? []
    : Object.keys(recorded.inputs).filter(
        (name) =>
          isUnder(ignoreChanges)([name]) && (holdsSecret(recorded.inputs[name]) || holdsSecret(live.inputs[name])),
      );

/** Whether a path lies in an input that `ignoreChanges` names, or that it names a part of. */
const isUnder =
  (ignoreChanges: readonly string[]) =>
  ([input]: readonly Step[]): boolean =>
    ignoreChanges.some((path) => path === "*" || stepsOf(path)[0] === input);

const isWithin = (path: string, other: string): boolean =>
  path === other || [".", "["].some((mark) => path.startsWith(other + mark) || other.startsWith(path + mark));

/** Paths to what two sets of inputs do not have in common, down to lists and scalars. */
function meaningfulDifferences(
  fields: Fields,
  [a, b]: readonly [Values, Values],
  path: readonly Step[] = [],
): Step[][] {
  return inputFields(fields).flatMap(([name, { type }]): Step[][] => {
    const [before, now] = [a[name], b[name]];
    const here = [...path, name];
    // Two secrets look the same, whatever they are.
    const isHidden = [before, now].some(isSecret) && !isEmpty(type, before) && !isEmpty(type, now);
    if (isHidden || isDeepStrictEqual(before, now) || isEqual(type, before, now)) return [];
    const isMessage = type.kind === "message" && isValues(before) && isValues(now);
    if (!isMessage || isEmpty(type, before) || isEmpty(type, now)) return [here];
    return meaningfulDifferences(type.fields, [before, now], here);
  });
}
