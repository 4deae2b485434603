import { check } from "./check";
import type { Complaint } from "./complaint";
import type { ResourceSpec } from "./resource";
import type { Values } from "./values";

/**
 * Complaints about inputs that have no value, although the recorded ones had one. In an update, this may be due to another resource that
 * failed, was skipped or is not targeted. The engine then skips this one, too. What only a new object needs may be missing in an update.
 */
export function missingInputs(spec: ResourceSpec, inputs: Values, recorded: Values): Complaint[] {
  const missingIn = (values: Values) => check(spec, values).filter(({ kind }) => kind === "missing");
  const found = missingIn(inputs);
  if (found.length === 0 || Object.keys(recorded).length === 0) return found;
  const before = new Set(missingIn(recorded).map(({ property }) => property));
  const isNeeded = (name: string) => !before.has(name) && spec.fields[name]?.options.clearedBy === undefined;
  return found.filter(({ property }) => isNeeded(property));
}
