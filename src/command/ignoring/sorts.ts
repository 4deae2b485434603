import { CallError } from "../declaration";

/** The sorts of findings that make `drift` end with 2 unless a call names others. */
export const sortsByDefault = ["changed", "deleted", "unmanaged"] as const;

/** All sorts. `ignored` (fields under `ignoreChanges`) and `explained` (grants by an identity provider) are always reported. */
export const sorts = [...sortsByDefault, "ignored", "explained"] as const;

export type Sort = (typeof sorts)[number];

/** Returns the sorts that a text names, `changed,deleted`, or none for `never`. Throws CallError. */
export function parseSorts(text: string): readonly Sort[] {
  if (text === "never") return [];
  const named = text.split(",").map((word) => word.trim());
  const found = sorts.filter((sort) => named.includes(sort));
  if (found.length === new Set(named).size) return found;
  throw new CallError(`It must be never, or a comma-separated list of ${sorts.join(", ")}.`);
}
