import assert from "node:assert/strict";
import { NOTES } from "../../../src/description/spec/proof";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { isValues, type Values } from "../../../src/description/spec/values";

/** Returns values without what a plan does not know. The notes of the state are in no plan. */
export function knownIn(planned: unknown, actual: unknown): unknown {
  if (!isValues(planned) || !isValues(actual)) return actual;
  return Object.fromEntries(
    Object.entries(actual).flatMap(([name, value]) =>
      planned[name] === UNKNOWN || name === NOTES ? [] : [[name, knownIn(planned[name], value)]],
    ),
  );
}

/** Returns values without what a plan says nothing of. */
export function plannedIn(planned: unknown, actual: unknown): unknown {
  if (!isValues(planned) || !isValues(actual)) return actual;
  return Object.fromEntries(
    Object.entries(actual).flatMap(([name, value]) =>
      planned[name] === undefined ? [] : [[name, plannedIn(planned[name], value)]],
    ),
  );
}

/** Asserts that each known value of a plan is the one that the operation returned, and that the plan lacks none. */
export const assertKept = (planned: Values, actual: Values): void =>
  assert.deepEqual(knownIn(planned, actual), knownIn(planned, planned));
