/** Placeholder for inputs that are not known yet during a preview (the Pulumi SDK's `unknownValue`). */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function containsUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(containsUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(containsUnknown);
}
