/** The SDK's mark of instances. Policies ask with an object that has only this mark. It also marks those of another copy of this package. */
const TYPE = "__pulumiType";

export const isOfType = (value: unknown, types: readonly string[]): boolean =>
  typeof value === "object" && value !== null && types.includes((value as { [TYPE]?: string })[TYPE] ?? "");
