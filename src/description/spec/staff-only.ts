import type { Complaint } from "./complaint";
import type { ResourceSpec } from "./resource";
import { UNKNOWN } from "./unknown";
import { isEmpty, isEqual, type Values } from "./values";

export const staffInputs = ({ fields }: ResourceSpec, names: readonly string[]): string[] =>
  names.filter((name) => fields[name]?.options.staffOnly !== undefined);

/** A preview's warnings about what only the platform's staff can set or create. What the platform already has (`kept`) passes. */
export function staffWarnings(spec: ResourceSpec, inputs: Values, kept: Values): Complaint[] {
  if (spec.peculiar?.staffOnly && Object.keys(kept).length === 0) {
    const reason =
      "only the platform's staff can create this object. The platform refuses anyone else. " +
      "Ask them to create it, and give its uid as adoptUid";
    return [{ property: "", reason, kind: "rule", isWarning: true }];
  }
  const given = staffInputs(spec, Object.keys(spec.fields)).filter((name) => {
    const [field, value] = [spec.fields[name], inputs[name]];
    if (field === undefined || value === UNKNOWN || isEmpty(field.type, value)) return false;
    return !isEqual(field.type, value, kept[name]);
  });
  if (given.length === 0) return [];
  const it = given.length > 1 ? "them" : "it";
  const reason =
    `can be set only by the platform's staff. The platform refuses ${it} from anyone else, or ignores ${it}. ` +
    `Remove ${it} from the program, unless the platform already has ${it}`;
  return [{ property: inWords(given), reason, kind: "rule", isWarning: true }];
}

/** `a, b and c`. */
export const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
