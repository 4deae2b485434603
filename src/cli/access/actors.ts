import { identity } from "../../resources/identity";
import { inputFields } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import { containsUnknown } from "../../spec/unknown";
import { isEmpty, isEqual, isValues, type Values } from "../../spec/values";
import { HIDDEN, type PlannedState, type PlannedStep } from "../stack/preview";

/** Inputs of an identity that do not decide who can act as it. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(["name", "description", "company"]);

const admitting: Fields = Object.fromEntries(
  inputFields(identity.fields).filter(
    ([name, { options }]) => !DESCRIPTIVE.has(name) && options.parent !== true && options.clientOnly !== true,
  ),
);

/**
 * Whether a step changes who can act as an identity.
 *
 * @param adopted values of the object that it takes over
 */
export function changesActors({ before, after }: PlannedStep, adopted: Values | undefined): boolean {
  if (after === undefined) return false;
  const is = after.inputs;
  const isUpdated = before !== undefined && differs(admitting, { was: recordedIn(before), is, asked: before.inputs });
  return isUpdated || (adopted !== undefined && differs(admitting, { was: adopted, is, asked: {} }));
}

const recordedIn = (state: PlannedState): Values =>
  Object.fromEntries(Object.keys(admitting).map((name) => [name, recordedValue(state, name)]));

/** Returns the recorded value: the output of the platform, or else the input. */
export const recordedValue = ({ outputs, inputs }: PlannedState, name: string): unknown =>
  outputs[name] ?? inputs[name];

/** The current value, the program's value, and its former value. */
interface Sides {
  readonly was: Values;
  readonly is: Values;
  readonly asked: Values;
}

/** Whether an update changes one of the fields. A value that the server chose stays, unless the program sets it. */
function differs(fields: Fields, { was, is, asked }: Sides): boolean {
  return inputFields(fields).some(([name, { type, options }]) => {
    const [old, now, before] = [was[name], is[name], asked[name]];
    // A preview hides both values of a secret, so it may have changed.
    if (JSON.stringify([old, now]).includes(HIDDEN) || containsUnknown(now)) return true;
    if (options.serverDefault !== undefined && isEmpty(type, now) && isEmpty(type, before)) return false;
    if (type.kind !== "message" || !isValues(old) || !isValues(now)) return !isEqual(type, old, now);
    return differs(type.fields, { was: old, is: now, asked: isValues(before) ? before : {} });
  });
}
