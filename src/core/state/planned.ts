import { isAlwaysReturned, isChanging } from "../../description/spec/field-options";
import { outputsFollowing, type ResourceSpec } from "../../description/spec/resource";
import { inheritedFrom, mayServerFill } from "../../description/spec/rules";
import type { Field, Fields } from "../../description/spec/types";
import { UNKNOWN } from "../../description/spec/unknown";
import { isEmpty, isValues, type Values } from "../../description/spec/values";
import { changes } from "./changes";
import { notesOf } from "./notes";
import { type FieldPath, pathText, valuesOf } from "./paths";

/** The recorded and the desired values of a message. Nothing is recorded of a new message. */
type MessageSides = readonly [recorded: Values | undefined, desired: Values];

/**
 * Returns the outputs of an update as far as they are known, or those of a create if nothing is recorded. Inputs are the program's.
 * Computed values are the recorded ones, unless the update may change them. Values that the server changes or fills in are UNKNOWN.
 */
export function plannedOutputs(spec: ResourceSpec, recorded: Values | undefined, desired: Values): Values {
  const { filled, imported } = notesOf(recorded ?? {});
  const changedPaths = changes(spec.fields, recorded ?? {}, desired).map(({ path }) => path);
  const changed = new Set(changedPaths.map(([name]) => name));
  const following = new Set(outputsFollowing(spec, changed));
  // The server may drop values that it filled in if the message around them is sent as a whole.
  const isSentWhole = (path: FieldPath) =>
    changedPaths.some((sent) => sent.length < path.length && sent.every((name, i) => name === path[i]));
  const isComplete = isCompletelyRecorded(spec.fields, recorded ?? {});
  const outputsOf = (fields: Fields, sides: MessageSides, prefix: FieldPath): Values =>
    valuesOf(Object.entries(fields), prefix, (_, field, path) => outputOf(field, sides, path));
  const outputOf = (field: Field, sides: MessageSides, path: FieldPath): unknown => {
    const { type, presence, options } = field;
    const name = path.at(-1) ?? "";
    const [before, now] = sides;
    const [known, wanted] = [before?.[name], now[name]];
    if (presence === "computed") {
      const isNew = before === undefined || (path.length === 1 && following.has(name));
      const isMissing = known === undefined && !isComplete;
      return isNew || isMissing ? UNKNOWN : computedOf(field, known);
    }
    if (type.kind === "message" && isValues(wanted)) {
      return outputsOf(type.fields, [isValues(known) ? known : undefined, wanted], path);
    }
    if (!isEmpty(type, wanted)) return wanted;
    const isKept = filled.has(pathText(path)) || imported.has(pathText(path)) || options.serverDefault === "kept";
    if (isKept && !isEmpty(type, known) && !changed.has(inheritedFrom(options)))
      return isSentWhole(path) ? UNKNOWN : computedOf(field, known);
    return mayFill(field, sides) ? UNKNOWN : wanted;
  };
  return outputsOf(spec.fields, [recorded, desired], []);
}

/** Whether everything is recorded that each response has. An earlier operation may have failed to read its result. */
const isCompletelyRecorded = (fields: Fields, recorded: Values): boolean =>
  Object.entries(fields).every(([name, { options }]) => !isAlwaysReturned(options) || recorded[name] !== undefined);

/** A value that an update does not change. UNKNOWN if the server changes it by itself. */
function computedOf({ type, options }: Field, recorded: unknown): unknown {
  if (isChanging(options)) return UNKNOWN;
  // An earlier release may not have recorded it.
  if (recorded === undefined) return isAlwaysReturned(options) ? UNKNOWN : undefined;
  if (type.kind !== "message" || !isValues(recorded)) return recorded;
  return valuesOf(Object.entries(type.fields), [], (name, field) => computedOf(field, recorded[name]));
}

const mayFill = ({ options }: Field, [recorded = {}, desired]: MessageSides): boolean =>
  mayServerFill(options, recorded) || mayServerFill(options, desired);
