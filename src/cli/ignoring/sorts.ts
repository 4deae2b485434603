import { CallError } from "../declaration";

/** The sorts of drift. */
export const sorts = ["changed", "deleted", "unmanaged"] as const;

/** A sort of drift. */
export type Sort = (typeof sorts)[number];

const isSort = (text: string): text is Sort => sorts.some((sort) => sort === text);

/** The sorts that a text names, `changed,deleted`, or none for `never`. Throws CallError. */
export function parseSorts(text: string): readonly Sort[] {
  if (text === "never") return [];
  const named = text.split(",").map((word) => word.trim());
  const unknown = named.find((word) => !isSort(word));
  if (unknown === undefined) return sorts.filter((sort) => named.includes(sort));
  throw new CallError(`It names ${sorts.join(", ")}, separated by commas, or never.`);
}
